/**
 * What one plain script tag defines: the tags that are of use on a partner's page. The others work on the portal's own
 * pages alone, which have the modules; see `portalTags`.
 */
import './sign-in/sign-in.define.ts';
import './sign-up/sign-up.define.ts';
import './teacher-sign-up/teacher-sign-up.define.ts';
import './embed/embed.define.ts';

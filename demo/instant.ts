import { embedCode } from '../elements/embed-code.ts';
import type { Forms } from '../elements/forms.ts';
import { offerCopy, showCode } from './code-sample.ts';
import { fillPage, language, part } from './page.ts';
import { partnerKey, portal } from './portal.ts';
import { logEvents, logMessages } from './received-log.ts';

/** What the portal's build rendered; the build of this website puts it in. */
declare const __FORMS__: Forms;

fillPage('instant.title');
logEvents(part('widget'));
logMessages(location.origin);

// The code in the page is English: one document, for everybody.
const element = part('widget').querySelector('maths-sign-up');
if (element !== null && language !== element.lang) element.lang = language;

showCode(embedCode({ tag: 'maths-sign-up', frame: false, language, origin: partnerKey, portal }, __FORMS__));
offerCopy();

import { embedCode } from '../elements/embed-code.ts';
import { offerCopy, showCode } from './code-sample.ts';
import { forms } from './built-forms.ts';
import { fillPage, language, part } from './page.ts';
import { partnerKey, portal } from './portal.ts';
import { logEvents, logMessages } from './received-log.ts';

fillPage('instant.title');
logEvents(part('widget'));
logMessages(location.origin);

// The code in the page is English: one document, for everybody.
const element = part('widget').querySelector('maths-sign-up');
if (element !== null && language !== element.lang) element.lang = language;

showCode(embedCode({ tag: 'maths-sign-up', frame: false, language, origin: partnerKey, portal }, forms));
offerCopy();

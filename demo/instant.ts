import { embedCode } from '../elements/build/embed-code.ts';
import { offerCode, showCode } from './code-sample.ts';
import { forms } from './built-forms.ts';
import { fillPage, language, part } from './page.ts';
import { partnerKey, portal } from './portal.ts';
import { logEvents, logMessages } from './received-log.ts';

fillPage('instant.title');
logEvents(part('widget'));
logMessages(location.origin);

// The code in the page is English, because there is one document for every language.
const element = part('widget').querySelector('maths-sign-up');
if (element !== null && language !== element.lang) element.lang = language;

const tag = 'maths-sign-up';
showCode(
  {
    label: 'code.tag',
    code: `<script type="module" src="${portal}/elements/loader.js"></script>

<${tag} origin="${partnerKey}" lang="${language}"></${tag}>`,
  },
  {
    label: 'code.form',
    code: embedCode({ tag, frame: false, language, origin: partnerKey, portal }, forms),
  },
);
offerCode();

import { offerCode, showCode } from './code-sample.ts';
import { fallbackLink } from './fallback-link.ts';
import { chosenForm } from './forms.ts';
import { fillPage, language, part } from './page.ts';
import { partnerKey, portal } from './portal.ts';
import { logEvents, logMessages } from './received-log.ts';

const { tag, path, event, result } = chosenForm();

fillPage('inline.title');
logEvents(part('widget'));
logMessages(location.origin);

const element = document.createElement(tag);
element.setAttribute('origin', partnerKey);
element.setAttribute('lang', language);
element.append(fallbackLink());
part('widget').append(element);

showCode(`<script type="module" src="${portal}/elements/loader.js"></script>

<${tag} origin="${partnerKey}" lang="${language}">
  <a href="${portal}${path}">…</a>
</${tag}>

<script>
  document.querySelector('${tag}')
    .addEventListener('${event}', ({ detail: { ${result} } }) => {
      // …
    });
</script>`);
offerCode();

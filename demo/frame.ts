import { offerCode, showCode } from './code-sample.ts';
import { fallbackLink } from './fallback-link.ts';
import { chosenForm } from './forms.ts';
import { chosenWidget, fillPage, language, part } from './page.ts';
import { partnerKey, portal } from './portal.ts';
import { logEvents, logMessages } from './received-log.ts';

const { path, event, result } = chosenForm();

fillPage('frame.title');
logEvents(part('widget'));
logMessages(portal);

const embed = document.createElement('maths-embed');
embed.setAttribute('widget', chosenWidget());
embed.setAttribute('origin', partnerKey);
embed.setAttribute('lang', language);
embed.append(fallbackLink());
part('widget').append(embed);

showCode(`<script type="module" src="${portal}/elements/embed.js"></script>

<maths-embed widget="${chosenWidget()}" origin="${partnerKey}" lang="${language}">
  <a href="${portal}${path}">…</a>
</maths-embed>

<script>
  document.querySelector('maths-embed')
    .addEventListener('${event}', ({ detail: { ${result} } }) => {
      // …
    });
</script>`);
offerCode();

import { widgetPaths } from '../src/contracts/elements.ts';
import { offerCode, showCode } from './code-sample.ts';
import { chosenForm } from './forms.ts';
import { chosenWidget, fillPage, language, part, translate } from './page.ts';
import { partnerKey, portal } from './portal.ts';
import { logMessages } from './received-log.ts';

fillPage('listener.title');
logMessages(portal);

const frame = document.createElement('iframe');
frame.title = translate('widget.frame');
frame.src = `${portal}${widgetPaths[chosenWidget()]}?origin=${partnerKey}&lang=${language}`;
part('widget').append(frame);

showCode(`<iframe title="${translate('widget.frame')}"
  src="${frame.src}"></iframe>

<script>
  addEventListener('message', (event) => {
    if (event.origin !== '${portal}') return;
    if (event.data.type !== 'AUTH_SUCCESS') return;
    const { ${chosenForm().result} } = event.data;
    // …
  });
</script>`);
offerCode();

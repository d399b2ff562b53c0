import { contract } from '../testing/contract.ts';
import { equal } from '../testing/expect.ts';
import { loadLoader, place, until } from '../testing/partner.ts';

const classroomID = 'AbCdEfGhIjKlMnOpQrStUv';

contract({
  tag: 'maths-classroom',
  attributes: { 'classroom-id': classroomID },
  says: { en: 'Needs help', fr: 'Besoin d’aide' },
  // Of the class, not of the page before it is known.
  field: '.maths > .maths-toolbar .maths-tool-help',
});

describe('the class of <maths-classroom>', () => {
  it('is a property and an attribute, and nothing of it stays when another is named', async () => {
    document.body.replaceChildren();
    await loadLoader();
    const element = place('maths-classroom', { lang: 'en' });
    const shown = (): string => element.shadowRoot?.textContent ?? '';
    element.classroomId = classroomID;
    equal(element.getAttribute('classroom-id'), classroomID);
    await until(() => shown().includes('Camille Roy'), 'the class');
    element.setAttribute('classroom-id', 'nobody');
    equal(element.classroomId, 'nobody');
    await until(() => shown().includes('This link opens no classroom'), 'the sentence');
    equal(shown().includes('Camille Roy'), false);
  });
});

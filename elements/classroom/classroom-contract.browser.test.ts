import { contract } from '../testing/contract.ts';
import { addElement, equal, loadLoader, waitUntil } from '../testing/partner.ts';

const classroomID = 'AbCdEfGhIjKlMnOpQrStUv';

contract({
  tag: 'maths-classroom',
  attributes: { 'classroom-id': classroomID },
  says: { en: 'Needs help', fr: 'Besoin d’aide' },
  field: '.maths-tool-help',
});

describe('the classroom id of <maths-classroom>', () => {
  it('mirrors the classroom id as property and attribute, and clears the page when the id changes', async () => {
    document.body.replaceChildren();
    await loadLoader();
    const element = addElement('maths-classroom', { lang: 'en' });
    const shown = (): string => element.shadowRoot?.textContent ?? '';
    element.classroomId = classroomID;
    equal(element.getAttribute('classroom-id'), classroomID);
    await waitUntil(() => shown().includes('Camille Roy'), 'the class');
    element.setAttribute('classroom-id', 'nobody');
    equal(element.classroomId, 'nobody');
    await waitUntil(() => shown().includes('This link opens no classroom'), 'the sentence');
    equal(shown().includes('Camille Roy'), false);
  });
});

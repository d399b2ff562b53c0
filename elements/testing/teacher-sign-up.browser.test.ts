import { addElement, equal, findInside, loadLoader, waitForMessages, waitUntil } from './partner.ts';

const teacher = { email: 'teacher@school.example', name: 'Camille Roy', numStudents: '24' };

/** Types like a person, with the events of real typing. */
const type = async (element: Element, values: Record<string, string>): Promise<void> => {
  for (const [name, value] of Object.entries(values)) {
    const input = await findInside<HTMLInputElement>(element, `[name=${name}]`);
    input.value = value;
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  }
};

const show = async (): Promise<HTMLElementTagNameMap['maths-teacher-sign-up']> => {
  await loadLoader();
  const element = addElement('maths-teacher-sign-up', { origin: 'demo', lang: 'en' });
  await findInside(element, '[name=email]');
  return element;
};

describe('a teacher on a partner’s page', () => {
  it('follows its mode, which a pressed link updates, and shows the first form for an unknown one', async () => {
    const element = await show();
    await type(element, teacher);
    const heading = () => element.shadowRoot?.querySelector('h2')?.textContent;
    element.mode = 'update';
    await waitUntil(() => heading() === 'Update your classroom', 'the other form');
    (await findInside(element, 'nav a')).click();
    await waitUntil(() => heading() === 'Create your classroom', 'the first form');
    equal(element.mode, 'create');
    equal((await findInside<HTMLInputElement>(element, '[name=name]')).value, teacher.name, 'the name');
    element.setAttribute('mode', 'delete');
    await waitForMessages();
    equal(heading(), 'Create your classroom');
  });
});

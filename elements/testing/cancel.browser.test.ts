import { storageKeys } from '../../src/contracts/session.ts';
import { storedSession } from './dashboard-answers.ts';
import { inBothSchemes, passesAudit } from './audit.ts';
import { addElement, equal, findInside, isTrue, loadLoader, recordMessages, waitUntil } from './partner.ts';

describe('<maths-cancel>', () => {
  beforeEach(loadLoader);

  it('passes an accessibility audit in both schemes and languages, from the choice to the form', async () => {
    await inBothSchemes(async (theme, lang) => {
      const element = addElement('maths-cancel', { origin: 'demo', theme, lang });
      const choice = await findInside<HTMLButtonElement>(element, '.maths-cancel-choice button');
      await passesAudit(element);
      choice.click();
      await findInside(element, 'input[name=name]');
      return element;
    });
  });

  it('declares an end on a partner’s page for a visitor, and reads no session', async () => {
    localStorage.setItem(storageKeys.session, JSON.stringify(storedSession));
    const element = addElement('maths-cancel', { origin: 'demo', email: 'parent@mail.example' });
    const declared: unknown[] = [];
    document.addEventListener('declared', ({ detail }) => declared.push(detail), { once: true });
    const told = recordMessages();
    (await findInside<HTMLButtonElement>(element, '.maths-cancel-choice button')).click();
    const name = await findInside<HTMLInputElement>(element, 'input[name=name]');
    equal((await findInside<HTMLInputElement>(element, 'input[name=email]')).value, 'parent@mail.example');
    name.value = 'Marie Curie';
    (await findInside<HTMLFormElement>(element, 'form')).requestSubmit();
    await findInside(element, '.maths-recap');
    (await findInside<HTMLFormElement>(element, 'form')).requestSubmit();
    await waitUntil(() => declared.length > 0, 'the event');
    equal(declared, [{ kind: 'cancellation' }]);
    const message = await findInside(element, '[role=status]');
    isTrue(message.textContent?.includes('parent@mail.example'), 'where the mail goes');
    told.stop();
    equal(
      told.messages.filter(({ data }) => JSON.stringify(data)?.includes('mail.example')),
      [],
      'messages with an address',
    );
  });

  it('declares nothing on a page that is not the partner’s', async () => {
    const errors: unknown[] = [];
    document.addEventListener('auth-error', ({ detail }) => errors.push(detail.code), { once: true });
    const element = addElement('maths-cancel', { origin: 'nobody' });
    const alert = await findInside(element, '[role=alert]');
    isTrue(alert.textContent !== '', 'a sentence');
    await waitUntil(() => errors.length > 0, 'the error');
    equal(errors, ['INVALID_PARENT_ORIGIN']);
    equal(element.shadowRoot?.querySelectorAll('button').length, 0, 'buttons');
  });
});

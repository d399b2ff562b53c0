import 'axe-core/axe.min.js';
import { equal } from '../testing/expect.ts';
import { addElement, findInside, loadLoader } from '../testing/partner.ts';

describe('<maths-cancel>', () => {
  const clear = (): void => {
    document.body.replaceChildren();
    document.body.removeAttribute('style');
  };
  beforeEach(async () => {
    clear();
    await loadLoader();
  });
  afterEach(clear);

  it('passes an accessibility audit in both schemes and languages, from the choice to the form', async () => {
    for (const theme of ['light', 'dark'] as const) {
      document.body.style.background = theme === 'dark' ? '#1b1e3d' : '';
      for (const lang of ['en', 'fr']) {
        const element = addElement('maths-cancel', { theme, lang });
        const choice = await findInside<HTMLButtonElement>(element, '.maths-cancel-choice button');
        equal((await window.axe.run(element)).violations, []);
        choice.click();
        await findInside(element, 'input[name=name]');
        equal((await window.axe.run(element)).violations, []);
        element.remove();
      }
    }
  });
});

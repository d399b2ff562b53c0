import { inBothSchemes } from './audit.ts';
import { addElement, findInside, loadLoader } from './partner.ts';

const choose = async (element: Element, text: string): Promise<void> => {
  const input = await findInside<HTMLInputElement>(element, 'input[type=file]');
  const chosen = new DataTransfer();
  chosen.items.add(new File([text], 'levels.csv', { type: 'text/csv' }));
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
};

/** Creates the element with a list in it. */
const list = async (theme = 'light'): Promise<HTMLElement> => {
  await loadLoader();
  const element = addElement('maths-levels', { lang: 'en', theme });
  await choose(element, 'LevelName\ncastle\nscript\nforeign\ngone\n');
  await findInside(element, '.maths-level');
  return element;
};

describe('the levels of <maths-levels>', () => {
  it('passes an accessibility audit in both schemes', async () => {
    await inBothSchemes(async (theme) => {
      const element = await list(theme);
      (await findInside<HTMLInputElement>(element, '.maths-all input')).click();
      return element;
    });
  });
});

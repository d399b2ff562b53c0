import { highlighted } from './highlight.ts';
import { part, translate } from './page.ts';

/** Shows the code that a partner pastes. */
export const showCode = (code: string): void => {
  part('code').replaceChildren(...highlighted(code));
  part('copied').textContent = '';
};

/** Rejects also on a page without encryption, where there is no clipboard. */
const copyText = async (text: string): Promise<void> => navigator.clipboard.writeText(text);

/** Lets a developer copy the code. */
export const offerCode = (): void => {
  part('copy').addEventListener('click', () => {
    const say = (text: string) => {
      part('copied').textContent = text;
    };
    copyText(part('code').textContent ?? '').then(
      () => say(translate('code.copied')),
      () => say(translate('code.notCopied')),
    );
  });
};

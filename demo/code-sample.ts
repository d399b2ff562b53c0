import { part, word } from './page.ts';

/** Shows the code and lets a developer copy it. Called again, it shows another one. */
export const showCode = (code: string): void => {
  part('code').textContent = code;
};

export const offerCopy = (): void => {
  part('copy').addEventListener('click', () => {
    const say = (text: string) => {
      part('copied').textContent = text;
    };
    navigator.clipboard.writeText(part('code').textContent ?? '').then(
      () => say(word('code.copied')),
      () => say(word('code.notCopied')),
    );
  });
};

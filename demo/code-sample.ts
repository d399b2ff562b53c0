import { highlighted } from './highlight.ts';
import { part, translate } from './page.ts';
import type { MessageKey } from './messages.ts';

/** A way to write the code; `label` names its tab. */
export type CodeSample = { label: MessageKey; code: string };

/** The name of the radio buttons that choose one of several samples. */
const choice = 'sample';
let shown: readonly CodeSample[] = [];

const chosen = (): CodeSample | undefined => {
  const tabs = [...part('samples').querySelectorAll<HTMLInputElement>(`[name=${choice}]`)];
  return shown[tabs.findIndex(({ checked }) => checked)] ?? shown[0];
};

const showChosen = (): void => {
  part('code').replaceChildren(...highlighted(chosen()?.code ?? ''));
  part('copied').textContent = '';
};

const tabOf = ({ label }: CodeSample, place: number): HTMLLabelElement => {
  const tab = document.createElement('label');
  const input = document.createElement('input');
  input.type = 'radio';
  input.name = choice;
  input.checked = place === 0;
  tab.append(input, translate(label));
  return tab;
};

/** Shows the code, the first sample at first. Called again it shows other code, with the tab that was chosen. */
export const showCode = (...samples: readonly [CodeSample, ...CodeSample[]]): void => {
  const isSame = samples.map(({ label }) => label).join() === shown.map(({ label }) => label).join();
  shown = samples;
  const tabs = part('samples');
  if (!isSame) tabs.replaceChildren(...samples.map(tabOf));
  tabs.hidden = samples.length === 1;
  showChosen();
};

/** Rejects also on a page without encryption, where there is no clipboard. */
const copyText = async (text: string): Promise<void> => navigator.clipboard.writeText(text);

/** Lets a developer choose a sample and copy it. */
export const offerCode = (): void => {
  part('samples').addEventListener('change', showChosen);
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

import { beforeEach, describe, expect, it } from 'vitest';
import { takenEvent } from '../shared/form-key.ts';
import { hold } from './hold.ts';

/** What is done once React has taken over is heard on the buttons and the form themselves. */
describe('what is done in a form before React', () => {
  let box: HTMLElement;
  let done: string[];
  const button = (name: string): HTMLElement => {
    const found = box.querySelector<HTMLElement>(`#${name}`);
    if (found === null) throw new Error(`There is no ${name}`);
    return found;
  };
  beforeEach(() => {
    box = document.createElement('div');
    box.innerHTML =
      '<form><button type="button" id="reveal"></button><button type="button" id="forgotten"></button><button type="submit" id="go"></button></form>';
    document.body.replaceChildren(box);
    done = [];
    for (const name of ['reveal', 'forgotten']) button(name).addEventListener('click', () => void done.push(name));
    box.querySelector('form')?.addEventListener('submit', (event) => {
      event.preventDefault();
      done.push('submit');
    });
    hold(box);
  });
  const take = (): void => void box.dispatchEvent(new Event(takenEvent));

  it('is the last press, once', () => {
    for (const name of ['reveal', 'forgotten']) button(name).click();
    expect(done).toEqual([]);
    take();
    take();
    expect(done).toEqual(['forgotten']);
  });

  it('is the sending, whatever was pressed before or after', () => {
    for (const name of ['reveal', 'go', 'forgotten']) button(name).click();
    take();
    expect(done).toEqual(['submit']);
  });
});

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dispatchInputEvents, saveTyped } from './mount.tsx';

const form =
  '<input name="email"><input name="number" type="number"><input name="tick" type="checkbox"><select name="age"><option value="">-</option><option value="4">4</option></select>';
const field = (box: Element, name: string): HTMLInputElement => {
  const found = box.querySelector<HTMLInputElement>(`[name=${name}]`);
  if (found === null) throw new Error(`There is no ${name}`);
  return found;
};

describe('text in a form that is rendered again', () => {
  let box: HTMLElement;
  beforeEach(() => {
    box = document.createElement('div');
    box.innerHTML = form;
    document.body.replaceChildren(box);
  });

  it('copies typed text to the fields with the same names', () => {
    Object.assign(field(box, 'email'), { value: 'a@mail.example' });
    Object.assign(field(box, 'number'), { value: '24' });
    Object.assign(field(box, 'tick'), { checked: true });
    Object.assign(field(box, 'age'), { value: '4' });
    const restore = saveTyped(box);
    box.innerHTML = form;
    restore();
    expect(['email', 'number', 'age'].map((name) => field(box, name).value)).toEqual(['a@mail.example', '24', '4']);
    expect(field(box, 'tick').checked).toBe(true);
  });

  it('replaces no value of the new form with an empty one, and ticks nothing', () => {
    const restore = saveTyped(box);
    box.innerHTML = form;
    field(box, 'email').value = 'given@mail.example';
    restore();
    expect(field(box, 'email').value).toBe('given@mail.example');
    expect(field(box, 'tick').checked).toBe(false);
  });

  it.each(['email', 'age'])('keeps the focus in %s', (name) => {
    const root = document.createElement('div').attachShadow({ mode: 'open' });
    document.body.append(root.host);
    root.append(box);
    field(box, name).focus();
    const restore = saveTyped(box);
    box.innerHTML = form;
    restore();
    expect(root.activeElement).toBe(field(box, name));
  });

  it('reports typed text to the features, except for empty fields', () => {
    const onEvent = vi.fn((event: Event) => event.target);
    box.addEventListener('input', onEvent);
    field(box, 'number').value = '24';
    dispatchInputEvents(box);
    expect(onEvent.mock.results.map(({ value }) => value)).toContain(field(box, 'number'));
    expect(onEvent.mock.results.map(({ value }) => value)).not.toContain(field(box, 'email'));
  });
});

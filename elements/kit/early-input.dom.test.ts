import { beforeEach, describe, expect, it } from 'vitest';
import { takeInput } from './early-input.ts';
import { hydratedEvent, servedEvent } from './form-protocol.ts';

describe('a prerendered form that no view has hydrated yet', () => {
  let box: HTMLElement;
  let heard: string[];
  const get = (id: string): HTMLElement => box.querySelector<HTMLElement>(`#${id}`) ?? expect.fail(id);
  const serve = (name: string): void => {
    const detail = {
      submit: ({ id }: HTMLFormElement) => void heard.push(`${name} submits ${id}`),
      needView: () => void heard.push(`${name} needs its view`),
    };
    box.dispatchEvent(new CustomEvent(servedEvent, { detail }));
  };
  const hydrate = (): void => {
    box.addEventListener('click', ({ target }) => heard.push(`click ${target instanceof Element ? target.id : ''}`));
    box.dispatchEvent(new Event(hydratedEvent));
  };

  beforeEach(() => {
    box = document.createElement('div');
    box.innerHTML =
      '<form id="form"><button type="button" id="reveal"><b id="inner"></b></button><button type="button" id="other"></button><button type="submit" id="go"></button></form>';
    document.body.replaceChildren(box);
    heard = [];
    takeInput(box);
  });

  it('marks the form as busy immediately, and submits it once when it is served', () => {
    get('go').click();
    expect(box.querySelector('form')?.ariaBusy).toBe('true');
    get('go').click();
    serve('the class');
    serve('the class again');
    expect(heard).toEqual(['the class submits form']);
  });

  it('needs its view for a button, and presses the last one again when it is hydrated', () => {
    for (const id of ['inner', 'other']) get(id).click();
    serve('the class');
    expect(heard).toEqual(['the class needs its view']);
    hydrate();
    expect(heard.slice(1)).toEqual(['click other']);
  });

  it('refuses presses and choices during a request, but not to leave a field or to copy from it', () => {
    box.innerHTML = '<form aria-busy="true"><input><select></select></form>';
    const passes = (name: string, event: Event) => box.querySelector(name)?.dispatchEvent(event);
    const key = (name: string) => new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true });
    const keys = ['Tab', 'c', 'ArrowDown'];
    expect(keys.map((name) => passes('input', key(name)))).toEqual([true, true, true]);
    expect(keys.map((name) => passes('select', key(name)))).toEqual([true, false, false]);
    expect(passes('input', new MouseEvent('click', { bubbles: true, cancelable: true }))).toBe(false);
  });

  it('is served by the class that was defined last, and by none once it is hydrated', () => {
    for (const name of ['one', 'two']) serve(name);
    get('go').click();
    expect(heard).toEqual(['two submits form']);
    hydrate();
    get('reveal').click();
    expect(heard.slice(1)).toEqual(['click reveal']);
  });
});

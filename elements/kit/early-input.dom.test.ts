import { beforeEach, describe, expect, it } from 'vitest';
import { keepEarlyInput } from './early-input.ts';
import { servedEvent } from './form-protocol.ts';

describe('a prerendered form whose element is not defined yet', () => {
  let box: HTMLElement;
  let heard: string[];
  const get = (id: string): HTMLElement => box.querySelector<HTMLElement>(`#${id}`) ?? expect.fail(id);
  /** Serves the form as the class of the element does. */
  const serve = (): void => {
    for (const type of ['submit', 'click']) {
      box.addEventListener(type, (event) => {
        event.preventDefault();
        heard.push(`${event.type} ${event.target instanceof Element ? event.target.id : ''}`);
      });
    }
    box.dispatchEvent(new Event(servedEvent));
  };

  beforeEach(() => {
    box = document.createElement('div');
    box.innerHTML =
      '<form id="form"><button type="button" id="reveal"><b id="inner"></b></button><button type="button" id="other"></button><button type="submit" id="go"></button></form>';
    document.body.replaceChildren(box);
    heard = [];
    keepEarlyInput(box);
  });

  it('marks the form as busy immediately, and submits it once when it is served', () => {
    get('go').click();
    expect(box.querySelector('form')?.ariaBusy).toBe('true');
    get('go').click();
    serve();
    expect(heard).toEqual(['submit form']);
  });

  it('presses the last button again when the form is served', () => {
    for (const id of ['inner', 'other']) get(id).click();
    serve();
    expect(heard).toEqual(['click other']);
  });

  it('leaves every event to the class from then on', () => {
    serve();
    get('reveal').click();
    expect(heard).toEqual(['click reveal']);
  });
});

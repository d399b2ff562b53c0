import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type EarlyForm, listenUntilHydrated } from './early-input.ts';
import { hydratedEvent } from './form-protocol.ts';

const submits = () => vi.fn<EarlyForm['submit']>();
const presses = () => vi.fn<EarlyForm['press']>();

describe('a prerendered form', () => {
  let box: HTMLElement;
  let load: (form: EarlyForm) => void;
  let form: { submit: ReturnType<typeof submits>; press: ReturnType<typeof presses> };
  let clicked: string[];
  const get = (id: string): HTMLElement => box.querySelector<HTMLElement>(`#${id}`) ?? expect.fail(id);
  const hydrate = (): void => void box.dispatchEvent(new Event(hydratedEvent));

  beforeEach(() => {
    box = document.createElement('div');
    box.innerHTML =
      '<form><input name="email" value="a@b.example"><button type="button" id="reveal"><b id="inner"></b></button><button type="button" id="other"></button><button type="button" id="forgotten" data-action="open-recovery"></button><button type="submit" id="go"></button></form>';
    document.body.replaceChildren(box);
    clicked = [];
    for (const id of ['reveal', 'other', 'forgotten']) get(id).addEventListener('click', () => void clicked.push(id));
    const loaded = Promise.withResolvers<EarlyForm>();
    load = loaded.resolve;
    form = { submit: submits(), press: presses() };
    listenUntilHydrated(box, loaded.promise);
  });

  it('marks a prerendered form as busy immediately, and submits it when its controller is loaded', async () => {
    get('go').click();
    expect(box.querySelector('form')?.ariaBusy).toBe('true');
    expect(form.submit).not.toHaveBeenCalled();
    load(form);
    await vi.waitFor(() => expect(form.submit).toHaveBeenCalledOnce());
    expect(form.submit.mock.calls[0]?.[0].get('email')).toBe('a@b.example');
  });

  it('submits the values that the fields had when it was submitted', async () => {
    get('go').click();
    box.querySelector('input')?.setAttribute('value', 'changed@b.example');
    load(form);
    await vi.waitFor(() => expect(form.submit.mock.calls[0]?.[0].get('email')).toBe('a@b.example'));
  });

  it('passes a press with its action and the fields to the controller', async () => {
    get('forgotten').click();
    load(form);
    await vi.waitFor(() => expect(form.press).toHaveBeenCalledOnce());
    expect(form.press.mock.calls[0]?.[0]).toBe('open-recovery');
    expect(form.press.mock.calls[0]?.[1].get('email')).toBe('a@b.example');
    hydrate();
    expect(clicked).toEqual([]);
  });

  it('presses the last button that changes only the view again after hydration', async () => {
    for (const id of ['inner', 'other']) get(id).click();
    load(form);
    await vi.waitFor(() => expect(form.press).toHaveBeenCalled());
    expect(clicked).toEqual([]);
    hydrate();
    expect(clicked).toEqual(['other']);
  });

  it('leaves every event to the view after hydration', () => {
    load(form);
    hydrate();
    let submitted = false;
    box.querySelector('form')?.addEventListener('submit', (event) => {
      event.preventDefault();
      submitted = true;
    });
    get('go').click();
    get('reveal').click();
    expect([submitted, clicked]).toEqual([true, ['reveal']]);
    expect(form.submit).not.toHaveBeenCalled();
  });

  it('passes a submit to the first listener only', async () => {
    const second = { submit: submits(), press: presses() };
    listenUntilHydrated(box, Promise.resolve(second));
    load(form);
    get('go').click();
    await vi.waitFor(() => expect(form.submit).toHaveBeenCalledOnce());
    expect(second.submit).not.toHaveBeenCalled();
  });
});

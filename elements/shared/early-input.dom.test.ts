import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type EarlyForm, listenUntilHydrated } from './early-input.ts';
import { hydratedEvent } from './form-protocol.ts';

const submits = () => vi.fn<EarlyForm['submit']>();
const requests = () => vi.fn<EarlyForm['requestView']>();

describe('a prerendered form', () => {
  let box: HTMLElement;
  let load: (form: EarlyForm) => void;
  let form: { submit: ReturnType<typeof submits>; requestView: ReturnType<typeof requests> };
  let clicked: string[];
  const get = (id: string): HTMLElement => box.querySelector<HTMLElement>(`#${id}`) ?? expect.fail(id);
  const hydrate = (): void => void box.dispatchEvent(new Event(hydratedEvent));

  beforeEach(() => {
    box = document.createElement('div');
    box.innerHTML =
      '<form><input name="email" value="a@b.example"><button type="button" id="reveal"><b id="inner"></b></button><button type="button" id="forgotten"></button><button type="submit" id="go"></button></form>';
    document.body.replaceChildren(box);
    clicked = [];
    for (const id of ['reveal', 'forgotten']) get(id).addEventListener('click', () => void clicked.push(id));
    const loaded = Promise.withResolvers<EarlyForm>();
    load = loaded.resolve;
    form = { submit: submits(), requestView: requests() };
    listenUntilHydrated(box, loaded.promise);
  });

  it('is marked as busy at once, and submitted when its controller is loaded', async () => {
    get('go').click();
    expect(box.querySelector('form')?.ariaBusy).toBe('true');
    expect(form.submit).not.toHaveBeenCalled();
    load(form);
    await vi.waitFor(() => expect(form.submit).toHaveBeenCalledOnce());
    expect(form.submit.mock.calls[0]?.[0].get('email')).toBe('a@b.example');
  });

  it('submits what the fields held when it was submitted', async () => {
    get('go').click();
    box.querySelector('input')?.setAttribute('value', 'changed@b.example');
    load(form);
    await vi.waitFor(() => expect(form.submit.mock.calls[0]?.[0].get('email')).toBe('a@b.example'));
  });

  it('requests the view for another button and presses the last one after hydration', async () => {
    for (const id of ['inner', 'forgotten']) get(id).click();
    load(form);
    await vi.waitFor(() => expect(form.requestView).toHaveBeenCalled());
    expect(clicked).toEqual([]);
    hydrate();
    expect(clicked).toEqual(['forgotten']);
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
    const second = { submit: submits(), requestView: requests() };
    listenUntilHydrated(box, Promise.resolve(second));
    load(form);
    get('go').click();
    await vi.waitFor(() => expect(form.submit).toHaveBeenCalledOnce());
    expect(second.submit).not.toHaveBeenCalled();
  });
});

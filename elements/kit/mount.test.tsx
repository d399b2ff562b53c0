import { act, useId } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hydratedEvent } from './form-protocol.ts';
import { createMount, type Mount } from './mount.tsx';

const messages: Record<string, string> = {
  'errors.GENERIC_ERROR': 'Our servers encountered an error.',
  'common.retry': 'Try again',
};
const t = Object.assign((key: string): string => messages[key] ?? key, { language: 'en' as const });

let broken = false;
const Fragile = () => {
  if (broken) throw new Error('A fault of ours');
  return <p>Well</p>;
};

describe('the mount point of an element', () => {
  let host: HTMLElement;
  let mount: Mount;
  const fail = vi.fn();
  const show = () => act(async () => mount.show(t, <Fragile />, { key: '', content: () => null }));

  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    broken = false;
    fail.mockReset();
    host = document.createElement('div');
    document.body.append(host);
    mount = createMount(host, '', fail);
  });
  afterEach(async () => {
    await act(async () => mount.unmount());
    host.remove();
    vi.unstubAllGlobals();
  });

  it('shows the page’s own link while there is nothing to render', async () => {
    expect(host.shadowRoot?.innerHTML).toBe('<slot></slot>');
    await show();
    expect(host.shadowRoot?.querySelector('slot')).toBeNull();
    expect(host.shadowRoot?.textContent).toBe('Well');
    await act(async () => mount.unmount());
    expect(host.shadowRoot?.innerHTML).toBe('<slot></slot>');
  });

  it.each(['after', 'during'])('replaces what the browser has translated %s the mounting', async (when) => {
    const Named = ({ name }: { name: string }) => (
      <p>
        Hello <b>{name}</b>
      </p>
    );
    const showName = (name: string) => mount.show(t, <Named name={name} />, { key: '', content: () => null });
    const translateIt = (): void => {
      const translated = document.createElement('font');
      translated.textContent = 'Bonjour';
      mount.box.querySelector('p')?.firstChild?.replaceWith(translated);
    };
    const mounted = new Promise((done) => mount.box.addEventListener(hydratedEvent, done));
    await act(async () => showName('Ada'));
    // Mounting ends in a task of its own.
    if (when === 'after') await act(() => mounted);
    translateIt();
    await act(async () => showName('Eve'));
    await act(() => mounted);
    expect(mount.box.textContent).toBe('Hello Eve');
  });

  it('gives two widgets without a shadow root different ids', async () => {
    const Named = () => <p id={useId()} />;
    const mounts = [host, document.body.appendChild(document.createElement('div'))].map((one) => {
      one.toggleAttribute('light-dom', true);
      return createMount(one, '', fail);
    });
    await act(async () => mounts.forEach((one) => one.show(t, <Named />, { key: '', content: () => null })));
    expect(new Set(mounts.map(({ box }) => box.querySelector('p')?.id)).size).toBe(2);
    await act(async () => mounts.forEach((one) => one.unmount()));
  });

  it('turns a render error into a message, an event and a Retry button', async () => {
    broken = true;
    await show();
    expect(host.shadowRoot?.textContent).toContain('Our servers encountered an error.');
    expect(fail).toHaveBeenCalledTimes(1);
    broken = false;
    await act(async () => host.shadowRoot?.querySelector('button')?.click());
    expect(host.shadowRoot?.textContent).toBe('Well');
  });
});

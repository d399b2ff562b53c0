import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSurface, type Surface } from './surface.tsx';

const words: Record<string, string> = {
  'errors.GENERIC_ERROR': 'Our servers encountered an error.',
  'common.retry': 'Try again',
};
const t = (key: string): string => words[key] ?? key;

let broken = false;
const Fragile = () => {
  if (broken) throw new Error('A fault of ours');
  return <p>Well</p>;
};

describe('where an element is drawn', () => {
  let host: HTMLElement;
  let surface: Surface;
  const fail = vi.fn();
  const show = () => act(async () => surface.show(t, <Fragile />, { key: '', content: () => null }));

  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    broken = false;
    fail.mockReset();
    host = document.createElement('div');
    document.body.append(host);
    surface = createSurface(host, '', fail);
  });
  afterEach(async () => {
    await act(async () => surface.remove());
    host.remove();
    vi.unstubAllGlobals();
  });

  it('shows the page’s own link until there is something to show', async () => {
    expect(host.shadowRoot?.querySelector('slot')).not.toBeNull();
    await show();
    expect(host.shadowRoot?.querySelector('slot')).toBeNull();
    expect(host.shadowRoot?.textContent).toBe('Well');
  });

  it('turns a render error into a sentence, an event and a way on', async () => {
    broken = true;
    await show();
    expect(host.shadowRoot?.textContent).toContain('Our servers encountered an error.');
    expect(fail).toHaveBeenCalledTimes(1);
    broken = false;
    await act(async () => host.shadowRoot?.querySelector('button')?.click());
    expect(host.shadowRoot?.textContent).toBe('Well');
  });

  it('leaves nothing behind', async () => {
    await show();
    await act(async () => surface.remove());
    expect(host.shadowRoot?.childNodes).toHaveLength(0);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadFailedEvent } from '../kit/form-protocol.ts';
import { buildMarkup, loadWithRetry } from './show-form.ts';

const built = (markup: string): HTMLElement => {
  const box = document.createElement('div');
  buildMarkup(markup, box);
  return box;
};

describe('building markup by DOM calls', () => {
  it.each([
    ['nested elements and text', '<div class="a"><p>One <b>two</b> three</p></div><p>Four</p>'],
    [
      'empty attributes and void elements',
      '<input required="" name="email"/><button type="submit" disabled="">Go</button>',
    ],
    ['a word with an apostrophe and a sign', '<p part="a b">L’âge & plus</p>'],
  ])('builds markup that keeps %s', (_, markup) => {
    const parsed = document.createElement('div');
    parsed.innerHTML = markup.replaceAll('&', '&amp;');
    expect(built(markup).innerHTML).toBe(parsed.innerHTML);
  });

  it('rebuilds its own output and serializes to the same HTML', () => {
    const box = built('<p><svg viewBox="0 0 1 1"><path d="M0 0"></path></svg>Name</p>');
    const names = ['svg', 'path', 'p'].map((name) => box.querySelector(name)?.namespaceURI);
    expect(names).toEqual(['http://www.w3.org/2000/svg', 'http://www.w3.org/2000/svg', 'http://www.w3.org/1999/xhtml']);
    expect(box.querySelector('svg')?.getAttribute('viewBox')).toBe('0 0 1 1');
  });
});

const limit = 15_000;
const markup = '<p role="alert">It has not loaded completely. <button>Try again</button></p>';
let host: HTMLElement;
let attempts: PromiseWithResolvers<unknown>[] = [];
const root = () => host.shadowRoot ?? host;
const shown = () => root().querySelectorAll('[role=alert]').length;
const button = () => root().querySelector('button') ?? expect.fail('no Retry');
/** Lets the promises of an attempt settle. */
const settled = () => vi.advanceTimersByTimeAsync(0);
const fail = (attempt: number) => {
  attempts[attempt]?.reject(new Error('offline'));
  return settled();
};
const arrive = (attempt: number, file: unknown = {}) => {
  attempts[attempt]?.resolve(file);
  return settled();
};
const load = (attributes: string) => {
  document.body.innerHTML = `<maths-other ${attributes}><a href="/">Open the page</a></maths-other>`;
  host = document.querySelector<HTMLElement>('maths-other') ?? expect.fail('no tag');
  loadWithRetry(host, { markup, css: '' }, (isAgain) => {
    expect(isAgain).toBe(attempts.length > 0);
    attempts.push(Promise.withResolvers());
    return attempts.at(-1)?.promise ?? expect.fail('no attempt');
  });
};

beforeEach(() => {
  vi.useFakeTimers();
  attempts = [];
});
afterEach(() => vi.useRealTimers());

describe('a tag whose file cannot be loaded', () => {
  it.each([
    ['', (tag: HTMLElement) => [...(tag.shadowRoot?.children ?? [])], 'SLOT'],
    ['light-dom', (tag: HTMLElement) => [...tag.children], 'A'],
  ])('shows the sentence and Retry above the content of <maths-other %s>', async (attributes, within, content) => {
    load(attributes);
    await fail(0);
    expect(within(host).map(({ tagName }) => tagName)).toEqual(['DIV', content]);
    expect(button().textContent).toBe('Try again');
  });
});

describe('a file that takes longer than fifteen seconds', () => {
  beforeEach(() => {
    load('');
    return vi.advanceTimersByTimeAsync(limit);
  });

  it('is used when it arrives after all, and the message disappears', async () => {
    expect(shown()).toBe(1);
    await arrive(0);
    expect(shown()).toBe(0);
  });

  it('is used when it arrives during the retry, about which nothing is said any more', async () => {
    button().click();
    expect(shown()).toBe(0);
    await arrive(0);
    await vi.advanceTimersByTimeAsync(limit);
    await fail(1);
    expect(shown()).toBe(0);
  });

  it('says nothing when it fails during the retry, which may succeed', async () => {
    button().click();
    await fail(0);
    expect(shown()).toBe(0);
  });

  it('offers another retry once when the retry fails', async () => {
    button().click();
    await fail(1);
    const first = button();
    await vi.advanceTimersByTimeAsync(limit);
    expect([button(), shown()]).toEqual([first, 1]);
  });

  it('leaves the message, and the focus on its button, when it then fails', async () => {
    const first = button();
    first.focus();
    await fail(0);
    expect(host.shadowRoot?.activeElement).toBe(first);
  });
});

describe('a view that cannot be loaded', () => {
  it('is loaded by the file of its tag from another address, again when that fails, too', async () => {
    load('');
    await arrive(0);
    const detail = vi.fn();
    host.dispatchEvent(new CustomEvent(loadFailedEvent, { detail }));
    button().click();
    await fail(1);
    button().click();
    await arrive(2, 'the other copy');
    expect(detail).toHaveBeenCalledExactlyOnceWith('the other copy');
  });
});

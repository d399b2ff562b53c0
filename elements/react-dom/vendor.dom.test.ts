import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as React from 'react';
import type * as ReactDom from 'react-dom';
import type * as Client from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cutReactDom } from './cut-react-dom.ts';
import { cuts } from './cuts.ts';

// What is cut is the production build, and it goes with the others' only.
vi.stubEnv('NODE_ENV', 'production');
const load = createRequire(import.meta.url);
const { Component, createElement, useId, useState }: typeof React = load('react');
const { flushSync }: typeof ReactDom = load('react-dom');

const build = (): typeof Client => {
  const source = readFileSync('node_modules/react-dom/cjs/react-dom-client.production.js', 'utf8');
  return new Function('require', 'exports', `${cutReactDom(source, cuts)}; return exports;`)(load, {});
};
const { createRoot, hydrateRoot } = build();

function Form({ title }: { title: string }) {
  const id = useId();
  const [sent, setSent] = useState(0);
  return createElement(
    'form',
    {
      onSubmit: (event: Event) => {
        event.preventDefault();
        setSent(sent + 1);
      },
    },
    createElement('label', { htmlFor: id, className: 'label' }, title),
    createElement('input', { id, name: 'email', defaultValue: '' }),
    createElement('button', null, `sent ${sent}`),
  );
}

class Boundary extends Component<{ children: React.ReactNode }, { broken: boolean }> {
  override state = { broken: false };
  static getDerivedStateFromError = () => ({ broken: true });
  override render = (): React.ReactNode => (this.state.broken ? 'something else' : this.props.children);
}

const Broken = (): never => {
  throw new Error('a fault');
};

describe('the cut react-dom', () => {
  let place = document.createElement('div');
  const field = () => place.querySelector('input');
  const quiet = { onCaughtError: () => undefined, onUncaughtError: () => undefined };

  beforeEach(() => {
    place = document.createElement('div');
    document.body.append(place);
  });
  afterEach(() => place.remove());

  it('draws, and answers to an event', async () => {
    flushSync(() => createRoot(place).render(createElement(Form, { title: 'E-mail' })));
    expect(place.querySelector('label')?.getAttribute('for')).toBe(field()?.id);
    place.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    await expect.poll(() => place.textContent).toContain('sent 1');
  });

  it('takes over what stands there, with what was typed', async () => {
    place.innerHTML =
      '<form><label for="_maths-R_0_" class="label">E-mail</label><input id="_maths-R_0_" name="email" value=""><button>sent 0</button></form>';
    const before = field();
    if (before !== null) before.value = 'typed';
    flushSync(() => hydrateRoot(place, createElement(Form, { title: 'E-mail' }), { identifierPrefix: 'maths-' }));
    place.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    await expect.poll(() => place.textContent).toContain('sent 1');
    expect(field()).toBe(before);
    expect(before?.value).toBe('typed');
  });

  it('draws anew where something else stands', async () => {
    place.innerHTML = '<p>an older form</p>';
    const onRecoverableError = () => undefined;
    hydrateRoot(place, createElement(Form, { title: 'E-mail' }), { onRecoverableError });
    await expect.poll(() => field()).not.toBeNull();
    expect(place.textContent).not.toContain('older');
  });

  it('lets a boundary catch a fault', () => {
    const content = createElement(Boundary, null, createElement(Broken));
    flushSync(() => createRoot(place, quiet).render(content));
    expect(place.textContent).toBe('something else');
  });
});

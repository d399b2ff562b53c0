import { type ReactNode, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import type { Translate } from '../../src/i18n/translate.ts';
import { isTreeRoot } from '../../src/lib/browser.ts';
import { prepareBox } from './early-input.ts';
import { formAttribute, formsVersion, hydratedEvent, loadFailedEvent } from './form-protocol.ts';
import hostCss from './host.css?inline';
import lightCss from './light.css?inline';
import { identifierPrefix, ErrorBoundary } from './error-boundary.tsx';
import { adoptStyles } from './styles.ts';

type Field = HTMLInputElement | HTMLSelectElement;

const fieldsIn = (container: ParentNode): Field[] => [
  ...container.querySelectorAll<Field>('input[name], select[name]'),
];

const isTickable = (field: Field): field is HTMLInputElement =>
  'checked' in field && (field.type === 'checkbox' || field.type === 'radio');

/** Dispatches events that report the values of the fields, because the features missed the earlier ones. */
export const dispatchInputEvents = (container: ParentNode): void => {
  for (const field of fieldsIn(container)) {
    if (field.value !== '') field.dispatchEvent(new Event('input', { bubbles: true }));
  }
};

/** Saves the fields' values and the caret. Returns a function that restores them in fields with the same names. */
export const saveTyped = (container: Element): (() => void) => {
  const kept = fieldsIn(container).map((field) => ({
    field,
    name: field.name,
    value: field.value,
    ticked: isTickable(field) && field.checked,
  }));
  const home = container.getRootNode();
  const active = isTreeRoot(home) ? home.activeElement : null;
  const focused = fieldsIn(container).find((field) => field === active);
  const caret =
    focused !== undefined && 'selectionStart' in focused && ([focused.selectionStart, focused.selectionEnd] as const);
  return () => {
    for (const field of fieldsIn(container)) {
      const old = kept.find(({ name }) => name === field.name);
      // A field that still exists has kept everything itself.
      if (old === undefined || old.field === field) continue;
      if (isTickable(field)) field.checked = old.ticked;
      else if (old.value !== '') field.value = old.value;
      if (focused?.name !== field.name) continue;
      field.focus();
      // Scripts cannot read the caret of an email field.
      if ('selectionStart' in field && caret && caret[0] !== null) field.setSelectionRange(...caret);
    }
  };
};

/** The prerendered form. `key` names it (see form-protocol.ts); `content` renders the same again, for hydration. */
type Prerendered = { key: string; content(box: Element): ReactNode };

/** The React root of an element. It exists for as long as the element is connected. */
export type Mount = {
  /** Contains what React renders, and the prerendered form before that. */
  box: HTMLElement;
  show(t: Translate, content: ReactNode, prerendered: Prerendered): void;
  /** Renders something at once that may replace fields. What was typed stays. */
  keepTyped(render: () => void): void;
  /** Called when the translations could not be loaded. The loader shows a message above the form. */
  loadFailed(retry: () => void): void;
  unmount(): void;
};

/**
 * `mounting`: React hydrates the prerendered content, or renders the first one, in parts between which the browser
 * handles other events. `current` is rendered afterwards.
 */
type State = { step: 'empty' } | { step: 'mounting'; root: Root; current: ReactNode } | { step: 'mounted'; root: Root };

/** Shows the page's own link while there is nothing to render. */
const showFallback = (shadow: ShadowRoot): void => shadow.replaceChildren(document.createElement('slot'));

const keyframes = /@keyframes [^{]+\{(?:[^{}]*\{[^{}]*\})*\s*\}/g;

/**
 * Returns the rules for an element without a shadow root: `:host` becomes the element. They are nested and not in
 * `@scope`, which WebKit 2.50 does not apply to text fields. A style rule cannot contain keyframes.
 */
export const scopedTo = (tag: string, css: string): string => {
  const nested = css
    .replaceAll(keyframes, '')
    .replaceAll(/:host\(([^)]*)\)/g, '&[light-dom]:is($1)')
    .replaceAll(':host', '&[light-dom]');
  return `${(css.match(keyframes) ?? []).join('')}:where(${tag}[light-dom]) {\n${nested}\n}`;
};

/** Finds or creates the box, in the light DOM or in a shadow root. */
const boxIn = (host: HTMLElement, css: string): { box: HTMLElement; shadow: ShadowRoot | undefined } => {
  const created = host.ownerDocument.createElement('div');
  if (host.hasAttribute('light-dom')) {
    // A copy of an element, as by `cloneNode`, contains a copy of its form, with what was typed into it.
    const copied = host.querySelector<HTMLElement>(':scope > [data-maths-root]');
    const box = copied ?? created;
    box.dataset['mathsRoot'] = '';
    if (copied === null) host.append(box);
    prepareBox(box);
    // In the document, or in the shadow root of the page's component.
    const root = host.getRootNode();
    if (isTreeRoot(root)) adoptStyles(root, scopedTo(host.localName, css + lightCss));
    return { box, shadow: undefined };
  }
  // An existing root is reused. It is declarative, or it remained after a move.
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open', delegatesFocus: true });
  adoptStyles(shadow, hostCss + css);
  const prerendered = shadow.querySelector<HTMLElement>(`[${formAttribute}]`);
  // What showed a prerendered form has prepared its box.
  if (prerendered !== null) return { box: prerendered, shadow };
  prepareBox(created);
  showFallback(shadow);
  return { box: created, shadow };
};

/** Whether the browser has translated the page: `<font>` has replaced text nodes, which React would change. */
const isMachineTranslated = (box: Element): boolean => box.querySelector('font') !== null;

/** Events that React 19 repeats after hydration, when one in a shadow root has lost its target: it would throw. */
const repeatedEvents = ['focusin', 'mouseover', 'pointerover', 'dragenter', 'gotpointercapture'];

/** @param onFailure called when rendering failed */
export const createMount = (host: HTMLElement, css: string, onFailure: () => void): Mount => {
  const { box, shadow } = boxIn(host, css);
  let state: State = { step: 'empty' };
  const options = {
    identifierPrefix,
    // Errors are reported by an event. React's default would write to the partner's console.
    onCaughtError: () => undefined,
    onUncaughtError: onFailure,
  };

  const keepTyped = (renderAgain: () => void): void => {
    const restore = saveTyped(box);
    flushSync(renderAgain);
    restore();
    dispatchInputEvents(box);
  };
  /** Renders the current content once React has hydrated the prerendered one, or rendered the first one. */
  const finishMounting = (): void => {
    if (state.step !== 'mounting') return;
    const { root, current } = state;
    state = { step: 'mounted', root };
    // The current state can show another form, which keeps what was typed in the meantime.
    if (isMachineTranslated(box)) render(current, root);
    else keepTyped(() => root.render(current));
    box.dispatchEvent(new Event(hydratedEvent));
  };
  /** Removes the style of a prerendered form, the fallback slot and a load error. */
  const removeOthers = (): void => {
    for (const node of Array.from(shadow?.childNodes ?? [])) if (node !== box) node.remove();
  };
  const onMounted = (): void => {
    removeOthers();
    // The mounted content looks like the current one, so the browser may handle other events first.
    setTimeout(finishMounting);
  };

  // React adds its listeners to the same box later, so these run first.
  for (const name of repeatedEvents) {
    box.addEventListener(name, (event) => state.step === 'mounting' && event.stopImmediatePropagation(), true);
  }

  const tree = (t: Translate, content: ReactNode): ReactNode => (
    <ErrorBoundary t={t} onFailure={onFailure} onMounted={onMounted}>
      {content}
    </ErrorBoundary>
  );

  const hydrate = (t: Translate, prerendered: Prerendered, current: ReactNode): void => {
    const restore = saveTyped(box);
    // An error means a hydration mismatch, which is a bug in our code. React has rendered everything again by then.
    const hydrateOptions = { ...options, onRecoverableError: restore };
    startTransition(() => {
      state = { step: 'mounting', root: hydrateRoot(box, tree(t, prerendered.content(box)), hydrateOptions), current };
    });
  };

  const renderFirst = (current: ReactNode): void => {
    const root = createRoot(box, options);
    state = { step: 'mounting', root, current };
    startTransition(() => root.render(current));
  };

  /** @param before the root that rendered the box until now */
  const render = (current: ReactNode, before?: Root): void => {
    keepTyped(() => {
      before?.unmount();
      box.replaceChildren();
      const root = createRoot(box, options);
      state = { step: 'mounted', root };
      root.render(current);
    });
  };

  return {
    box,
    show(t, content, prerendered) {
      const current = tree(t, content);
      switch (state.step) {
        case 'empty':
          // A box that is in place is not moved, because it would lose the focus.
          if (box.parentNode === null) shadow?.append(box);
          // The fallback is shown until there is something else.
          if (box.firstChild === null) return renderFirst(current);
          removeOthers();
          if (box.getAttribute(formAttribute) === `${formsVersion} ${prerendered.key}`)
            return hydrate(t, prerendered, current);
          render(current);
          box.dispatchEvent(new Event(hydratedEvent));
          return;
        case 'mounting':
          state = { ...state, current };
          return;
        case 'mounted':
          if (!isMachineTranslated(box)) return state.root.render(current);
          render(current, state.root);
      }
    },
    keepTyped,
    loadFailed(retry) {
      host.dispatchEvent(new CustomEvent(loadFailedEvent, { detail: retry }));
    },
    unmount() {
      if (state.step !== 'empty') state.root.unmount();
      state = { step: 'empty' };
      box.remove();
      if (shadow !== undefined) showFallback(shadow);
    },
  };
};

/**
 * Simulates a very quick visitor: types as soon as a field accepts text, and submits one frame later. Runs in every page
 * and frame before their own scripts. It is sent there as text, so it cannot import anything.
 *
 * @typedef {{ email: string, password: string, asksPassword: boolean, pause: number, again: number }} Visitor
 * `pause`: how long the visitor waits before submitting; `again`: when the visitor submits again if nothing happens. In milliseconds
 * @typedef {{ from: number, typing: number | null, lost: number, submits: number[], tasks: [number, number][],
 *   shifts: [number, number][] }} Seen times in milliseconds since the frame's own `from`
 *
 * @param {Visitor} visitor
 */
export const probe = ({ email, password, asksPassword, pause, again }) => {
  /** @type {Seen} */
  const seen = { from: performance.timeOrigin, typing: null, lost: 0, submits: [], tasks: [], shifts: [] };
  Object.assign(globalThis, { benchSeen: seen });

  const observe = (/** @type {string} */ type, /** @type {(entry: any) => void} */ keep) =>
    new PerformanceObserver((list) => list.getEntries().forEach(keep)).observe({ type, buffered: true });
  observe('longtask', ({ startTime, duration }) => seen.tasks.push([startTime, duration]));
  observe('layout-shift', ({ startTime, value }) => seen.shifts.push([startTime, value]));

  /**
   * Returns the text fields of a document, shadow roots included.
   * @param {ParentNode} root @returns {HTMLInputElement[]}
   */
  const inputsOf = (root) =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      ...(element instanceof HTMLInputElement ? [element] : []),
      ...(element.shadowRoot === null ? [] : inputsOf(element.shadowRoot)),
    ]);

  const isUsable = (/** @type {HTMLInputElement} */ input) =>
    !input.disabled &&
    !input.readOnly &&
    input.getBoundingClientRect().width > 0 &&
    input.checkVisibility({ visibilityProperty: true, opacityProperty: true });

  const type = (/** @type {HTMLInputElement} */ input, /** @type {string} */ text) => {
    if (input.value === text) return true;
    input.focus();
    const root = input.getRootNode();
    if (!(root instanceof Document || root instanceof ShadowRoot) || root.activeElement !== input) return false;
    input.select();
    document.execCommand('insertText', false, text);
    return input.value === text;
  };

  const submit = (/** @type {HTMLInputElement} */ input) => {
    const button = input.form?.querySelector('[type=submit], button:not([type])');
    if (!(button instanceof HTMLButtonElement || button instanceof HTMLInputElement) || button.disabled) return;
    const box = input.form?.querySelector('[type=checkbox][required]:not(:checked)');
    if (box instanceof HTMLInputElement) return box.click();
    seen.submits.push(performance.now());
    button.click();
  };

  const look = () => {
    requestAnimationFrame(look);
    const now = performance.now();
    const last = seen.submits.at(-1);
    if (last !== undefined && now < last + again) return;
    const inputs = document.documentElement === null ? [] : inputsOf(document).filter(isUsable);
    const name = inputs.find((input) => input.type === 'email' || input.type === 'text');
    const secret = inputs.find((input) => input.type === 'password');
    if (name === undefined) return;
    const kept = name.value === email;
    if (!kept || seen.typing === null) {
      if (seen.typing !== null) seen.lost += 1;
      seen.typing = type(name, email) ? now : null;
      if (seen.typing !== null && secret !== undefined) type(secret, password);
      return;
    }
    if (asksPassword && secret?.value !== password) {
      if (secret !== undefined) type(secret, password);
      return;
    }
    if (now >= seen.typing + pause) submit(name);
  };
  requestAnimationFrame(look);
};

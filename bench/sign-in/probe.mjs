/**
 * Simulates a very quick visitor: types as soon as a field accepts text, and submits one frame later. Runs in every
 * page before its own scripts. It is sent there as text, so it cannot import anything.
 *
 * @typedef {{ email: string, password: string }} Visitor
 * @typedef {{ from: number, typing: number | null, tasks: [number, number][] }} Seen `typing`: when typing began, and
 *   `tasks`:
 *   the begin and the length of long tasks, in milliseconds since `from`
 *
 * @param {Visitor} visitor
 */
export const probe = ({ email, password }) => {
  /** @type {Seen} */
  const seen = { from: performance.timeOrigin, typing: null, tasks: [] };
  Object.assign(globalThis, { benchSeen: seen });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.tasks.push([startTime, duration]);
  }).observe({ type: 'longtask', buffered: true });
  /** A visitor who sees nothing happen submits again after three seconds. */
  let submittedAt = -3000;

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
    submittedAt = performance.now();
    button.click();
  };

  const look = () => {
    requestAnimationFrame(look);
    const now = performance.now();
    if (now < submittedAt + 3000) return;
    const inputs = document.documentElement === null ? [] : inputsOf(document).filter(isUsable);
    const name = inputs.find((input) => input.type === 'email' || input.type === 'text');
    const secret = inputs.find((input) => input.type === 'password');
    if (name === undefined) return;
    const isTyped = name.value === email && secret?.value === password;
    if (isTyped) return submit(name);
    // A text that the page has lost is typed again.
    seen.typing = type(name, email) ? now : null;
    if (seen.typing !== null && secret !== undefined) type(secret, password);
  };
  requestAnimationFrame(look);
};

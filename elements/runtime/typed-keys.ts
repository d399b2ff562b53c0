/** Events that contain what a visitor types. They leave a shadow root. */
const typing = 'keydown keypress keyup beforeinput input paste compositionstart compositionupdate compositionend'.split(
  ' ',
);

/** Keys that type nothing. A page may move the focus, submit or close something by them. */
const passed = ['Tab', 'Enter', 'Escape'];

/**
 * Keeps what is typed into the fields of a form from the page. Outside of the shadow root, such an event seems to come
 * from the element and not from a field, so that a page's shortcuts would run while somebody types. What a key does in
 * the browser, and the listeners of the form itself, are not concerned: React listens on the same box.
 */
export const keepTypedKeys = (box: Element): void => {
  for (const name of typing) {
    box.addEventListener(name, (event) => {
      // While an input method is open, these keys choose or discard a suggestion.
      const isPassed = event instanceof KeyboardEvent && passed.includes(event.key) && !event.isComposing;
      if (!isPassed && event.target instanceof Element && event.target.matches('input,select')) event.stopPropagation();
    });
  }
};

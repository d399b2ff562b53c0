/** The protocol between the loader, a controller and a view of one form. They are loaded one after the other. */

/** Identifies the markup of one build. The form of another release has another value. */
export const formsVersion = typeof __FORMS_VERSION__ === 'undefined' ? '' : __FORMS_VERSION__;

/** Fired on the box when React handles the events of the form. */
export const hydratedEvent = 'maths-hydrated';

/** Fired on the box when the element could not load its translations; `detail` is a function that retries. */
export const loadFailedEvent = 'maths-load-failed';

/** Marks the form as busy, with the same attributes that the view sets. */
export const showBusy = (box: Element, busy: boolean): void => {
  for (const form of box.querySelectorAll('form')) form.ariaBusy = String(busy);
  for (const input of box.querySelectorAll('input')) input.readOnly = busy;
  for (const button of box.querySelectorAll('[type=submit]')) button.ariaDisabled = busy ? 'true' : null;
};

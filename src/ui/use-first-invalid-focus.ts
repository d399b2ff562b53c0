import { type RefObject, useEffect } from 'react';

/** When a check failed before anything was sent, the first field concerned takes the focus. */
export const useFirstInvalidFocus = (form: RefObject<HTMLFormElement | null>, failed: unknown) => {
  useEffect(() => {
    if (failed) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, failed]);
};

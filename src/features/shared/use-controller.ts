import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { Failure } from '../../contracts/error-codes.ts';
import type { FormController } from './form-controller.ts';

/**
 * Re-renders when the state of the controller changes. Hydration starts from the initial state, which is what was
 * prerendered; React then renders the current state, for example when the form is already submitting.
 */
export const useController = <State>(
  controller: FormController<State>,
  onFailure: (failure: Failure) => void,
): State => {
  const report = useEffectEvent(onFailure);
  useEffect(() => controller.onFailure((failure) => report(failure)), [controller]);
  return useSyncExternalStore(controller.subscribe, controller.state, controller.initialState);
};

/** Controls how `elements/testing/gate.mjs` delivers the portal's files whose names contain this text from now on. */
export const setGate = async (files: string, as: 'open' | 'shut' | 'broken'): Promise<void> => {
  await fetch(`/gate?${new URLSearchParams({ files, as })}`);
};

/** The file that all views share, React included. */
export const viewChunk = '/chunks/view-';

/** The file that every form's controller needs. */
export const controllerFile = '/sign-in-controller.js';

/**
 * Controls how `elements/testing/delivery.mjs` delivers the portal's files whose names contain this text from now on.
 */
export const setDelivery = async (files: string, as: 'normal' | 'delayed' | 'broken'): Promise<void> => {
  await fetch(`/delivery?${new URLSearchParams({ files, as })}`);
};

/** The file that all views share, React included. */
export const viewChunk = '/chunks/view-';

/** The file that every form's controller needs. */
export const controllerFile = '/sign-in-controller.js';

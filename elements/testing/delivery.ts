import { portal } from './partner.ts';

/** Identifies the pages of this test file, because other files run at the same time. */
const owner = crypto.randomUUID();

/**
 * Returns an address of a script that no page has used yet, so that no file below it is cached. `setDelivery` controls
 * the files that are loaded from there.
 */
export const controlledAddress = (name = 'loader.js'): string =>
  `${portal}/elements/page-${owner}/${crypto.randomUUID()}/${name}`;

/**
 * Controls how `elements/testing/delivery.mjs` delivers the portal's files whose names contain this text from now on.
 */
export const setDelivery = async (files: string, as: 'normal' | 'delayed' | 'broken'): Promise<void> => {
  await fetch(`/delivery?${new URLSearchParams({ owner, files, as })}`);
};

/** The file that all views share, React included. */
export const viewChunk = '/chunks/view-';

/** The file that every form's controller needs. */
export const controllerFile = '/chunks/sign-in-controller-';

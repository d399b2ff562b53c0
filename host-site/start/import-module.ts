import { uncoverLate } from '../layout/uncover-late.ts';

/** The document’s module, which its first script names, once all that stands in the document is there. */
export const importModule = (): void => {
  const module = document.currentScript?.dataset['module'];
  if (module === undefined) throw new Error('The first script needs data-module');
  document.addEventListener('DOMContentLoaded', () => {
    import(/* @vite-ignore */ module).catch(uncoverLate);
  });
};

/** What `elements/testing/gate.mjs` does with the portal's files whose names hold this, from now on. */
export const setGate = async (files: string, as: 'open' | 'shut' | 'broken'): Promise<void> => {
  await fetch(`/gate?${new URLSearchParams({ files, as })}`);
};

/** The file that all elements share, React in it. */
export const elementChunk = '/chunks/element-';

import { useState } from 'react';
import type { PackageTable } from './class-tables.ts';
import { usePrinting } from './use-printing.ts';

/** Which panels are open: at first the first that was started, on paper all that were. */
export const useOpenPanels = (panels: readonly Pick<PackageTable, 'id' | 'started'>[]) => {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const printing = usePrinting();
  const first = panels.find(({ started }) => started)?.id;
  const open = chosen ?? new Set(first === undefined ? [] : [first]);
  return {
    isOpen: (id: string) => open.has(id) || printing,
    toggle: (id: string) =>
      setChosen(new Set(open.has(id) ? [...open].filter((other) => other !== id) : [...open, id])),
  };
};

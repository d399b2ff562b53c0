import { useCallback, useState } from 'react';
import type { PackageTable } from './class-tables.ts';
import { usePrinting } from './use-printing.ts';

const toggled = (open: readonly string[], id: string): readonly string[] =>
  open.includes(id) ? open.filter((other) => other !== id) : [...open, id];

/** Returns which panels are open: initially the first started package, and all while the page is printed. */
export const useOpenPanels = (panels: readonly Pick<PackageTable, 'id' | 'started'>[]) => {
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const printing = usePrinting();
  const first = panels.find(({ started }) => started)?.id ?? '';
  const open = chosen ?? [first];
  const toggle = useCallback((id: string) => setChosen((before) => toggled(before ?? [first], id)), [first]);
  return { printing, isOpen: (id: string) => open.includes(id) || printing, toggle };
};

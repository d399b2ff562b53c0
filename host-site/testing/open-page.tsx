import { render, screen } from '@testing-library/react';
import { takeArrival } from '../routing/arrival.ts';
import { readBeginning } from '../routing/beginning.ts';
import { Site } from '../site.tsx';

/** Opens the page as a browser does; its tag stays undefined, or shows nothing, as no server answers. */
export const openPage = async (path: string): Promise<void> => {
  history.replaceState(null, '', path);
  takeArrival();
  render(<Site beginning={await readBeginning()} />);
  await screen.findByRole('contentinfo');
};

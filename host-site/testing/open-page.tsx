import { render, screen } from '@testing-library/react';
import { takeArrival } from '../routing/arrival.ts';
import { readInitialState } from '../routing/page-state.ts';
import { Site } from '../site.tsx';

/** Opens a page as a browser does. Its tag stays undefined, or shows nothing, because no server answers. */
export const openPage = async (path: string): Promise<void> => {
  history.replaceState(null, '', path);
  takeArrival();
  render(<Site initialState={await readInitialState()} />);
  await screen.findByRole('contentinfo');
};

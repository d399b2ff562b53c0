import type { Plugin } from 'vite';
import { cutReactDom } from './cut-react-dom.ts';
import { cuts, reactCuts } from './cuts.ts';

/**
 * Whole, React would be more than half of what a sign-in loads, and it can do far more than a form needs: about half of
 * its 58 KB goes. Only in the library's build, whose browser tests run what is left; our own pages have React whole.
 */
export const reactDom = (): Plugin => ({
  name: 'maths-portal:react-dom',
  transform: {
    filter: { id: /\/(react|react-dom-client)\.production\.js(\?.*)?$/ },
    handler: (source, id) => ({
      code: cutReactDom(source, id.includes('/react-dom/') ? cuts : reactCuts),
      map: null,
    }),
  },
});

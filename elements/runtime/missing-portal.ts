import { logError } from '../../src/lib/log.ts';
import { configuredEvent, portalOf } from './portal-origin.ts';

const reported = new Set<string>();

/**
 * Waits for the address of the portal. `configure` may run after the element is in the page, so the error is logged
 * after the scripts that currently run, once for each tag.
 * @param start called when `configure` was called
 */
export const waitForPortal = (element: Element, start: () => void): void => {
  const tag = element.localName;
  addEventListener(configuredEvent, start, { once: true });
  setTimeout(() => {
    if (reported.has(tag) || !element.isConnected || portalOf(element) !== undefined) return;
    reported.add(tag);
    logError(
      `<${tag}> has no portal address, so it sends nothing and shows its fallback content. Set it once: ` +
        `import { configure } from 'maths-portal/configure'; configure({ portal: 'https://portal.example' }). ` +
        `Or set it on the tag: <${tag} portal="https://portal.example">. It must be an origin, without a path.`,
    );
  });
};

import { comparedOrigin, widgetLocation } from '../../src/bridge/partner-page.ts';
import { originsOfKey, partners } from '../../src/config/partner-origins.ts';
import { type Audience, isWidgetName, tags, widgetNames } from '../../src/contracts/tags.ts';
import { logError, logWarning } from '../../src/lib/browser.ts';

/** The messages for the developer of a page that were logged, about mistakes that visitors cannot fix: each once. */
const said = new Set<string>();

const warn = (portal: string, text: string): void => {
  const message = `${text} Guide: ${portal}/elements/tag-and-package.md`;
  if (said.has(message)) return;
  said.add(message);
  logWarning(message);
};

/** Logs an error for an element that cannot start, once for each tag. */
export const explainMissingPortal = ({ localName: tag }: Element): void => {
  if (said.has(tag)) return;
  said.add(tag);
  logError(
    `<${tag}> has no portal address, so it sends nothing and shows its fallback content. Set it once: ` +
      `import { configure } from 'maths-portal/configure'; configure({ portal: 'https://portal.example' }). ` +
      `Or set it on the tag: <${tag} portal="https://portal.example">. It must be an origin, without a path.`,
  );
};

/** The origin of the partner's page that was compared with the key. */
const pageOrigin = (portal: string): string => comparedOrigin(widgetLocation(window, portal)) ?? 'unknown';

const opaque =
  ' A page has the origin "null" in a frame whose sandbox lacks allow-same-origin, as a file, and at a data: address.';

const nameOf = (element: Element): string => `<${element.localName}>`;

/** Explains why the form is disabled, or works on the machine of a developer only. */
export const explainKey = (element: Element, audience: Audience, portal: string, isBlocked: boolean): void => {
  const key = element.getAttribute('origin');
  const page = pageOrigin(portal);
  // A person can open the page of a frame directly, which is not a mistake of the partner.
  if (page === portal) return;
  const name = nameOf(element);
  if (key === null) {
    warn(portal, `${name} on ${page} is disabled: the attribute "origin" is missing. Set it to the key of your page.`);
    return;
  }
  const origins = originsOfKey(key, audience, partners);
  if (origins !== undefined) {
    warn(
      portal,
      `${name} is disabled: the page's origin ${page} does not belong to the key "${key}" (${origins.join(', ')}).${page === 'null' ? opaque : ''}`,
    );
    return;
  }
  const whose = audience === 'parent' ? "parents'" : "teachers'";
  warn(
    portal,
    isBlocked
      ? `${name} on ${page} is disabled: the portal ${portal} has no key "${key}" for ${whose} forms. Ask its operator for your key.`
      : `${name} on ${page} works only because page and portal are on this machine: this package has no key "${key}" for ${whose} forms. Your website needs a key of this package.`,
  );
};

/** Explains why `<maths-embed>` has no form. The browser itself says why it blocks a frame. */
export const explainEmbed = (element: Element, portal: string): void => {
  for (const attribute of tags['maths-embed'].required.filter((one) => !element.hasAttribute(one))) {
    warn(portal, `${nameOf(element)} on ${pageOrigin(portal)}: the required attribute "${attribute}" is missing.`);
  }
  const widget = element.getAttribute('widget');
  if (widget === null || isWidgetName(widget)) return;
  const known = widgetNames.join(', ');
  warn(portal, `${nameOf(element)} on ${pageOrigin(portal)}: there is no widget "${widget}". Write one of: ${known}.`);
};

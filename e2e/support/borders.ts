import type { Page } from 'playwright-core';

/**
 * Lists texts that lie on a border: a label that wrapped over the edge of its button, or a word that is wider than its
 * box. Runs in the page.
 */
const findTexts = (): string[] => {
  type Box = { left: number; right: number; top: number; bottom: number };
  /** Borders can be rounded to whole pixels, and letters are smaller than the box of their line. */
  const slack = 2;
  const texts: { element: Element; box: Box; text: string }[] = [];
  const edges: { element: Element; box: Box }[] = [];

  const parentOf = (node: Node): Element | null => {
    const parent = node.parentNode;
    return parent instanceof ShadowRoot ? parent.host : parent instanceof Element ? parent : null;
  };
  const shared = (one: Box, other: Box): Box => ({
    left: Math.max(one.left, other.left),
    right: Math.min(one.right, other.right),
    top: Math.max(one.top, other.top),
    bottom: Math.min(one.bottom, other.bottom),
  });
  const meet = (one: Box, other: Box): boolean =>
    one.left <= other.right && other.left <= one.right && one.top <= other.bottom && other.top <= one.bottom;
  /** The part of a box that its scroll containers do not clip. */
  const visiblePart = (element: Element | null, box: Box): Box => {
    if (element === null) return box;
    const clips = getComputedStyle(element).overflow !== 'visible';
    return visiblePart(parentOf(element), clips ? shared(box, element.getBoundingClientRect()) : box);
  };
  /** The dialog, banner or sticky head that contains an element. It covers the boxes below it. */
  const layerOf = (element: Element | null): Element | null =>
    element === null || element.localName === 'dialog' || /fixed|sticky/.test(getComputedStyle(element).position)
      ? element
      : layerOf(parentOf(element));
  /** Whether a computed color has no opacity: `rgba(0, 0, 0, 0)`, `color(srgb 0 0 0 / 0)`. */
  const isTransparent = (color: string): boolean => /^rgba\(.*, 0\)$|\/ 0\)$/.test(color);

  const addEdges = (element: Element): void => {
    const style = getComputedStyle(element);
    const rect = element.getBoundingClientRect();
    for (const side of ['top', 'right', 'bottom', 'left'] as const) {
      const width = parseFloat(style.getPropertyValue(`border-${side}-width`));
      if (width === 0 || isTransparent(style.getPropertyValue(`border-${side}-color`))) continue;
      const box = { left: rect.left, right: rect.right, top: rect.top, bottom: rect.bottom };
      if (side === 'top') box.bottom = box.top + width;
      if (side === 'bottom') box.top = box.bottom - width;
      if (side === 'left') box.right = box.left + width;
      if (side === 'right') box.left = box.right - width;
      edges.push({ element, box });
    }
    if (isTransparent(style.backgroundColor) || rect.width === 0) return;
    // A background ends at an edge too.
    const { left, right, top, bottom } = rect;
    edges.push(
      { element, box: { left, right: left, top, bottom } },
      { element, box: { left: right, right, top, bottom } },
      { element, box: { left, right, top, bottom: top } },
      { element, box: { left, right, top: bottom, bottom } },
    );
  };

  const walk = (node: Node): void => {
    if (node instanceof Element) {
      if (!node.checkVisibility({ opacityProperty: true, visibilityProperty: true })) {
        if (getComputedStyle(node).display !== 'contents') return;
      } else addEdges(node);
      if (node.shadowRoot) node.shadowRoot.childNodes.forEach(walk);
    }
    const element = parentOf(node);
    if (node instanceof Text && element !== null && node.data.trim() !== '') {
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) {
        const letters = {
          left: rect.left,
          right: rect.right,
          top: rect.top + rect.height / 4,
          bottom: rect.bottom - rect.height / 4,
        };
        texts.push({ element, box: visiblePart(element, letters), text: node.data.trim() });
      }
    }
    if (!(node instanceof Element && node.shadowRoot)) node.childNodes.forEach(walk);
    else [...node.childNodes].filter((child) => child instanceof Element && child.assignedSlot !== null).forEach(walk);
  };
  walk(document.body);

  const topmostAt = (x: number, y: number, root: Document | ShadowRoot = document): Element | null => {
    const found = root.elementFromPoint(x, y);
    return found?.shadowRoot && found.shadowRoot !== root ? (topmostAt(x, y, found.shadowRoot) ?? found) : found;
  };
  // A class has thousands of texts and edges, so each pair is compared by numbers first.
  const visibleEdges = edges.map((edge) => ({ ...edge, visible: visiblePart(parentOf(edge.element), edge.box) }));
  const faults = texts.flatMap(({ element, box, text }) =>
    visibleEdges
      .filter(({ visible }) => meet(box, visible))
      .map((edge) => ({ ...edge, common: shared(box, edge.visible) }))
      .filter(({ common, box: { left, right } }) => {
        const isVertical = right - left <= 8;
        const inside = isVertical
          ? common.left > box.left + slack && common.right < box.right - slack && common.bottom - common.top > slack
          : common.top >= box.top && common.bottom <= box.bottom && common.right - common.left > slack;
        return inside && common.left <= common.right && common.top <= common.bottom;
      })
      .filter((edge) => layerOf(edge.element) === layerOf(element))
      // Something else covers the text here, for example a sticky column.
      .filter(({ common }) => {
        const topmost = topmostAt((common.left + common.right) / 2, (common.top + common.bottom) / 2);
        return topmost === element || (topmost !== null && (element.contains(topmost) || topmost.contains(element)));
      })
      .map(
        (edge) =>
          `"${text.slice(0, 40)}" on the edge of ${edge.element.localName}.${edge.element.getAttribute('class') ?? ''}`,
      ),
  );
  return [...new Set(faults)];
};

export const textsOnBorders = async (page: Page): Promise<string[]> => page.evaluate(findTexts);

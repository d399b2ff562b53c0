/*
 * What a node is, in any window. `instanceof` compares with the classes of one window, but the nodes of an
 * element that a page took from a frame keep those of the frame.
 */

const hasType = (node: unknown, type: number): node is Node =>
  typeof node === 'object' && node !== null && 'nodeType' in node && node.nodeType === type;

export const isElement = (node: unknown): node is Element => hasType(node, 1);

/** Of the fragments, only a shadow root has a host. */
export const isShadowRoot = (node: unknown): node is ShadowRoot => hasType(node, 11) && 'host' in node;

/** Returns whether the node is a root that can have styles and a focused element. */
export const isTreeRoot = (node: unknown): node is Document | ShadowRoot => hasType(node, 9) || isShadowRoot(node);

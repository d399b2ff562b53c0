/** The one version whose shapes are spoken here: what `stripe@23.1.0` pins. A test compares the two. */
export const apiVersion = '2026-10-28.endive';

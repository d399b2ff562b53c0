/**
 * The kind of page that contains a form (decisions.md#2-elements and #3-bridge). `first-party`: the portal's own page.
 * `widget`: a partner's page or a frame, where nothing is stored. `blocked`: a widget whose `origin` is unknown or does
 * not match the parent. It shows an error and is disabled.
 */
export type FormMode = { kind: 'first-party' } | { kind: 'widget' } | { kind: 'blocked' };

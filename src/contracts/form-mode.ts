/**
 * Where a form stands (decisions sections 2 and 3). `first-party`: the portal's own page. `widget`: a partner's page
 * or a frame, nothing is stored. `blocked`: a widget whose `origin` is unknown or not the real parent's: it says so
 * and takes nothing.
 */
export type FormMode = { kind: 'first-party' } | { kind: 'widget' } | { kind: 'blocked' };

/**
 * The ports and the build of the end-to-end tests, which differ from those of a portal that may run on this machine.
 */
const port = process.env['PORT'] ?? '4183';
const demoPort = process.env['DEMO_PORT'] ?? '4184';
const simulatorPort = process.env['STRIPE_SIMULATOR_PORT'] ?? '4186';

export const ports = { PORT: port, DEMO_PORT: demoPort, STRIPE_SIMULATOR_PORT: simulatorPort };
export const testBuild = process.env['BUILD_FOLDER'] ?? 'dist-test';

export const portalUrl = `http://localhost:${port}`;
export const demoUrl = `http://127.0.0.1:${demoPort}`;
export const simulatorUrl = `http://localhost:${simulatorPort}`;

/** Matches the address of a page of the portal, with or without a slash at the end of its path. */
export const urlOf = (path: string): RegExp => new RegExp(`^${portalUrl}${path}/?(\\?|$)`);

import { expect, it } from 'vitest';
import { freePort } from '../test-tools/ports.mjs';
import { isRegistryReachable } from './registry.mjs';

it('reports a registry that does not answer as not reachable', { timeout: 60_000 }, async () => {
  expect(isRegistryReachable(`http://127.0.0.1:${await freePort()}`)).toBe(false);
});

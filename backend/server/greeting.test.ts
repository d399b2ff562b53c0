import { expect, it } from 'vitest';
import { loadConfig } from '../config.ts';
import { greeting } from './greeting.ts';

const bannerFor = (env: Record<string, string>): string =>
  greeting({ config: loadConfig(env), key: null, restoredFrom: null });

it('the startup banner names the mail viewer, and no game key, on this machine', () => {
  expect(bannerFor({})).toContain('http://localhost:4173/dev/mail');
  expect(bannerFor({})).not.toContain('GAME_API_KEY');
});

it('the startup banner of a published development server names the generated game key and no mail viewer', () => {
  const banner = bannerFor({ PUBLIC_URL: 'https://preview.maths-school.org' });
  expect(banner).not.toContain('/dev/mail');
  expect(banner).toMatch(/^Game +GAME_API_KEY=[\w-]{32} /m);
});

it('the startup banner does not print a game key that was configured', () => {
  const banner = bannerFor({ PUBLIC_URL: 'https://preview.maths-school.org', GAME_API_KEY: 'a-configured-key' });
  expect(banner).not.toContain('a-configured-key');
});

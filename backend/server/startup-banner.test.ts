import { expect, it } from 'vitest';
import { loadConfig } from '../config/load-config.ts';
import { startupBanner } from './startup-banner.ts';

const bannerFor = (env: Record<string, string>): string => startupBanner({ config: loadConfig(env), key: null });

it('names the mail viewer, but no game key, in the startup banner on this machine', () => {
  expect(bannerFor({})).toContain('http://localhost:4173/dev/mail');
  expect(bannerFor({})).not.toContain('GAME_API_KEY');
});

it('names the test account on this machine only', () => {
  expect(bannerFor({})).toContain('parent@home.example, password "correct horse battery"');
  expect(bannerFor({ PUBLIC_URL: 'https://preview.maths-school.org' })).not.toContain('parent@home.example');
});

it('names the generated game key, but no mail viewer, in the startup banner of a published development server', () => {
  const banner = bannerFor({ PUBLIC_URL: 'https://preview.maths-school.org' });
  expect(banner).not.toContain('/dev/mail');
  expect(banner).toMatch(/^Game +GAME_API_KEY=[\w-]{32} /m);
});

it('prints no configured game key in the startup banner', () => {
  const banner = bannerFor({ PUBLIC_URL: 'https://preview.maths-school.org', GAME_API_KEY: 'a-configured-key' });
  expect(banner).not.toContain('a-configured-key');
});

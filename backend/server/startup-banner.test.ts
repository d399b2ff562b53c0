import { expect, it } from 'vitest';
import { loadConfig } from '../config/load-config.ts';
import { startupBanner } from './startup-banner.ts';

const account = { email: 'parent@home.example', password: 'correct horse battery' };
const bannerFor = (env: Record<string, string>, has: typeof account | null = null): string =>
  startupBanner({ config: loadConfig(env), key: null, account: has });

it('names the mail viewer, but no game key, in the startup banner on this machine', () => {
  expect(bannerFor({})).toContain('http://localhost:4173/dev/mail');
  expect(bannerFor({})).not.toContain('GAME_API_KEY');
});

it('names the test account, if there is one', () => {
  expect(bannerFor({}, account)).toContain('parent@home.example, password "correct horse battery"');
  expect(bannerFor({})).not.toContain('Account');
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

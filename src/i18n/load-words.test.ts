import i18next from 'i18next';
import { describe, expect, it, vi } from 'vitest';
import { brand } from '../config/brand.ts';
import { loadWords } from './load-words.ts';

describe('loadWords', () => {
  it("puts a feature's words at the root, and those of all features beside them", async () => {
    const t = await loadWords('sign-in', 'en');
    expect([t('submit'), t('common.password'), t('errors.InvalidPassword')]).toEqual([
      'Log in',
      'Password',
      'This password is not valid.',
    ]);
  });

  it('speaks two languages side by side', async () => {
    const [english, french] = await Promise.all([loadWords('sign-in', 'en'), loadWords('sign-in', 'fr')]);
    expect([english('submit'), french('submit')]).toEqual(['Log in', 'Se connecter']);
  });

  it('fills in the product and the limits, and escapes nothing', async () => {
    const t = await loadWords('site', 'en');
    expect(t('signIn.lead')).toBe(`Welcome back to ${brand.name}.`);
    expect(t('common.passwordHint')).toBe('(8 characters or more)');
    const dashboard = await loadWords('dashboard', 'en');
    expect(dashboard('sent', { email: "o'neil&co@home.example" })).toContain("o'neil&co@home.example");
  });

  it('fails loudly at a missing key or value while we build', async () => {
    const t = await loadWords('dashboard', 'en');
    expect(() => t('heading.forgotten')).toThrow('No words for "heading.forgotten"');
    expect(() => t('sent')).toThrow('No value');
  });

  it('gives a parent a readable word instead', async () => {
    vi.stubEnv('DEV', false);
    const t = await loadWords('dashboard', 'en');
    expect([t('button.openAccount'), t('sent')]).toEqual([
      'open account',
      'We have sent a link to . It works for one hour.',
    ]);
    vi.unstubAllEnvs();
  });

  it("leaves i18next's global instance to the page that we are a guest of", async () => {
    await loadWords('sign-in', 'fr');
    expect(i18next.isInitialized).toBeFalsy();
  });
});

import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { brand } from '../config/brand.ts';
import { loadTranslations } from './load-translations.ts';

describe('loadTranslations', () => {
  it("returns a feature's messages at the root, together with those of all features", async () => {
    const t = await loadTranslations('sign-in', 'en');
    expect([t('submit'), t('common.password'), t('errors.InvalidPassword')]).toEqual([
      'Log in',
      'Password',
      'This password is not valid.',
    ]);
  });

  it('supports two languages at the same time', async () => {
    const [english, french] = await Promise.all([loadTranslations('sign-in', 'en'), loadTranslations('sign-in', 'fr')]);
    expect([english('submit'), french('submit')]).toEqual(['Log in', 'Se connecter']);
  });

  it('interpolates the product and the limits, without escaping', async () => {
    const t = await loadTranslations('site', 'en');
    expect(t('title.signIn')).toBe(`Log in – ${brand.name}`);
    expect(t('common.passwordHint')).toBe('(8 characters or more)');
    const dashboard = await loadTranslations('dashboard', 'en');
    expect(dashboard('sent', { email: "o'neil&co@home.example" })).toContain("o'neil&co@home.example");
  });

  it('throws for a missing key or value in development', async () => {
    const t = await loadTranslations('dashboard', 'en');
    expect(() => t('heading.forgotten')).toThrow('No translation of "heading.forgotten"');
    expect(() => t('sent')).toThrow('No value');
  });

  it("leaves i18next's global instance of the partner's page unchanged", async () => {
    await loadTranslations('sign-in', 'fr');
    expect(i18next.isInitialized).toBeFalsy();
  });
});

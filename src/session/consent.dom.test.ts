import cookies from 'js-cookie';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clientID } from './client-id.ts';
import { createConsent } from './consent.ts';

const hostOf = (protocol = 'https:', navigator: object = {}) =>
  Object.assign(new EventTarget(), { location: { protocol }, navigator, localStorage });

beforeEach(() => {
  for (const name of Object.keys(cookies.get())) cookies.remove(name);
});

describe('consent', () => {
  it('sets the cookie of the specification: 365 days, lax, secure on https', () => {
    const write = vi.spyOn(document, 'cookie', 'set');
    createConsent(hostOf()).give();
    createConsent(hostOf('http:')).give();
    const [secure = '', plain = ''] = write.mock.calls.flat();
    write.mockRestore();
    expect(secure).toMatch(/^CookieConsent=true; path=\/; expires=[^;]+; sameSite=lax; secure$/);
    expect(plain).toMatch(/^CookieConsent=true; path=\/; expires=[^;]+; sameSite=lax$/);
    const days = (Date.parse(/expires=([^;]+)/.exec(secure)?.[1] ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(365);
  });

  it('starts without consent, and satisfies the forms after a click or a scroll', () => {
    const consent = createConsent(hostOf('http:'));
    expect([consent.state(), consent.given()]).toEqual(['none', false]);
    consent.giveByScroll();
    expect([consent.state(), consent.given()]).toEqual(['scrolled', true]);
    consent.give();
    expect([consent.state(), consent.given()]).toEqual(['clicked', true]);
  });

  it('allows telemetry after a click only, and never against Global Privacy Control', () => {
    const consent = createConsent(hostOf('http:'));
    consent.giveByScroll();
    expect(consent.allowsTelemetry()).toBe(false);
    consent.give();
    expect(consent.allowsTelemetry()).toBe(true);
    expect(createConsent(hostOf('http:', { globalPrivacyControl: true })).allowsTelemetry()).toBe(false);
    expect(createConsent(hostOf('http:', { globalPrivacyControl: false })).allowsTelemetry()).toBe(true);
    consent.refuse();
    expect(consent.allowsTelemetry()).toBe(false);
  });

  it('allows no telemetry after the checkbox of a form, which satisfies the forms also after a refusal', () => {
    const consent = createConsent(hostOf('http:'));
    consent.refuse();
    consent.giveNecessary();
    expect([consent.state(), consent.given(), consent.allowsTelemetry()]).toEqual(['necessary', true, false]);
    expect(document.cookie).toBe('CookieConsent=necessary');
  });

  it('stays refused when the page is scrolled', () => {
    const consent = createConsent(hostOf('http:'));
    consent.refuse();
    consent.giveByScroll();
    expect([consent.state(), consent.given()]).toEqual(['refused', false]);
  });

  it('reads no consent from a cookie with another value', () => {
    cookies.set('CookieConsent', 'constructor');
    expect(createConsent(hostOf('http:')).state()).toBe('none');
  });

  it('notifies every part of the page', () => {
    const host = hostOf('http:');
    const listener = vi.fn();
    const stop = createConsent(host).subscribe(listener);
    createConsent(host).give();
    stop();
    createConsent(host).refuse();
    expect(listener).toHaveBeenCalledOnce();
  });

  it('follows another tab in a browser that reports cookie changes', () => {
    const host = Object.assign(hostOf('http:'), { cookieStore: new EventTarget() });
    const listener = vi.fn();
    const stop = createConsent(host).subscribe(listener);
    host.cookieStore.dispatchEvent(new Event('change'));
    stop();
    host.cookieStore.dispatchEvent(new Event('change'));
    expect(listener).toHaveBeenCalledOnce();
  });

  it("removes the visitor's id once it is withdrawn", () => {
    const consent = createConsent(hostOf('http:'));
    consent.give();
    const before = clientID(window);
    consent.refuse();
    expect(localStorage.length).toBe(0);
    consent.give();
    expect(clientID(window)).not.toBe(before);
  });
});

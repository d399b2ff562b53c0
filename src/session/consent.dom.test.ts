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
    expect(secure).toMatch(/^CookieConsent=true; path=\/; max-age=31536000; sameSite=lax; secure$/);
    expect(plain).toMatch(/^CookieConsent=true; path=\/; max-age=31536000; sameSite=lax$/);
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

  it.each([
    ['of other software', "{stamp:'x',necessary:true}", 'none', 'clicked'],
    ['of other software, empty', '', 'none', 'clicked'],
    ['of a sister host that was refused', 'refused', 'refused', 'refused'],
    ['of a sister host that was accepted', 'true', 'clicked', 'clicked'],
  ] as const)('gives one answer beside an earlier cookie of this name: %s', (_, foreign, before, after) => {
    let own = '';
    const page = { cookie: '' };
    const read = () => ['a=b', `CookieConsent=${foreign}`, own].filter((cookie) => cookie !== '').join('; ');
    const write = (cookie: string) => (own = cookie.split(';', 1)[0] ?? '');
    vi.stubGlobal('document', Object.defineProperty(page, 'cookie', { get: read, set: write }));
    const consent = createConsent(hostOf('http:'));
    expect(consent.state()).toBe(before);
    consent.give();
    expect(consent.state()).toBe(after);
    expect(consent.allowsTelemetry()).toBe(foreign === 'true');
    consent.refuse();
    expect([consent.state(), consent.allowsTelemetry()]).toEqual(['refused', false]);
    vi.unstubAllGlobals();
  });

  it('keeps the answer for the visit where the browser stores no cookie, and allows no telemetry', () => {
    vi.stubGlobal('document', Object.defineProperty({}, 'cookie', { get: () => '', set() {} }));
    const host = hostOf('http:');
    createConsent(host).give();
    expect([createConsent(host).state(), createConsent(host).allowsTelemetry()]).toEqual(['clicked', false]);
    createConsent(host).refuse();
    expect(createConsent(host).state()).toBe('refused');
    expect(createConsent(hostOf('http:')).state()).toBe('none');
    vi.unstubAllGlobals();
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

  it.each(['focus', 'pageshow'])('follows another tab when the visitor returns, also without a report: %s', (name) => {
    const host = hostOf('http:');
    const listener = vi.fn();
    const stop = createConsent(host).subscribe(listener);
    host.dispatchEvent(new Event(name));
    stop();
    host.dispatchEvent(new Event(name));
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

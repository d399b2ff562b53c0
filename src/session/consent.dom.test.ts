import cookies from 'js-cookie';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clientID } from './client-id.ts';
import { allowsTelemetry, createConsentStore } from './consent-store.ts';

const hostOf = (protocol = 'https:', navigator: object = {}) =>
  Object.assign(new EventTarget(), { location: { protocol }, navigator, localStorage, cookieStore: new EventTarget() });
const change = (target: EventTarget) => target.dispatchEvent(new Event('change'));

beforeEach(() => {
  for (const name of Object.keys(cookies.get())) cookies.remove(name);
});

describe('consent', () => {
  it('sets the cookie of the specification: 365 days, lax, secure on https', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) });
    const write = vi.spyOn(document, 'cookie', 'set');
    createConsentStore(hostOf()).give();
    createConsentStore(hostOf('http:')).give();
    const [secure = '', plain = ''] = write.mock.calls.flat();
    write.mockRestore();
    vi.useRealTimers();
    expect(secure).toMatch(
      /^CookieConsent=true; path=\/; expires=Fri, 01 Jan 2027 00:00:00 GMT; sameSite=lax; secure$/,
    );
    expect(plain).toMatch(/^CookieConsent=true; path=\/; expires=Fri, 01 Jan 2027 00:00:00 GMT; sameSite=lax$/);
  });

  it('starts without consent, and satisfies the forms after a click or a scroll', () => {
    const consent = createConsentStore(hostOf('http:'));
    expect([consent.state(), consent.given()]).toEqual(['none', false]);
    consent.giveByScroll();
    expect([consent.state(), consent.given()]).toEqual(['scrolled', true]);
    consent.give();
    expect([consent.state(), consent.given()]).toEqual(['clicked', true]);
  });

  it('allows telemetry after a click only, and never against Global Privacy Control', () => {
    const consent = createConsentStore(hostOf('http:'));
    consent.giveByScroll();
    expect(allowsTelemetry()).toBe(false);
    consent.give();
    expect(allowsTelemetry()).toBe(true);
    expect(allowsTelemetry({ navigator: { globalPrivacyControl: true } })).toBe(false);
    expect(allowsTelemetry({ navigator: { globalPrivacyControl: false } })).toBe(true);
    consent.refuse();
    expect(allowsTelemetry()).toBe(false);
  });

  it('allows no telemetry after the checkbox of a form, which satisfies the forms also after a refusal', () => {
    const consent = createConsentStore(hostOf('http:'));
    consent.refuse();
    consent.giveNecessary();
    expect([consent.state(), consent.given(), allowsTelemetry()]).toEqual(['necessary', true, false]);
    expect(document.cookie).toBe('CookieConsent=necessary');
  });

  it('stays refused when the page is scrolled', () => {
    const consent = createConsentStore(hostOf('http:'));
    consent.refuse();
    consent.giveByScroll();
    expect([consent.state(), consent.given()]).toEqual(['refused', false]);
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
    const consent = createConsentStore(hostOf('http:'));
    expect(consent.state()).toBe(before);
    consent.give();
    expect(consent.state()).toBe(after);
    expect(allowsTelemetry()).toBe(foreign === 'true');
    consent.refuse();
    expect([consent.state(), allowsTelemetry()]).toEqual(['refused', false]);
    vi.unstubAllGlobals();
  });

  it('keeps the answer for the visit where the browser stores no cookie, and allows no telemetry', () => {
    vi.stubGlobal('document', Object.defineProperty({}, 'cookie', { get: () => '', set() {} }));
    const host = hostOf('http:');
    createConsentStore(host).give();
    expect([createConsentStore(host).state(), allowsTelemetry(host)]).toEqual(['clicked', false]);
    createConsentStore(host).refuse();
    expect(createConsentStore(host).state()).toBe('refused');
    expect(createConsentStore(hostOf('http:')).state()).toBe('none');
    vi.unstubAllGlobals();
  });

  it.each([
    ['another part of the page', (host: ReturnType<typeof hostOf>) => createConsentStore(host).give()],
    ['another tab that the browser reports', ({ cookieStore }: ReturnType<typeof hostOf>) => change(cookieStore)],
    [
      'another tab, when the visitor returns',
      (host: ReturnType<typeof hostOf>) => host.dispatchEvent(new Event('focus')),
    ],
    [
      'another tab, when the page returns',
      (host: ReturnType<typeof hostOf>) => host.dispatchEvent(new Event('pageshow')),
    ],
  ])('follows %s', (_, act) => {
    const host = hostOf('http:');
    const listener = vi.fn();
    const stop = createConsentStore(host).subscribe(listener);
    act(host);
    stop();
    act(host);
    expect(listener).toHaveBeenCalledOnce();
  });

  it("removes the visitor's id once it is withdrawn", () => {
    const consent = createConsentStore(hostOf('http:'));
    consent.give();
    const before = clientID(window);
    consent.refuse();
    expect(localStorage.length).toBe(0);
    consent.give();
    expect(clientID(window)).not.toBe(before);
  });
});

import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { conversionEvent } from '../../src/contracts/api.ts';
import { createConsentStore } from '../../src/session/consent-store.ts';
import { recordVisit } from './telemetry.ts';

const consent = createConsentStore();
const beacons: string[] = [];
/** Announces a conversion as a form in the document does. */
const announce = (detail: unknown): void => {
  const form = document.createElement('maths-teacher-sign-up');
  form.lang = 'fr';
  document.body.append(form);
  form.dispatchEvent(new CustomEvent(conversionEvent, { detail, bubbles: true, composed: true }));
};

beforeAll(() => {
  recordVisit('signIn');
});
beforeEach(() => {
  beacons.length = 0;
  vi.spyOn(navigator, 'sendBeacon').mockImplementation((_, body) => {
    if (body instanceof Blob) void body.text().then((text) => beacons.push(text));
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  consent.refuse();
});

describe("conversions on the portal's own pages", () => {
  it.each([
    ['sign_in', '/signin'],
    ['sign_up', '/signup'],
    ['teacher_sign_up', '/schoolzone/teacher/signup'],
  ])('records %s with consent, for its page, and without the email in any form', async (type, page) => {
    consent.give();
    announce(type);
    await vi.waitFor(() => expect(beacons).toHaveLength(1));
    const event = JSON.parse(beacons[0] ?? '');
    expect(event.type).toBe(type);
    expect(JSON.parse(event.data)).toEqual({
      eventID: expect.any(String),
      clientID: expect.any(String),
      page,
      lang: 'fr',
    });
  });

  it('records no conversion without consent', () => {
    consent.giveByScroll();
    announce('sign_up');
    expect(navigator.sendBeacon).not.toHaveBeenCalled();
  });

  it.each(['page_view', 'toString', undefined])('ignores an event whose detail is %s', (detail) => {
    consent.give();
    announce(detail);
    expect(navigator.sendBeacon).not.toHaveBeenCalled();
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEndpoints } from '../../config/endpoints.ts';
import { createConsent } from '../../session/consent.ts';
import { createTeacherSignUpServices } from './teacher-sign-up-services.ts';

const consent = createConsent();
const beacons: string[] = [];
const recordSignUp = () =>
  createTeacherSignUpServices(createEndpoints('https://portal.example', {})).recordSignUp('fr');

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

describe('the sign-up of a teacher', () => {
  it('is recorded with consent, and without the email in any form', async () => {
    consent.give();
    recordSignUp();
    await vi.waitFor(() => expect(beacons).toHaveLength(1));
    const event = JSON.parse(beacons[0] ?? '');
    expect(event.type).toBe('teacher_sign_up');
    expect(JSON.parse(event.data)).toEqual({
      eventID: expect.any(String),
      clientID: expect.any(String),
      page: '/schoolzone/teacher/signup',
      lang: 'fr',
    });
  });

  it('is not recorded without consent', () => {
    consent.giveByScroll();
    recordSignUp();
    expect(beacons).toEqual([]);
  });
});

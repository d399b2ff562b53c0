import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEndpoints } from '../../config/endpoints.ts';
import { createConsent } from '../../session/consent.ts';
import { createTeacherSignUpServices } from './teacher-sign-up-services.ts';

const consent = createConsent();
const beacons: string[] = [];
const recordSignUp = () =>
  createTeacherSignUpServices(createEndpoints('https://portal.example', {})).recordSignUp('fr', 'Test@Example.com');

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
  it('is told with a digest of the address, and never the address', async () => {
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
      emailHash: '973dfe463ec85785f5f95af5ba3906eedb2d931c24e69824a89ea65dba4e813b',
    });
    expect(beacons[0]?.toLowerCase()).not.toContain('test@');
  });

  it('makes no digest without consent', () => {
    const digest = vi.spyOn(crypto.subtle, 'digest');
    consent.giveByScroll();
    recordSignUp();
    expect(digest).not.toHaveBeenCalled();
    expect(beacons).toEqual([]);
  });
});

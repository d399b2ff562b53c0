import cookies from 'js-cookie';
import { beforeEach, describe, expect, it } from 'vitest';
import { clientID, forgetClientID } from './client-id.ts';

beforeEach(() => {
  localStorage.clear();
  cookies.remove('_ga');
});

describe('the id of a visitor who consented', () => {
  it('stays the same until it is forgotten', () => {
    const id = clientID(window);
    expect(id).toMatch(/^[\w-]{22}$/);
    expect(clientID(window)).toBe(id);
    forgetClientID(window);
    expect(clientID(window)).not.toBe(id);
  });

  it('uses the id of a tag manager where there is one, and stores nothing then', () => {
    cookies.set('_ga', 'GA1.1.1234567890.1700000000');
    expect(clientID(window)).toBe('1234567890.1700000000');
    expect(localStorage.length).toBe(0);
  });

  it('replaces what other software stored under its key, and reads nothing else from such a cookie', () => {
    cookies.set('_ga', 'marie@example.com');
    localStorage.setItem('clientID', 'marie@example.com');
    const id = clientID(window);
    expect([id, clientID(window)]).toEqual([expect.stringMatching(/^[\w-]{22}$/), id]);
  });
});

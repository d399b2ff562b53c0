import { describe, expect, it, vi } from 'vitest';
import { fail, succeed } from '../../lib/result.ts';
import { signInResponse } from '../../services/testing/builders.ts';
import { registerOrResume } from './controller.ts';

const taken = fail('EmailAddressNotAvailable');
const account = succeed(signInResponse());

describe('a registration that is retried', () => {
  it('continues with the account of the first attempt when a later step had failed', async () => {
    const register = vi.fn().mockResolvedValueOnce(account).mockResolvedValue(taken);
    const signIn = vi.fn().mockResolvedValue(account);
    const attempt = registerOrResume({ register, signIn });
    await attempt('parent@mail.example', 'eight888');
    expect(await attempt('parent@mail.example', 'eight888')).toBe(account);
    expect(signIn).toHaveBeenCalledExactlyOnceWith('parent@mail.example', 'eight888', undefined);
  });

  it('continues after a lost response', async () => {
    const register = vi.fn().mockResolvedValueOnce(fail('TIMEOUT')).mockResolvedValue(taken);
    const attempt = registerOrResume({ register, signIn: vi.fn().mockResolvedValue(account) });
    await attempt('parent@mail.example', 'eight888');
    expect(await attempt('parent@mail.example', 'eight888')).toBe(account);
  });

  it('reports that the email is taken when the password is a different one', async () => {
    const register = vi.fn().mockResolvedValueOnce(account).mockResolvedValue(taken);
    const attempt = registerOrResume({ register, signIn: vi.fn().mockResolvedValue(fail('InvalidEmailOrPassword')) });
    await attempt('parent@mail.example', 'eight888');
    expect(await attempt('parent@mail.example', 'another8')).toBe(taken);
  });

  it('signs nobody in to the account of another person', async () => {
    const signIn = vi.fn();
    const attempt = registerOrResume({ register: vi.fn().mockResolvedValue(taken), signIn });
    await attempt('somebody@mail.example', 'eight888');
    expect(await attempt('somebody@mail.example', 'eight888')).toBe(taken);
    expect(signIn).not.toHaveBeenCalled();
  });
});

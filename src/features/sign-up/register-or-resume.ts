import type { Identity } from '../../services/identity/identity.ts';

/**
 * Registration for somebody who may try twice. When a later step failed, or the answer was lost, the account is there
 * already and a second registration would say that the address is taken: by the parent's own first try. So an address
 * that this page has tried to register is then signed in to, with the password that was typed.
 */
export const registerOrResume = ({ register, signIn }: Pick<Identity, 'register' | 'signIn'>): Identity['register'] => {
  const tried = new Set<string>();
  return async (email, password, signal) => {
    const answer = await register(email, password, signal);
    if (answer.ok || answer.failure.code !== 'EmailAddressNotAvailable') {
      tried.add(email);
      return answer;
    }
    if (!tried.has(email)) return answer;
    const resumed = await signIn(email, password, signal);
    // Another password: then the address is simply taken, and the message shows the way to sign in.
    return resumed.ok || resumed.failure.code !== 'InvalidEmailOrPassword' ? resumed : answer;
  };
};

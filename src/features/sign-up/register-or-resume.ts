import type { Identity } from '../../services/identity/identity.ts';

/**
 * Registers a person who may retry. When a later step failed, or the response was lost, the account exists already, and
 * a second registration would report that the email is taken. An email that this page has tried to register is
 * therefore signed in, with the typed password.
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
    // With a different password, the email is taken, and the message offers to sign in.
    return resumed.ok || resumed.failure.code !== 'InvalidEmailOrPassword' ? resumed : answer;
  };
};

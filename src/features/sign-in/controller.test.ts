import { expect, it, vi } from 'vitest';
import type { AuthResult } from '../../contracts/auth-result.ts';
import { done, fail, succeed } from '../../lib/result.ts';
import { fakeConsent, fakeElement, formData } from '../shared/testing/fake-element.ts';
import { createSignInController, type SignInServices } from './controller.ts';

const result: AuthResult = { session: '{}', userID: 'user', playfabID: 'player' };
// An old password may be shorter than today's minimum.
const filled = { email: ' parent@mail.example ', password: ' old ' };

const open = () => {
  const signIn = vi.fn<SignInServices['signIn']>().mockResolvedValue(succeed(result));
  const element = fakeElement('widget', { origin: 'web2wave' });
  const services = { signIn, sendRecoveryMail: async () => done, consent: fakeConsent() };
  const controller = createSignInController(services, element);
  const submit = async (fields: Record<string, string>) => {
    controller.submit(formData(fields));
    await vi.waitFor(() => expect(controller.isBusy()).toBe(false));
  };
  return { signIn, element, controller, submit };
};

it('reports each step to the partner’s page, with the code of a failure and without what was typed', async () => {
  const { signIn, element, submit } = open();
  signIn.mockResolvedValueOnce(fail('InvalidEmailOrPassword'));
  await submit(filled);
  await submit(filled);
  const credentials = { email: 'parent@mail.example', password: ' old ', language: 'en', keep: false };
  expect(signIn.mock.calls[0]?.[0]).toEqual({ ...credentials, partner: 'web2wave' });
  // The page leaves when the sign-in is reported.
  expect(element.recordConversion).toHaveBeenCalledExactlyOnceWith('sign_in');
  expect(element.recordConversion).toHaveBeenCalledBefore(element.succeeded);
  const told = element.step.mock.calls.map(([detail]) => detail).filter(({ step }) => step !== 'shown');
  const form = 'sign-in';
  expect(told).toEqual([
    { step: 'submitted', form },
    { step: 'failed', form, code: 'InvalidEmailOrPassword' },
    { step: 'submitted', form },
    { step: 'succeeded', form },
  ]);
  expect(element.succeeded).toHaveBeenCalledExactlyOnceWith(result);
});

it('reports that the form itself found a mistake, keeps it when the page is restored, and reports which form is shown', async () => {
  const { element, controller, submit } = open();
  await submit({ email: '', password: '' });
  expect(element.step).toHaveBeenLastCalledWith({ step: 'failed', form: 'sign-in', code: 'ALL_FIELDS_REQUIRED' });
  controller.restored();
  expect(controller.state().form.step).toBe('failed');
  controller.openRecovery('');
  expect(element.step).toHaveBeenLastCalledWith({ step: 'shown', form: 'recovery' });
  controller.closeRecovery('');
  expect(controller.state().form).toEqual({ step: 'editing' });
});

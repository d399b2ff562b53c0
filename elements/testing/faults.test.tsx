import { act, cleanup, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ClassroomChange } from '../../src/contracts/calls/school-zone.ts';
import type { ErrorCode } from '../../src/contracts/error-codes.ts';
import { createClassroomUpdateController } from '../../src/features/classroom-update/controller.ts';
import { ClassroomUpdate } from '../../src/features/classroom-update/view.tsx';
import { createResetPasswordController } from '../../src/features/reset-password/controller.ts';
import { ResetPassword } from '../../src/features/reset-password/view.tsx';
import { type FakeElement, fakeElement } from '../../src/features/shared/testing/fake-element.ts';
import { renderInElement } from '../../src/features/shared/testing/in-element.tsx';
import { createSignInController } from '../../src/features/sign-in/controller.ts';
import { SignIn } from '../../src/features/sign-in/view.tsx';
import { createSignUpController } from '../../src/features/sign-up/controller.ts';
import { SignUp } from '../../src/features/sign-up/view.tsx';
import { createTeacherSignUpController } from '../../src/features/teacher-sign-up/controller.ts';
import { TeacherSignUp } from '../../src/features/teacher-sign-up/view.tsx';
import { type ElementName, errorSentence } from '../../src/i18n/translate.ts';
import { translationsOf } from '../../src/i18n/testing/translations.ts';
import { fail, type Result, succeed } from '../../src/lib/result.ts';

type Call = () => Promise<Result<never>>;
type Form = { name: ElementName; open(call: Call, element: FakeElement): ReactNode; typed: Record<string, string> };

const consent = { given: () => false, giveNecessary: vi.fn(), subscribe: () => () => undefined };
const change: ClassroomChange = {
  kind: 'update',
  numStudents: 30,
  currentStudents: 24,
  removedCodes: [],
  reinitialize: false,
};
const read = async () => succeed({ change, classroomCode: 'K7P-42M' });
const parent = { email: 'parent@mail.example', password: ' my secret ', cookies: 'on' };
const teacher = { email: 'teacher@school.example', name: 'Camille Roy', numStudents: '24' };
const forTeacher = (mode: string, call: Call, element: FakeElement) => {
  element.attributes['mode'] = mode;
  const services = { createTeacher: call, requestUpdate: call, requestLink: call };
  return <TeacherSignUp controller={createTeacherSignUpController(services, element)} />;
};

/** Each form that sends one call, with what is typed into it. */
const forms: Record<string, Form> = {
  'a sign-in': {
    name: 'sign-in',
    open: (signIn, element) => (
      <SignIn controller={createSignInController({ signIn, sendRecoveryMail: signIn, consent }, element)} />
    ),
    typed: parent,
  },
  'a forgotten password': {
    name: 'sign-in',
    open: (sendRecoveryMail, element) => {
      const services = { signIn: sendRecoveryMail, sendRecoveryMail, consent };
      const controller = createSignInController(services, element);
      controller.openRecovery('');
      return <SignIn controller={controller} />;
    },
    typed: { email: parent.email },
  },
  'a sign-up': {
    name: 'sign-up',
    open: (signUp, element) => {
      const services = { signUp, purchase: signUp, shownPrice: () => '', visit: vi.fn(), consent };
      return <SignUp controller={createSignUpController(services, element)} />;
    },
    typed: { ...parent, agreement: 'on' },
  },
  'a new class': {
    name: 'teacher-sign-up',
    open: (call, element) => forTeacher('create', call, element),
    typed: { ...teacher, ageGroup: '8-9', schoolName: 'École des Érables', referralEmail: 'parent@home.example' },
  },
  'a change of a class': {
    name: 'teacher-sign-up',
    open: (call, element) => forTeacher('update', call, element),
    typed: { email: teacher.email, numStudents: '30', reinitialize: 'on' },
  },
  'a new password': {
    name: 'reset-password',
    open: (resetPassword, element) => {
      const services = { resetPassword, sendRecoveryMail: resetPassword, signInCode: { write: vi.fn() } };
      return <ResetPassword controller={createResetPasswordController(services, element, 'secret')} />;
    },
    typed: { password: 'new secret', devices: 'on' },
  },
  'a mailed change': {
    name: 'classroom-update',
    open: (apply) => <ClassroomUpdate controller={createClassroomUpdateController({ read, apply }, 'secret')} />,
    typed: { newLink: 'on' },
  },
};

const field = (name: string) => {
  const found = document.querySelector(`[name="${name}"]`);
  if (found instanceof HTMLInputElement || found instanceof HTMLSelectElement) return found;
  throw new Error(`There is no ${name}`);
};
const valueOf = (name: string) => {
  const input = field(name);
  if (input instanceof HTMLInputElement && input.type === 'checkbox') return input.checked ? 'on' : '';
  return input.value;
};
const fill = (typed: Record<string, string>): void => {
  for (const [key, value] of Object.entries(typed)) {
    const input = field(key);
    if (input instanceof HTMLInputElement && input.type === 'checkbox') input.checked = value === 'on';
    else input.value = value;
  }
};
const submit = () => act(async () => screen.getByRole<HTMLFormElement>('form').requestSubmit());

afterEach(cleanup);

describe.each(Object.entries(forms))('%s that fails', (_, { name, open, typed }) => {
  it.each(['OFFLINE', 'TIMEOUT', 'SERVICE_UNAVAILABLE', 'TOO_MANY_REQUESTS', 'GENERIC_ERROR'] satisfies ErrorCode[])(
    'says why in both languages, loses nothing and can be sent again: %s',
    async (code) => {
      const translations = await translationsOf(name);
      const call = vi.fn<Call>(
        code === 'GENERIC_ERROR' ? () => Promise.reject(new Error('ours')) : async () => fail(code),
      );
      const element = fakeElement();
      const { speak } = renderInElement(element, translations, open(call, element));
      await screen.findByRole('form');
      fill(typed);
      await submit();
      const alert = screen.getByRole('alert');
      const context = name === 'sign-up' || name === 'teacher-sign-up' ? 'sign-up' : 'account';
      expect(alert.textContent?.trim()).toBe(errorSentence(translations.en, context, code));
      expect(document.activeElement).toBe(alert);
      expect(element.failed).toHaveBeenCalledExactlyOnceWith({ code, message: alert.textContent?.trim() });
      speak('fr');
      expect(screen.getByRole('alert').textContent?.trim()).toBe(errorSentence(translations.fr, context, code));
      expect(Object.fromEntries(Object.keys(typed).map((key) => [key, valueOf(key)]))).toEqual(typed);
      await submit();
      expect(call).toHaveBeenCalledTimes(2);
    },
  );
});

describe.each(Object.entries(forms))('%s whose request runs', (_, { name, open, typed }) => {
  it('sends nothing again, and finds no mistake when it was emptied', async () => {
    const call = vi.fn<Call>(() => new Promise(() => {}));
    const element = fakeElement();
    renderInElement(element, await translationsOf(name), open(call, element));
    await screen.findByRole('form');
    fill(typed);
    await submit();
    fill(Object.fromEntries(Object.keys(typed).map((key) => [key, ''])));
    await submit();
    expect(call).toHaveBeenCalledOnce();
    expect(element.failed).not.toHaveBeenCalled();
    expect(screen.getByRole('form').getAttribute('aria-busy')).toBe('true');
  });
});

describe.each(['a sign-in', 'a sign-up', 'a new class'])('%s on a page that is not the partner’s', (title) => {
  it("shows 'Invalid parent origin!', is disabled and sends nothing", async () => {
    const { name, open, typed } = forms[title] ?? expect.fail();
    const call = vi.fn<Call>();
    const element = fakeElement('blocked');
    renderInElement(element, await translationsOf(name), open(call, element));
    const message = 'Invalid parent origin!';
    expect(screen.getByRole('alert').textContent?.trim()).toBe(message);
    expect(field('email').closest('fieldset')?.disabled).toBe(true);
    expect(element.failed).toHaveBeenCalledExactlyOnceWith({ code: 'INVALID_PARENT_ORIGIN', message });
    field('email').value = typed['email'] ?? '';
    await submit();
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(call).not.toHaveBeenCalled();
  });
});

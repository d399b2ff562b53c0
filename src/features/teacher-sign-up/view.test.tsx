import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { AuthResult } from '../../contracts/auth-result.ts';
import type { FormMode } from '../../contracts/elements.ts';
import type { TeacherFormMode } from '../../contracts/tags.ts';
import { ageGroups } from '../../contracts/calls/school-zone.ts';
import type { Language } from '../../contracts/language.ts';
import { translationsOf } from '../../i18n/testing/translations.ts';
import { done, fail, succeed } from '../../lib/result.ts';
import { renderInElement } from '../shared/testing/in-element.tsx';
import { fakeElement, formData } from '../shared/testing/fake-element.ts';
import { TeacherSignUp } from './view.tsx';
import { createTeacherSignUpController, type TeacherSignUpServices } from './controller.ts';

const translations = await translationsOf('teacher-sign-up');
const result: AuthResult = {
  session: '{}',
  userID: 'player',
  playfabID: 'player',
  classroomCode: 'K7P-42M',
  classroomID: 'abcdefghijklmnopqrstuv',
};

type Options = { kind?: FormMode['kind']; language?: Language; task?: TeacherFormMode; email?: string };

const show = ({ kind = 'first-party', language = 'en', task = 'create', email }: Options = {}) => {
  const createTeacher = vi.fn<TeacherSignUpServices['createTeacher']>().mockResolvedValue(succeed(result));
  const requestUpdate = vi.fn<TeacherSignUpServices['requestUpdate']>().mockResolvedValue(done);
  const requestLink = vi.fn<TeacherSignUpServices['requestLink']>().mockResolvedValue(done);
  const element = fakeElement(kind, { mode: task, ...(email !== undefined && { email }) }, language);
  const controller = createTeacherSignUpController({ createTeacher, requestLink, requestUpdate }, element);
  renderInElement(element, translations, <TeacherSignUp controller={controller} />);
  return { element, controller, createTeacher, requestLink, requestUpdate };
};

const control = (name: string) => {
  const found = document.querySelector(`[name="${name}"]`);
  if (found instanceof HTMLInputElement || found instanceof HTMLSelectElement) return found;
  throw new Error(`There is no ${name}`);
};
const button = () => screen.getByRole<HTMLButtonElement>('button');
const write = async (name: string, text: string) => {
  await userEvent.clear(control(name));
  await userEvent.type(control(name), text);
};
const fillIn = async (students = '24') => {
  await write('email', 'teacher@school.example');
  await write('name', 'Camille Roy');
  await write('numStudents', students);
};
const fillAll = async () => {
  await fillIn();
  await userEvent.selectOptions(control('ageGroup'), '8-9');
  await write('schoolName', 'École des Érables');
  await write('referralEmail', 'parent@home.example');
};
const typed = () =>
  ['email', 'name', 'numStudents', 'ageGroup', 'schoolName', 'referralEmail'].map((name) => control(name).value);
const everything = ['teacher@school.example', 'Camille Roy', '24', '8-9', 'École des Érables', 'parent@home.example'];
const alertText = () => screen.getByRole('alert').textContent?.trim() ?? '';

describe('the form that creates a classroom', () => {
  it('shows the fields of the specification, each with its label', () => {
    show();
    expect(screen.getByLabelText(/^School email/)).toBe(control('email'));
    expect(screen.getByLabelText(/^Your name/)).toBe(control('name'));
    expect(screen.getByLabelText('Students (1 to 35)')).toBe(control('numStudents'));
    expect(screen.getByLabelText('Age group (optional)')).toBe(control('ageGroup'));
    expect(screen.getByLabelText('School name (optional)')).toBe(control('schoolName'));
    expect(screen.getByLabelText('Email of the parent who told you (optional)')).toBe(control('referralEmail'));
    const options = screen.getAllByRole<HTMLOptionElement>('option').map(({ value }) => value);
    expect(options).toEqual(['', ...ageGroups]);
    const names = ['email', 'name', 'schoolName', 'referralEmail'];
    expect(names.map((name) => control(name).autocomplete)).toEqual(['email', 'name', 'organization', 'off']);
    expect(['numStudents', ...names].filter((name) => control(name).required)).toEqual([
      'numStudents',
      'email',
      'name',
    ]);
  });

  it('disables the button until email and name are filled, with and without an event', async () => {
    show({ email: 'teacher@school.example' });
    expect(button().disabled).toBe(true);
    await write('name', 'Camille Roy');
    expect(button().disabled).toBe(false);
    control('email').value = '';
    await vi.waitFor(() => expect(button().disabled).toBe(true));
    control('email').value = 'teacher@school.example';
    await vi.waitFor(() => expect(button().disabled).toBe(false));
  });

  it('sends everything once, and reports the class', async () => {
    const { createTeacher, controller, element } = show({ language: 'fr' });
    await fillAll();
    await userEvent.dblClick(button());
    const form = {
      email: 'teacher@school.example',
      name: 'Camille Roy',
      numStudents: '24',
      schoolName: 'École des Érables',
      ageGroup: '8-9',
      referralEmail: 'parent@home.example',
    };
    expect(createTeacher).toHaveBeenCalledExactlyOnceWith(form, 'fr', expect.any(AbortSignal));
    expect(element.succeeded).toHaveBeenCalledExactlyOnceWith(result);
    expect(element.recordConversion).toHaveBeenCalledExactlyOnceWith('teacher_sign_up');
    expect(document.activeElement).toBe(screen.getByRole('status'));
    controller.submit(formData({ email: '' }));
    expect(controller.state()).toEqual({ step: 'classroom-ready' });
  });

  it('rejects 36 students before anything is sent', async () => {
    const { createTeacher, element } = show();
    await fillIn('36');
    await userEvent.click(button());
    expect(alertText()).toMatch(/number of students/);
    expect(document.activeElement).toBe(control('numStudents'));
    expect(control('numStudents').getAttribute('aria-invalid')).toBe('true');
    expect(control('email').getAttribute('aria-invalid')).toBe('false');
    const message = document.getElementById(control('numStudents').getAttribute('aria-describedby') ?? '');
    expect(message?.textContent).toBe('Please enter a number from 1 to 35.');
    expect(element.failed).toHaveBeenCalledExactlyOnceWith({ code: 'INVALID_PAYLOAD', message: alertText() });
    expect(createTeacher).not.toHaveBeenCalled();
  });

  it('stays visible during the request, without a way to another form, and shows that it is busy', async () => {
    const { createTeacher } = show();
    createTeacher.mockReturnValue(new Promise(() => {}));
    await fillIn();
    await userEvent.click(button());
    expect(button().textContent).toBe('Creating your classroom…');
    expect([button().getAttribute('aria-disabled'), button().disabled]).toEqual(['true', false]);
    expect(document.activeElement).toBe(button());
    await userEvent.click(screen.getByRole('link', { name: 'Update a classroom' }));
    expect(screen.getByRole('form', { name: 'Create your classroom' })).toBeDefined();
  });
});

describe('the form that changes a classroom', () => {
  it('sends email, number and whether to start again, and confirms the mail in place', async () => {
    const { requestUpdate, createTeacher, element } = show({ task: 'update' });
    expect(button().disabled).toBe(false);
    await write('email', 'teacher@school.example');
    await write('numStudents', '30');
    await userEvent.click(button());
    expect(requestUpdate).toHaveBeenCalledExactlyOnceWith(
      { email: 'teacher@school.example', numStudents: '30', reinitialize: 'false' },
      'en',
      expect.any(AbortSignal),
    );
    expect(createTeacher).not.toHaveBeenCalled();
    expect(element.emit).toHaveBeenCalledExactlyOnceWith('update-requested', {});
    expect(element.succeeded).not.toHaveBeenCalled();
    const message = screen.getByRole('status');
    expect(message.textContent).toMatch(/Nothing has changed yet.*teacher@school\.example$/);
    expect(document.activeElement).toBe(message);
  });

  it('keeps what was typed in the other form, and for another change', async () => {
    const { requestUpdate } = show();
    await fillAll();
    await userEvent.click(screen.getByRole('link', { name: 'Update a classroom' }));
    await userEvent.click(control('reinitialize'));
    await userEvent.click(screen.getByRole('link', { name: 'New classroom' }));
    expect(typed()).toEqual(everything);
    await userEvent.click(screen.getByRole('link', { name: 'Update a classroom' }));
    await userEvent.click(button());
    await userEvent.click(screen.getByRole('button', { name: 'Ask for another change' }));
    expect(document.activeElement).toBe(screen.getByRole('form'));
    await write('numStudents', '31');
    await userEvent.click(button());
    const [email = ''] = everything;
    expect(requestUpdate.mock.calls.map(([form]) => form)).toEqual([
      { email, numStudents: '24', reinitialize: 'true' },
      { email, numStudents: '31', reinitialize: 'true' },
    ]);
  });
});

it('asks for the address to mail a link, without revealing whether the address has a class', async () => {
  const { requestLink, requestUpdate, element } = show({ task: 'link' });
  const visible = [...document.querySelectorAll('input, select')].filter((one) => one.closest('[hidden]') === null);
  expect(visible).toEqual([control('email')]);
  await userEvent.click(button());
  expect(alertText()).toBe(translations.en('errors.REQUIRED_FIELDS'));
  await write('email', 'teacher@school.example');
  await userEvent.click(button());
  expect(requestLink).toHaveBeenCalledExactlyOnceWith(
    { email: 'teacher@school.example' },
    'en',
    expect.any(AbortSignal),
  );
  expect(requestUpdate).not.toHaveBeenCalled();
  expect(element.emit).not.toHaveBeenCalled();
  expect(screen.getByRole('status').textContent).toMatch(/If this address has a classroom/);
  expect(button().textContent).toBe('Try another address');
});

describe('the links between the two forms', () => {
  it('marks the current form in the links, which open the portal in a new tab', async () => {
    show();
    const [create, update] = screen.getAllByRole<HTMLAnchorElement>('link');
    expect([create?.getAttribute('aria-current'), update?.getAttribute('aria-current')]).toEqual(['page', null]);
    expect(update?.href).toBe('https://portal.example/schoolzone/teacher/signup?lang=en&mode=update');
    const pressed = (init: MouseEventInit) =>
      act(async () => update?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init })));
    // The browser opens the link itself.
    for (const key of ['metaKey', 'ctrlKey', 'shiftKey', 'altKey']) await pressed({ [key]: true });
    await pressed({ button: 1 });
    expect(update?.getAttribute('aria-current')).toBeNull();
    if (update !== undefined) await userEvent.click(update);
    expect([create?.getAttribute('aria-current'), update?.getAttribute('aria-current')]).toEqual([null, 'page']);
    expect(document.activeElement).toBe(update);
    expect(screen.getByRole('form', { name: 'Update your classroom' })).toBeDefined();
  });

  it('leads a returning teacher to the link of her class: in the choice of forms, and when her email is taken', async () => {
    const { createTeacher, requestLink } = show();
    expect(screen.getByRole('navigation').textContent).toContain('Get my class link');
    createTeacher.mockResolvedValue(fail('TEACHER_ALREADY_EXISTS'));
    await fillIn();
    await userEvent.click(button());
    const alert = within(screen.getByRole('alert'));
    const lines = alert.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(lines).toEqual(['Update a classroom', 'Get my class link']);
    const links = alert.getAllByRole('link');
    await act(async () => links[1]?.click());
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('form', { name: 'Get your class link' })).toBe(document.activeElement);
    await userEvent.click(button());
    expect(requestLink.mock.calls[0]?.[0]).toMatchObject({ email: 'teacher@school.example' });
  });

  it.each(['TEACHER_DOES_NOT_EXIST', 'CLASSROOM_DOES_NOT_EXIST', 'INVALID_CLASSROOM'] as const)(
    'offers the other form in the message about %s',
    async (code) => {
      const { requestUpdate } = show({ task: 'update', email: 'teacher@school.example' });
      requestUpdate.mockResolvedValue(fail(code));
      await write('numStudents', '30');
      await userEvent.click(button());
      expect(screen.getByRole('alert').querySelector('a')?.textContent).toBe('New classroom');
      expect(control('email').getAttribute('aria-invalid')).toBe('true');
    },
  );
});

it('names our support for a taken email in a widget', async () => {
  const { createTeacher, element } = show({ kind: 'widget' });
  createTeacher.mockResolvedValueOnce(fail('TEACHER_ALREADY_EXISTS'));
  await fillIn();
  await userEvent.click(button());
  expect(alertText()).toMatch(/contact our support: support@/);
  expect(screen.getByRole('alert').querySelector('a')).toBeNull();
  expect(element.failed).toHaveBeenCalledExactlyOnceWith({
    code: 'TEACHER_ALREADY_EXISTS',
    message: alertText(),
  });
  await userEvent.click(button());
  expect(element.succeeded).toHaveBeenCalledExactlyOnceWith(result);
  expect(screen.getByRole('heading').textContent).toBe('Check your inbox');
});

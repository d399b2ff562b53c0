import { describe, expect, it, vi } from 'vitest';
import type { AuthResult } from '../../contracts/auth-result.ts';
import type { FormMode } from '../../contracts/form-mode.ts';
import { done, fail, type Result, succeed } from '../../lib/result.ts';
import { fakeHost, formData } from '../shared/testing/fake-host.ts';
import { createTeacherSignUpController } from './teacher-sign-up-controller.ts';
import type { TeacherSignUpServices } from './teacher-sign-up-services.ts';

const result: AuthResult = { session: '{}', userID: 'player', playfabID: 'player', classroomCode: 'K7P-42M' };
const filled = { email: 'teacher@school.example', name: 'Camille Roy', numStudents: '24' };

const open = (kind: FormMode['kind'] = 'first-party', mode = 'create') => {
  const createTeacher = vi.fn<TeacherSignUpServices['createTeacher']>().mockResolvedValue(succeed(result));
  const requestLink = vi.fn<TeacherSignUpServices['requestLink']>().mockResolvedValue(done);
  const requestUpdate = vi.fn<TeacherSignUpServices['requestUpdate']>().mockResolvedValue(done);
  const host = fakeHost(kind, { mode });
  const controller = createTeacherSignUpController({ createTeacher, requestLink, requestUpdate }, host);
  const submit = async (fields: Record<string, string> = filled) => {
    controller.submit(formData(fields));
    await vi.waitFor(() => expect(controller.isBusy()).toBe(false));
  };
  return { controller, host, createTeacher, requestUpdate, submit };
};

describe('the controller of the teacher’s forms, without a DOM', () => {
  it('creates a class, records it on the portal’s own page, and reports it', async () => {
    const { controller, host, submit } = open();
    await submit();
    expect(host.recordConversion).toHaveBeenCalledExactlyOnceWith('teacher_sign_up');
    expect(host.succeeded).toHaveBeenCalledExactlyOnceWith(result);
    expect(controller.state()).toEqual({ step: 'classroom-ready' });
  });

  it('requests a change of a class while the mode is update', async () => {
    const { controller, host, createTeacher, requestUpdate, submit } = open('first-party', 'update');
    await submit({ email: filled.email, numStudents: '30', reinitialize: 'on' });
    expect(requestUpdate.mock.calls[0]?.[0]).toEqual({
      email: filled.email,
      numStudents: '30',
      reinitialize: 'true',
    });
    expect(createTeacher).not.toHaveBeenCalled();
    expect(host.emit).toHaveBeenCalledExactlyOnceWith('update-requested', {});
    expect(controller.state()).toEqual({ step: 'mail-promised' });
  });

  it('keeps a failure with the form that it belongs to', async () => {
    const { controller, createTeacher, submit } = open();
    createTeacher.mockResolvedValue(fail('TEACHER_ALREADY_EXISTS'));
    await submit();
    expect(controller.state()).toMatchObject({
      step: 'failed',
      task: 'create',
      fields: { email: 'taken' },
      sent: true,
    });
  });

  it('enables the button of the first form once email and name are filled', () => {
    const { controller, host } = open();
    expect(controller.isComplete(formData({ ...filled, name: ' ' }))).toBe(false);
    expect(controller.isComplete(formData(filled))).toBe(true);
    host.attributes['mode'] = 'update';
    expect(controller.isComplete(formData({ email: '' }))).toBe(true);
  });

  it('switches the mode when the other form is requested, but not during a request', async () => {
    const { controller, host, createTeacher } = open();
    const { promise, resolve } = Promise.withResolvers<Result<AuthResult>>();
    createTeacher.mockReturnValue(promise);
    controller.submit(formData(filled));
    controller.showForm('update');
    expect(host.setAttribute).not.toHaveBeenCalled();
    resolve(fail('TIMEOUT'));
    await vi.waitFor(() => expect(controller.isBusy()).toBe(false));
    controller.showForm('update', true);
    expect(host.setAttribute).toHaveBeenCalledExactlyOnceWith('mode', 'update');
    expect(controller.state()).toEqual({ step: 'editing', takesFocus: true });
  });
});

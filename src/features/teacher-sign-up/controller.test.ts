import { describe, expect, it, vi } from 'vitest';
import type { AuthResult } from '../../contracts/auth-result.ts';
import type { FormMode } from '../../contracts/elements.ts';
import { done, fail, type Result, succeed } from '../../lib/result.ts';
import { fakeElement, formData } from '../shared/testing/fake-element.ts';
import { createTeacherSignUpController, type TeacherSignUpServices } from './controller.ts';

const result: AuthResult = { session: '{}', userID: 'player', playfabID: 'player', classroomCode: 'K7P-42M' };
const filled = { email: 'teacher@school.example', name: 'Camille Roy', numStudents: '24' };

const open = (kind: FormMode['kind'] = 'first-party', mode = 'create') => {
  const createTeacher = vi.fn<TeacherSignUpServices['createTeacher']>().mockResolvedValue(succeed(result));
  const requestLink = vi.fn<TeacherSignUpServices['requestLink']>().mockResolvedValue(done);
  const requestUpdate = vi.fn<TeacherSignUpServices['requestUpdate']>().mockResolvedValue(done);
  const element = fakeElement(kind, { mode });
  const controller = createTeacherSignUpController({ createTeacher, requestLink, requestUpdate }, element);
  const submit = async (fields: Record<string, string> = filled) => {
    controller.submit(formData(fields));
    await vi.waitFor(() => expect(controller.isBusy()).toBe(false));
  };
  return { controller, element, createTeacher, requestLink, requestUpdate, submit };
};

describe('the controller of the teacher’s forms, without a DOM', () => {
  it('creates a class, records it on the portal’s own page, and reports it', async () => {
    const { controller, element, submit } = open();
    await submit();
    expect(element.recordConversion).toHaveBeenCalledExactlyOnceWith('teacher_sign_up');
    expect(element.succeeded).toHaveBeenCalledExactlyOnceWith(result);
    expect(controller.state()).toEqual({ step: 'classroom-ready' });
  });

  it('names the form of each step', async () => {
    const { element, submit } = open('widget', 'update');
    await submit({ email: '' });
    expect(element.step).toHaveBeenLastCalledWith(expect.objectContaining({ step: 'failed', form: 'teacher-update' }));
  });

  it('creates another class when the visitor returns to the page after a success', async () => {
    const { controller, element, submit } = open('widget');
    await submit();
    controller.restored();
    expect(controller.state()).toBe(controller.initialState());
    await submit();
    expect(element.succeeded).toHaveBeenCalledTimes(2);
  });

  it('requests a change of a class while the mode is update', async () => {
    const { controller, element, createTeacher, requestUpdate, submit } = open('first-party', 'update');
    await submit({ email: filled.email, numStudents: '30', reinitialize: 'on' });
    expect(requestUpdate.mock.calls[0]?.[0]).toEqual({
      email: filled.email,
      numStudents: '30',
      reinitialize: 'true',
    });
    expect(createTeacher).not.toHaveBeenCalled();
    expect(element.emit).toHaveBeenCalledExactlyOnceWith('update-requested', {});
    expect(controller.state()).toEqual({ step: 'mail-promised', email: filled.email });
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
    const { controller, element } = open();
    expect(controller.isComplete(formData({ ...filled, name: ' ' }))).toBe(false);
    expect(controller.isComplete(formData(filled))).toBe(true);
    element.attributes['mode'] = 'update';
    expect(controller.isComplete(formData({ email: '' }))).toBe(true);
  });

  it('switches the mode when the other form is requested, but not during a request', async () => {
    const { controller, element, createTeacher } = open();
    const { promise, resolve } = Promise.withResolvers<Result<AuthResult>>();
    createTeacher.mockReturnValue(promise);
    controller.submit(formData(filled));
    controller.showForm('update');
    expect(element.setAttribute).not.toHaveBeenCalled();
    resolve(fail('TIMEOUT'));
    await vi.waitFor(() => expect(controller.isBusy()).toBe(false));
    controller.showForm('update', true);
    expect(element.setAttribute).toHaveBeenCalledExactlyOnceWith('mode', 'update');
    expect(controller.state()).toEqual({ step: 'editing', takesFocus: true });
  });

  it('requests the link of a class while the mode is link', async () => {
    const { controller, element, requestLink, submit } = open('first-party', 'link');
    await submit({ email: ` ${filled.email} ` });
    expect(requestLink).toHaveBeenCalledExactlyOnceWith({ email: filled.email }, 'en', expect.any(AbortSignal));
    expect(element.emit).not.toHaveBeenCalled();
    expect(controller.state()).toEqual({ step: 'mail-promised', email: filled.email });
    controller.returnToForm();
    expect(controller.state()).toEqual({ step: 'editing', takesFocus: true });
  });

  it.each(['create', 'update', 'link'] as const)('stops an incomplete form before the request: %s', async (mode) => {
    const { controller, createTeacher, requestLink, requestUpdate, submit } = open('first-party', mode);
    const failures = vi.fn();
    controller.onFailure(failures);
    await submit({ email: '' });
    expect(controller.state()).toMatchObject({ step: 'failed', task: mode, fields: { email: 'missing' }, sent: false });
    expect(failures).toHaveBeenCalledExactlyOnceWith({ code: 'REQUIRED_FIELDS' });
    for (const call of [createTeacher, requestLink, requestUpdate]) expect(call).not.toHaveBeenCalled();
  });

  it('ignores a submit during a request, even an incomplete one', async () => {
    const { controller, createTeacher, submit } = open();
    createTeacher.mockReturnValue(new Promise(() => {}));
    controller.submit(formData(filled));
    controller.submit(formData({ email: '' }));
    expect(controller.state()).toEqual({ step: 'submitting' });
    controller.abort();
    createTeacher.mockResolvedValue(succeed(result));
    await submit();
    await submit({ email: '' });
    expect(controller.state()).toEqual({ step: 'classroom-ready' });
  });

  it('accepts nothing on a page that is not the partner’s', async () => {
    const { controller, createTeacher, submit } = open('blocked');
    await submit();
    expect(createTeacher).not.toHaveBeenCalled();
    expect(controller.state()).toBe(controller.initialState());
  });

  it('keeps what it shows when the same form is requested again', async () => {
    const { controller, element, submit } = open();
    await submit({ email: '' });
    controller.showForm('create');
    expect(controller.state()).toMatchObject({ step: 'failed' });
    controller.showForm('link');
    expect(element.attributes['mode']).toBe('link');
    expect(controller.state()).toEqual({ step: 'editing', takesFocus: false });
  });
});

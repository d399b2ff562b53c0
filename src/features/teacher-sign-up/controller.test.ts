import { describe, expect, it, vi } from 'vitest';
import type { AuthResult } from '../../contracts/auth-result.ts';
import type { FormMode } from '../../contracts/elements.ts';
import { done, succeed } from '../../lib/result.ts';
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

import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Language } from '../../contracts/language.ts';
import type { ClassroomChange } from '../../contracts/calls/school-zone.ts';
import { translationsOf } from '../../i18n/testing/translations.ts';
import { fail, succeed } from '../../lib/result.ts';
import { fakeElement } from '../shared/testing/fake-element.ts';
import { renderInElement } from '../shared/testing/in-element.tsx';
import type { ClassroomLinks } from '../../services/school-zone/classroom-links.ts';
import { createClassroomUpdateController } from './controller.ts';
import { ClassroomUpdate } from './view.tsx';

const translations = await translationsOf('classroom-update');
const classroomCode = 'K7P-42M';
const classroom = { classroomCode, classroomID: 'abcdefghijklmnopqrstuv' };
const resized: ClassroomChange = {
  kind: 'update',
  numStudents: 30,
  currentStudents: 24,
  removedCodes: [],
  reinitialize: false,
};

type Read = ClassroomLinks['read'];
const tells =
  (change: ClassroomChange): Read =>
  async () =>
    succeed({ change, classroomCode });

const show = (
  readChange: Read = tells(resized),
  { secret = 'secret-of-the-link' as string | null, language = 'en' as Language } = {},
) => {
  const read = vi.fn<Read>(readChange);
  const apply = vi.fn<ClassroomLinks['apply']>(async () => succeed(classroom));
  const element = fakeElement('first-party', {}, language);
  const controller = createClassroomUpdateController({ read, apply }, secret);
  const { unmount } = renderInElement(element, translations, <ClassroomUpdate controller={controller} />);
  return { element, controller, read, apply, unmount };
};

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const line = async (name: string) => (await screen.findByText(name)).nextElementSibling?.textContent;

describe('the page behind a mailed link', () => {
  it('shows what would change, and changes nothing without a press', async () => {
    const { read, apply, element } = show();
    expect(await line('Classroom code')).toBe(classroomCode);
    expect(await line('Students')).toBe('24 → 30 students');
    expect(await line('Progress')).toBe('Stays as it is');
    expect(screen.getByText(/without the button, your classroom stays as it is/)).toBeDefined();
    expect(read).toHaveBeenCalledExactlyOnceWith('secret-of-the-link', expect.any(AbortSignal));
    expect(element.ready).toHaveBeenCalledOnce();
    expect(apply).not.toHaveBeenCalled();
    expect(document.documentElement.outerHTML).not.toContain('secret-of-the-link');
  });

  it.each<[ClassroomChange, string, string]>([
    [{ ...resized, currentStudents: 30 }, 'Students', '30 students, as before'],
    [{ ...resized, removedCodes: ['232', '241'] }, 'Codes that go', '#232, #241'],
    [
      { ...resized, reinitialize: true },
      'Progress',
      'Cleared for everybody. We will email you a link that brings it back for 30\u00a0days.',
    ],
    [
      { kind: 'restore', clearedAt: '2026-11-20T12:00:00.000Z' },
      'Progress',
      'What was cleared on November\u00a020,\u00a02026 comes back. What your class has done since then stays too.',
    ],
  ])('says what would change: %o', async (change, name, value) => {
    show(tells(change));
    expect(await line(name)).toBe(value);
  });

  it('applies the change once, and leads to the classroom', async () => {
    const { apply } = show();
    await userEvent.dblClick(await screen.findByRole('button', { name: 'Apply the change' }));
    expect(apply).toHaveBeenCalledExactlyOnceWith('secret-of-the-link', { newLink: false }, expect.any(AbortSignal));
    const message = screen.getByRole('status');
    expect(message.textContent).toMatch(/^Done/);
    expect(document.body.textContent).not.toContain('stays as it is');
    expect(document.activeElement).toBe(message);
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Open the classroom' }).href).toBe(
      'https://portal.example/schoolzone/teacher/classroom/abcdefghijklmnopqrstuv?lang=en',
    );
  });

  it('gives the classroom a new link on request', async () => {
    const { apply } = show();
    await userEvent.click(await screen.findByRole('checkbox', { name: /new link/ }));
    await press('Apply the change');
    expect(apply.mock.calls[0]?.[1]).toEqual({ newLink: true });
  });

  it('explains that more students have progress than the new size', async () => {
    const { apply } = show();
    apply.mockResolvedValue(fail('STUDENTS_HAVE_PROGRESS'));
    await press('Apply the change');
    expect(screen.getByRole('alert').textContent).toMatch(/More students .* nothing was changed/);
  });

  it('opens a mailed link again when the servers were not available', async () => {
    const { read } = show(async () => fail('OFFLINE'));
    read.mockImplementation(tells(resized));
    expect((await screen.findByRole('alert')).textContent).toMatch(/offline/);
    await press('Try again');
    expect(await line('Students')).toBe('24 → 30 students');
  });

  it('ends its request when the element leaves, and applies nothing that was not shown', () => {
    const { controller, read, apply, unmount } = show();
    controller.apply(new FormData());
    unmount();
    expect(read.mock.calls[0]?.[1]?.aborted).toBe(true);
    expect(apply).not.toHaveBeenCalled();
  });
});

describe('an invalid link', () => {
  it.each([
    ['when it is opened', 'secret-of-the-link', async () => fail('LINK_EXPIRED'), 'problems.LINK_EXPIRED'],
    ['without a secret', null, tells(resized), 'common.linkDamaged'],
    ['with a damaged secret', '', tells(resized), 'common.linkDamaged'],
  ] satisfies [string, string | null, Read, string][])(
    'explains that it is invalid %s, and leads to the form for another',
    async (_, secret, read, sentence) => {
      const { element, read: asked, apply } = show(read, { secret });
      const alert = await screen.findByRole('alert');
      expect(alert.textContent).toBe(translations.en(sentence));
      expect(document.activeElement).toBe(alert);
      expect(screen.getByRole<HTMLAnchorElement>('link').href).toBe(
        'https://portal.example/schoolzone/teacher/signup?lang=en&mode=update',
      );
      expect(element.ready).toHaveBeenCalledOnce();
      expect(asked.mock.calls.length).toBe(secret ? 1 : 0);
      expect(apply).not.toHaveBeenCalled();
    },
  );

  it('explains that it was used elsewhere in the meantime', async () => {
    const { apply } = show(undefined, { language: 'fr' });
    apply.mockResolvedValue(fail('LINK_EXPIRED'));
    await press('Appliquer la modification');
    expect(screen.getByRole('alert').textContent).toBe(translations.fr('problems.LINK_EXPIRED'));
    expect(screen.queryByRole('form')).toBeNull();
  });
});

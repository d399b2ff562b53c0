import { beforeEach, describe, expect, it } from 'vitest';
import type { ClassroomIds } from '../src/contracts/calls/school-zone.ts';
import {
  classroomUrl,
  doneIn,
  openClassroom,
  play,
  skills,
  studentsOf,
  applyChange,
  askForChange,
  changeMails,
  openMailed,
  newTeacher,
  schoolMessages,
  type Teacher,
} from './support/school.ts';
import { linkTo, mailsTo } from './support/mailbox.ts';
import { alert } from './support/parent.ts';
import { setUpPage, page } from './support/setup.ts';

setUpPage();

const messages = schoolMessages.en;
const [skill] = skills;
if (skill === undefined) throw new Error('The curriculum is empty');

let teacher: Teacher;
let classroom: ClassroomIds;
let first: string;
let second: string;

/** Creates a class of three students, two of whom have started. */
beforeEach(async () => {
  teacher = newTeacher(3);
  classroom = await openClassroom(teacher);
  [first = '', second = ''] = await studentsOf(classroom);
  await play(classroom, first, skill, 1);
  await play(classroom, first, skill, 2);
  await play(classroom, second, skill, 1);
});

/** Returns what each student of the class has completed, in the order of the table. */
const done = async (): Promise<number[] | null> => {
  const all = await doneIn(classroom.classroomID);
  return all && [...all.values()];
};

const askFor = (numStudents: number, reinitialize = false) =>
  askForChange(page, teacher.email, { numStudents, reinitialize });

/** Returns the link in the newest mail with this subject, after this many mails have arrived. */
const linkIn = async (subject: RegExp, count = 1): Promise<string> => {
  const mails = async () => (await mailsTo(teacher.email)).filter((mail) => subject.test(mail.subject));
  await expect.poll(async () => (await mails()).length).toBe(count);
  const [newest] = await mails();
  if (newest === undefined) throw new Error('No mail');
  return linkTo(newest, '/schoolzone/teacher/classroom-update');
};
const { asked, told } = changeMails.en;
const open = (link: string) => openMailed(page, link);
const apply = (kind: 'update' | 'restore') => applyChange(page, kind);

describe('a class that changes by a mailed link', () => {
  it('adds students, keeps everybody’s code and progress, and moves to another link on request', async () => {
    const old = await page.context().newPage();
    await old.goto(classroomUrl(classroom.classroomID));
    await old.getByRole('rowheader', { name: `#${first}` }).waitFor();
    await askFor(5);
    await open(await linkIn(asked));
    await page.getByText(messages.update.progressStays, { exact: true }).waitFor();
    expect(await done()).toEqual([2, 1, 0]);
    await page.getByRole('checkbox', { name: messages.update.newLink }).check();
    await apply('update');
    await page.getByRole('link', { name: messages.update.openClassroom }).click();
    await page.getByRole('rowheader', { name: `#${first}` }).waitFor();
    expect(page.url()).not.toContain(classroom.classroomID);
    const classroomID = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    expect([...((await doneIn(classroomID)) ?? [])].slice(0, 3).map(([, levels]) => levels)).toEqual([2, 1, 0]);
    expect((await studentsOf({ classroomID })).slice(0, 2)).toEqual([first, second]);

    await old.getByRole('button', { name: messages.classroom.tools.refresh }).click();
    await alert(old).getByText(messages.classroom.problems.CLASSROOM_DOES_NOT_EXIST).waitFor();
    expect(await old.getByRole('rowheader').count()).toBe(0);
  });

  it('clears the progress on request, and the second mail restores it once', async () => {
    await askFor(3, true);
    await open(await linkIn(asked));
    await page.getByText(messages.update.progressCleared).waitFor();
    await apply('update');
    expect(await done()).toEqual([0, 0, 0]);
    await play(classroom, second, skill, 7);
    const back = await linkIn(told);
    await open(back);
    await apply('restore');
    expect(await done()).toEqual([2, 2, 0]);
    await open(back);
    await alert(page).getByText(messages.update.problems.LINK_EXPIRED).waitFor();
  });
});

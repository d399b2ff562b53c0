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
import { linkTo, mailTo } from './support/mailbox.ts';
import { alert } from './support/parent.ts';
import { setUpPage, page } from './support/setup.ts';

setUpPage();

const { classroom: table, 'classroom-update': update } = schoolMessages.en;
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
const done = async (of: Pick<ClassroomIds, 'classroomID'> = classroom) => [...(await doneIn(of)).values()];

const linkIn = async (subject: RegExp): Promise<string> =>
  linkTo(await mailTo(teacher.email, subject), '/schoolzone/teacher/classroom-update');
const { asked, told } = changeMails;
const open = (link: string) => openMailed(page, link);
const apply = (kind: 'update' | 'restore') => applyChange(page, kind);

describe('a class that changes by a mailed link', () => {
  it('adds students, keeps everybody’s code and progress, and moves to another link on request', async () => {
    const old = await page.context().newPage();
    await old.goto(classroomUrl(classroom.classroomID));
    await old.getByRole('rowheader', { name: `#${first}` }).waitFor();
    await askForChange(page, teacher.email, 5);
    await open(await linkIn(asked));
    await page.getByText(update.progressStays, { exact: true }).waitFor();
    expect(await done()).toEqual([2, 1, 0]);
    await page.getByRole('checkbox', { name: update.newLink }).check();
    await apply('update');
    await page.getByRole('link', { name: update.openClassroom }).click();
    await page.getByRole('rowheader', { name: `#${first}` }).waitFor();
    expect(page.url()).not.toContain(classroom.classroomID);
    const classroomID = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    expect((await done({ classroomID })).slice(0, 3)).toEqual([2, 1, 0]);
    expect((await studentsOf({ classroomID })).slice(0, 2)).toEqual([first, second]);

    await old.getByRole('button', { name: table.tools.refresh }).click();
    await alert(old).getByText(table.problems.CLASSROOM_DOES_NOT_EXIST).waitFor();
    expect(await old.getByRole('rowheader').count()).toBe(0);
  });

  it('clears the progress on request, and the second mail restores it once', async () => {
    await askForChange(page, teacher.email, 3, true);
    await open(await linkIn(asked));
    await page.getByText(update.progressCleared).waitFor();
    await apply('update');
    expect(await done()).toEqual([0, 0, 0]);
    await play(classroom, second, skill, 7);
    const back = await linkIn(told);
    await open(back);
    await apply('restore');
    expect(await done()).toEqual([2, 2, 0]);
    await open(back);
    await alert(page).getByText(update.problems.LINK_EXPIRED).waitFor();
  });
});

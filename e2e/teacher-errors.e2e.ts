import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type Language } from '../src/contracts/language.ts';
import { schoolZonePaths } from '../src/contracts/school-zone.ts';
import { openClassroom } from './support/classroom.ts';
import { mailTo } from './support/mailbox.ts';
import { languagesOf } from './support/messages.ts';
import { alert, type Scope, submit } from './support/parent.ts';
import { demoUrl, portalUrl } from './support/settings.ts';
import { setUpPage, page } from './support/setup.ts';
import { field, fillInTeacher, newTeacher, schoolMessages, typedIn } from './support/teacher.ts';

setUpPage();

const teachers = `**${schoolZonePaths.teachers}*`;

type Said = Record<'en' | 'fr', RegExp>;
const generic: Said = { en: /^Our servers encountered an error/, fr: /^Nos serveurs ont rencontré une erreur/ };
const noTeacher: Said = {
  en: /teacher account doesn’t exist.*sign-up form/,
  fr: /n’existe pas.*formulaire d’inscription/,
};
const noClassroom: Said = {
  en: /classroom .*no teacher account.*sign-up form/,
  fr: /classe .*formulaire d’inscription/,
};

/**
 * The texts of product-spec.md#8-error-catalogue, letter for letter, with the English meaning and the required French.
 */
const catalogue: Record<string, Said> = {
  INVALID_PAYLOAD: {
    en: /verify that your email and number of students are valid/,
    fr: /vérifier que votre adresse courriel et le nombre d’élèves sont valides/,
  },
  TEACHER_DOES_NOT_EXIST: noTeacher,
  CLASSROOM_DOES_NOT_EXIST: noClassroom,
  INVALID_CLASSROOM: noClassroom,
  GENERIC_ERROR: generic,
  A_CODE_OF_TOMORROW: generic,
  '': generic,
};
const taken: Said = { en: /email is taken.*Update Classroom form/, fr: /déjà prise.*«.Modifier une classe.»/ };
const takenInWidget: Said = { en: /email is taken.*contact.*support@/, fr: /déjà prise.*assistance.*support@/ };

/** The place of the form: the portal's own page, and a partner's frame. */
const modes: { mode: string; address(language: Language): string; form(at: Page): Scope; taken: Said }[] = [
  {
    mode: 'on the portal’s page',
    address: (language) => `${portalUrl}/schoolzone/teacher/signup?lang=${language}`,
    form: (at) => at.locator('maths-teacher-sign-up'),
    taken,
  },
  {
    mode: 'in a partner’s frame',
    address: (language) => `${demoUrl}/?way=frame&lang=${language}&widget=teacher-signup`,
    form: (at) => at.frameLocator('iframe'),
    taken: takenInWidget,
  },
];

describe.each(languagesOf(generic))('the errors that a teacher sees, in %s', (language) => {
  describe.each(modes)('the form $mode', ({ address, form, taken }) => {
    const messages = schoolMessages[language].signUp;
    const teacher = newTeacher(2);
    const begin = async (typed = teacher): Promise<Scope> => {
      await page.goto(address(language));
      await fillInTeacher(form(page), typed);
      return form(page);
    };

    it('shows a message for every code of the catalogue, for an unknown code, and for no code', async () => {
      const scope = await begin();
      for (const [code, said] of Object.entries(catalogue)) {
        await page.route(teachers, (route) => route.fulfill({ json: { success: false, error: code } }));
        await Promise.all([page.waitForResponse(teachers), submit(scope).click()]);
        await expect.poll(() => alert(scope).textContent(), { message: code }).toMatch(said[language]);
        expect(await typedIn(scope), code).toEqual(teacher);
        await page.unroute(teachers);
      }
      await submit(scope).click();
      await mailTo(teacher.email, /classroom code|code de classe/);
    });

    it('shows the error of an email that has a class already, and of one that has none', async () => {
      const known = newTeacher(2);
      await openClassroom(known);
      const scope = await begin(known);
      await submit(scope).click();
      await alert(scope).getByText(taken[language]).waitFor();

      await scope.getByRole('navigation').getByRole('link', { name: messages.switch.update }).click();
      expect(await alert(scope).count()).toBe(0);
      await field(scope, 'email').fill(newTeacher().email);
      await submit(scope).click();
      await alert(scope).getByText(noTeacher[language]).waitFor();
      await alert(scope).getByRole('link', { name: messages.switch.create }).click();
      expect(await field(scope, 'name').inputValue()).toBe(known.name);
    });

    it('shows the errors that are detected before anything is sent', async () => {
      const sent: string[] = [];
      page.on('request', (request) => sent.push(request.url()));
      const scope = await begin({ ...teacher, email: 'nobody', numStudents: 36 });
      await submit(scope).click();
      await alert(scope).waitFor();
      await field(scope, 'email').fill(teacher.email);
      await submit(scope).click();
      await alert(scope)
        .getByText(catalogue['INVALID_PAYLOAD']?.[language] ?? '')
        .waitFor();
      expect(await field(scope, 'numStudents').getAttribute('aria-invalid')).toBe('true');
      await field(scope, 'name').fill('');
      expect(await submit(scope).isDisabled()).toBe(true);
      expect(sent.filter((url) => url.includes('/playfab/') || url.includes(schoolZonePaths.teachers))).toEqual([]);
    });
  });
});

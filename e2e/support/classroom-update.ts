import type { Page } from 'playwright-core';
import { portalUrl } from './settings.ts';
import { submit } from './parent.ts';
import { field, schoolMessages } from './teacher.ts';

const { signUp, update } = schoolMessages.en;

/** Requests a change of the class, which only mails a link. */
export type Wanted = { numStudents: number; reinitialize?: boolean };

export const askForChange = async (page: Page, email: string, wanted: Wanted): Promise<void> => {
  await page.goto(`${portalUrl}/schoolzone/teacher/signup?lang=en`);
  await page.locator('maths-teacher-sign-up').getByRole('link', { name: signUp.switch.update }).click();
  await field(page, 'email').fill(email);
  await field(page, 'numStudents').fill(String(wanted.numStudents));
  await field(page, 'reinitialize').setChecked(wanted.reinitialize === true);
  await submit(page).click();
  await page.getByRole('status').getByText(signUp.forms.update.done).waitFor();
};

/** Opens each link in a new page, as from a mail. */
export const openMailed = async (page: Page, link: string): Promise<void> => {
  await page.goto('about:blank');
  await page.goto(link);
};

export const applyChange = async (page: Page, kind: 'update' | 'restore'): Promise<void> => {
  await page.getByRole('button', { name: update.forms[kind].submit }).click();
  await page.getByRole('status').getByText(update.forms[kind].done).waitFor();
};

/** The subjects of the mails: one asks for confirmation, the other confirms that the change was made. */
export const changeMails = {
  en: { asked: /^(Confirm the change|Clear all progress)/, told: /was changed$/ },
  fr: { asked: /^(Confirmez la modification|Effacer toute la progression)/, told: /a été modifiée$/ },
};

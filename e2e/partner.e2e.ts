import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { apiPaths } from '../src/contracts/api.ts';
import type { WidgetName } from '../src/contracts/elements.ts';
import { type Language } from '../src/contracts/language.ts';
import { recordConsoleErrors } from './support/browser.ts';
import { languagesOf } from './support/messages.ts';
import { fillIn, newParent, type Scope, storedSession, submit } from './support/parent.ts';
import { demoUrl, portalUrl } from './support/settings.ts';
import { setUpPage, page } from './support/setup.ts';
import { fillInTeacher, newTeacher } from './support/teacher.ts';

let consoleErrors: string[];
setUpPage();

/** The three ways to embed, and the place of the form in each. */
const ways: { name: string; form: (page: Page) => Scope; hears: RegExp[] }[] = [
  { name: 'inline', form: (at) => at, hears: [/auth-success/, /127\.0\.0\.1/] },
  { name: 'frame', form: (at) => at.frameLocator('iframe'), hears: [/auth-success/, /localhost/] },
  { name: 'listener', form: (at) => at.frameLocator('iframe'), hears: [/localhost/] },
];

const submitWord = {
  en: { signup: /account|sign up/i, signin: /log in|sign in/i },
  fr: { signup: /compte|inscri/i, signin: /connect/i },
};

const open = async (name: string, widget: WidgetName, language: Language): Promise<void> => {
  consoleErrors = recordConsoleErrors(page);
  await page.goto(`${demoUrl}/?way=${name}&lang=${language}&widget=${widget}`);
};

describe.each(languagesOf(submitWord))('the demo partner’s page, in %s', (language) => {
  describe.each(ways)('the form on the $name page', ({ name, form, hears }) => {
    const parent = newParent();

    const send = async (widget: 'signup' | 'signin'): Promise<void> => {
      await open(name, widget, language);
      await fillIn(form(page), parent);
      await expect.poll(() => submit(form(page)).textContent()).toMatch(submitWord[language][widget]);
      await submit(form(page)).click();
    };

    const expectResult = async (more: string[] = []): Promise<void> => {
      const log = page.locator('#log');
      for (const heard of hears) await log.getByText(heard).first().waitFor();
      const received = (await log.textContent()) ?? '';
      for (const field of ['session', 'userID', 'playfabID', 'idToken', 'created', ...more])
        expect(received).toContain(`"${field}"`);
      await expect.poll(() => log.locator('li').count()).toBe(hears.length);
      expect(consoleErrors).toEqual([]);
    };

    it('signs a parent up, and the page gets the result once in each way it listens', async () => {
      await send('signup');
      await expectResult();
    });

    it('signs the same parent in, and stores nothing on the partner’s origin', async () => {
      await send('signin');
      await expectResult();
      expect(await storedSession(page)).toBeNull();
      expect(await page.evaluate(() => localStorage.length + document.cookie.length)).toBe(0);
    });

    it('signs a teacher up, and the page gets the class too', async () => {
      await open(name, 'teacher-signup', language);
      await fillInTeacher(form(page), newTeacher());
      await submit(form(page)).click();
      await expectResult(['classroomCode', 'classroomID']);
    });
  });
});

describe('the tests that the guide prints', () => {
  const printed = readFileSync('docs/partners/tag-and-package.md', 'utf8');
  const address = `${demoUrl}/?way=inline&lang=en&widget=signin`;
  const account = { email: 'parent@home.example', password: 'correct horse battery' };

  it('signs a parent in with the test for Playwright, as printed', async () => {
    const [, code = ''] = /```js\nimport \{ expect, test \} from '@playwright\/test';\n([^]*?)```/.exec(printed) ?? [];
    expect(code).toContain(account.email);
    expect(code).toContain(account.password);
    type Run = (fixtures: { page: Page }) => Promise<void>;
    let run: Run = () => Promise.reject(new Error('the guide prints no test'));
    const test = (_name: string, given: Run): void => {
      run = given;
    };
    new Function('test', 'expect', code.replace('http://127.0.0.1:3000/login', address))(test, expect);
    await run({ page });
  });

  it('logs in with the test account more often than a person may', async () => {
    const { email: Email, password: Password } = account;
    const logIn = () =>
      fetch(`${portalUrl}${apiPaths.playfab}/Client/LoginWithEmailAddress`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ TitleId: 'MATHS', Email, Password }),
      });
    for (let time = 0; time < 12; time += 1) expect((await logIn()).status).toBe(200);
  });

  it('finds each field that the guide names for Cypress once', async () => {
    const [sentence = ''] = /With Cypress[^]*?\n\n/.exec(printed) ?? [];
    const selectors = [...sentence.matchAll(/\[name=\w+\]/g)].map(([selector]) => selector);
    expect(selectors).toHaveLength(2);
    await page.goto(address);
    const form = page.locator('maths-sign-in');
    await form.locator('form').waitFor();
    expect(await Promise.all(selectors.map((selector) => form.locator(selector).count()))).toEqual([1, 1]);
  });
});

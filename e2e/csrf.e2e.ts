import { describe, expect, it } from 'vitest';
import { alert, newParent, signIn } from './support/parent.ts';
import { servePage } from './support/partner-site.ts';
import { portalUrl } from './support/settings.ts';
import { setUpPage, page } from './support/setup.ts';

setUpPage();

const parent = newParent();
const registration = {
  TitleId: 'MATHS',
  Email: parent.email,
  Password: parent.password,
  RequireBothUsernameAndEmail: false,
};

/** A form needs no preflight. With `text/plain` and a field whose name is JSON, it can even send JSON. */
const forms = {
  'text/plain': `<input name='${JSON.stringify(registration).slice(0, -1)},"x":"' value='"}'>`,
  'application/x-www-form-urlencoded': Object.entries(registration)
    .map(([name, value]) => `<input name="${name}" value="${value}">`)
    .join(''),
};

describe('a page of another site', () => {
  it('lets no page of another site sign anybody up with a form', async () => {
    for (const [type, fields] of Object.entries(forms)) {
      const action = `${portalUrl}/playfab/Client/RegisterPlayFabUser`;
      const html = `<!doctype html><title>x</title><form method="post" enctype="${type}" action="${action}">${fields}<button>Win</button></form>`;
      const site = await servePage({ html });
      // In development, pages of this machine may use a portal, so the other site has another host name.
      await page.goto(site.url.replace('127.0.0.1', 'stranger.localhost'));
      const [answer] = await Promise.all([
        page.waitForResponse((response) => response.url() === action),
        page.getByRole('button').click(),
      ]);
      expect(answer.status(), type).toBe(403);
      await site.close();
    }
    await signIn(page, parent);
    await alert(page).getByText('This email address or password is not valid').waitFor();
  });

  it('lets no page of another site sign up or send mail with its script', async () => {
    const site = await servePage({ html: '<!doctype html><title>x</title>' });
    // In development, pages of this machine may use a portal, so the other site has another host name.
    await page.goto(site.url.replace('127.0.0.1', 'stranger.localhost'));
    for (const call of ['Client/RegisterPlayFabUser', 'Client/SendAccountRecoveryEmail']) {
      const outcome = page.evaluate(
        ([url, body]) =>
          fetch(url ?? '', { method: 'POST', headers: { 'content-type': 'application/json' }, body: body ?? '' }).then(
            () => 'answered',
            () => 'refused',
          ),
        [`${portalUrl}/playfab/${call}`, JSON.stringify(registration)],
      );
      expect(await outcome, call).toBe('refused');
    }
    await site.close();
  });
});

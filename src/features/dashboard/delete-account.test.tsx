import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { fail, type Result } from '../../lib/result.ts';
import { announcedDuring, readAloud } from '../shared/testing/screen-reader.ts';
import { session } from './testing/dashboard-builder.ts';
import { prepareDashboard, showDashboard, translations } from './testing/show-dashboard.tsx';

const opener = () => screen.findByRole('button', { name: 'Delete my account' });
const warning = () => screen.getByRole('dialog', { name: 'Delete your account?' });
const confirm = () => screen.getByRole('dialog', { name: 'Delete it for good?' });
const goOn = async () => {
  await userEvent.click(await opener());
  await userEvent.click(within(warning()).getByRole('button', { name: 'Delete account' }));
};
const deleteIt = () => userEvent.click(within(confirm()).getByRole('button', { name: 'Yes, delete it' }));

describe('a copy of one’s data', () => {
  const button = () => screen.findByRole('button', { name: 'Download my data' });

  it('is saved at a press, and says so', async () => {
    const { services } = showDashboard();
    await userEvent.click(await button());
    expect(services.save).toHaveBeenCalledExactlyOnceWith('numeria.json', expect.any(Blob));
    expect(screen.getByText(translations.en('data.done')).closest('[role="status"]')).not.toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('asks for the password when the sign-in is long ago, and says what failed', async () => {
    const { services, element } = showDashboard();
    services.users.exportData.mockResolvedValueOnce(fail('RECENT_SIGN_IN_REQUIRED'));
    await userEvent.click(await button());
    const dialog = within(screen.getByRole('dialog', { name: 'Download your data' }));
    expect(element.failed).not.toHaveBeenCalled();
    services.signInAgain.mockResolvedValueOnce(fail('InvalidEmailOrPassword'));
    await userEvent.type(dialog.getByLabelText('Password'), 'not the password');
    await userEvent.click(dialog.getByRole('button', { name: 'Download' }));
    expect(dialog.getByRole('alert').textContent).toMatch(/^Your data could not be read\./);
    expect(services.save).not.toHaveBeenCalled();
    await userEvent.click(dialog.getByRole('button', { name: 'Download' }));
    expect(services.save).toHaveBeenCalledOnce();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('deleting the account', () => {
  it('is read aloud at each step, asks a second time before anything is sent, and keeps the account', async () => {
    const { services } = showDashboard();
    const open = await opener();
    expect((await announcedDuring(() => userEvent.click(open))).at(-1)).toBe('heading, Delete your account?, level 2');
    expect(await readAloud(warning())).toEqual([
      'dialog, Delete your account?',
      'heading, Delete your account?, level 2',
      'link, How to cancel with Apple (new tab)',
      'link, How to cancel with Google Play (new tab)',
      'link, support@numeria.example',
      'button, Keep my account',
      'button, Delete account',
    ]);
    const links = within(warning()).getAllByRole<HTMLAnchorElement>('link');
    expect(links.map(({ href }) => href)).toEqual([
      'https://support.apple.com/118428',
      'https://support.google.com/googleplay/answer/7018481',
      'mailto:support@numeria.example',
    ]);
    const forward = within(warning()).getByRole('button', { name: 'Delete account' });
    expect((await announcedDuring(() => userEvent.click(forward))).at(-1)).toBe(
      'heading, Delete it for good?, level 2',
    );
    expect(await readAloud(confirm())).toEqual([
      'dialog, Delete it for good?',
      'heading, Delete it for good?, level 2',
      'button, Keep my account',
      'button, Yes, delete it',
    ]);
    expect(confirm().textContent).toMatch(/parent@mail\.example/);
    await userEvent.click(within(confirm()).getByRole('button', { name: 'Keep my account' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(services.users.deleteAccount).not.toHaveBeenCalled();
  });

  it('opens without a click if a parent comes to delete the account, and leaves the focus on the button', async () => {
    showDashboard({ attributes: { mode: 'deletion' } });
    await userEvent.click(within(warning()).getByRole('button', { name: 'Keep my account' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(await opener());
  });

  it('deletes once, in the language of the notice, and ends the session', async () => {
    const { element, services, speak } = showDashboard();
    await goOn();
    speak('fr');
    await userEvent.dblClick(screen.getByRole('button', { name: 'Oui, le supprimer' }));
    expect(services.users.deleteAccount).toHaveBeenCalledExactlyOnceWith(session.token, 'fr', expect.any(AbortSignal));
    expect(services.session.remove).toHaveBeenCalledOnce();
    expect(element.emit).toHaveBeenCalledExactlyOnceWith('account-deleted', {});
    expect(element.emit).not.toHaveBeenCalledWith('signed-out', expect.anything());
  });

  it("reports a failure, followed by the server's error, and changes nothing", async () => {
    const { element, services, show } = prepareDashboard();
    services.users.deleteAccount.mockResolvedValueOnce(fail('SERVICE_UNAVAILABLE'));
    show();
    await goOn();
    await deleteIt();
    const alert = await within(confirm()).findByRole('alert');
    expect(alert.textContent).toMatch(/^Your account could not be deleted\. We can’t reach our servers/);
    expect(document.activeElement).toBe(alert);
    expect(services.session.remove).not.toHaveBeenCalled();
    expect(element.emit).not.toHaveBeenCalled();
    await deleteIt();
    expect(element.emit).toHaveBeenCalledExactlyOnceWith('account-deleted', {});
  });

  it('sends nothing twice, and reports a failure in the dialog that is open by then', async () => {
    const { services, show } = prepareDashboard();
    let answer: (result: Result<void>) => void = () => {};
    services.users.deleteAccount.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    show();
    await goOn();
    await deleteIt();
    await userEvent.click(within(confirm()).getByRole('button', { name: 'Deleting…' }));
    expect(services.users.deleteAccount).toHaveBeenCalledOnce();
    act(() => confirm().dispatchEvent(new Event('close')));
    await act(async () => answer(fail('TIMEOUT')));
    expect(screen.getByRole('alert').textContent).toMatch(/could not be deleted/);
  });

  it('closes the dialog at once for Escape, so that the button that regains the focus opens it again', async () => {
    showDashboard();
    await goOn();
    // The browser reports that it closed a dialog only after it has moved the focus.
    act(() => confirm().dispatchEvent(new Event('cancel', { cancelable: true })));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  describe('when the sign-in is more than fifteen minutes old', () => {
    const t = translations.en;
    const asked = async () => {
      const { element, services, show } = prepareDashboard();
      services.users.deleteAccount.mockResolvedValueOnce(fail('RECENT_SIGN_IN_REQUIRED'));
      show();
      await goOn();
      await deleteIt();
      const field = await screen.findByLabelText<HTMLInputElement>('Password');
      return { element, services, field };
    };

    it('asks for the password, also after a wrong one, signs in again and deletes the account', async () => {
      const { element, services, field } = await asked();
      expect(field.autocomplete).toBe('current-password');
      expect(field.form?.elements.namedItem('username')).toHaveProperty('value', 'parent@mail.example');
      expect(screen.queryByRole('alert')).toBeNull();
      expect(services.signInAgain).not.toHaveBeenCalled();
      await userEvent.type(field, ' my password ');
      services.signInAgain.mockResolvedValueOnce(fail('InvalidEmailOrPassword'));
      await deleteIt();
      const alert = await screen.findByRole('alert');
      expect(alert.textContent).toMatch(/could not be deleted.*password is not valid/);
      expect(document.activeElement).toBe(alert);
      expect(services.users.deleteAccount).toHaveBeenCalledOnce();
      expect(element.emit).not.toHaveBeenCalled();
      await deleteIt();
      const credentials = { email: 'parent@mail.example', password: ' my password ', language: 'en' };
      expect(services.signInAgain).toHaveBeenLastCalledWith(credentials, expect.any(AbortSignal));
      expect(services.users.deleteAccount).toHaveBeenCalledTimes(2);
      expect(element.emit).toHaveBeenCalledExactlyOnceWith('account-deleted', {});
    });

    it('says which field is empty before anything is sent', async () => {
      const { services, field } = await asked();
      await deleteIt();
      expect(screen.getByRole('alert').textContent).toBe(t('errors.ALL_FIELDS_REQUIRED'));
      expect(screen.getByText(t('common.problems.password.missing'))).toBeDefined();
      expect(document.activeElement).toBe(field);
      await userEvent.type(field, 'my password');
      services.signInAgain.mockResolvedValueOnce(fail('SIGN_IN_CODE_REQUIRED'));
      await deleteIt();
      expect(screen.queryByText(t('common.problems.password.missing'))).toBeNull();
      await deleteIt();
      expect(screen.getByText(t('common.problems.code.missing'))).toBeDefined();
      expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Code/ }));
      expect(services.signInAgain).toHaveBeenCalledOnce();
    });

    it('also asks for the mailed code after a password reset', async () => {
      const { element, services, field } = await asked();
      services.signInAgain.mockResolvedValueOnce(fail('SIGN_IN_CODE_REQUIRED'));
      await userEvent.type(field, 'my password');
      await deleteIt();
      const sentence = t('errors.MANAGE_ACCOUNT_SIGN_IN_CODE_REQUIRED');
      const nextStep = await screen.findByText(sentence);
      expect(nextStep.closest('[role]')).toBe(document.activeElement);
      expect(document.activeElement?.getAttribute('role')).toBe('status');
      services.signInAgain.mockResolvedValueOnce(fail('SIGN_IN_CODE_REQUIRED'));
      await userEvent.type(screen.getByRole('textbox', { name: /^Code/ }), 'wrong');
      await deleteIt();
      expect((await screen.findByRole('alert')).textContent).toContain(sentence);
      await userEvent.clear(screen.getByRole('textbox', { name: /^Code/ }));
      await userEvent.type(screen.getByRole('textbox', { name: /^Code/ }), ' K7QM-2XPD ');
      expect(field.value).toBe('my password');
      await deleteIt();
      const credentials = { email: 'parent@mail.example', password: 'my password', code: 'K7QM-2XPD', language: 'en' };
      expect(services.signInAgain).toHaveBeenLastCalledWith(credentials, expect.any(AbortSignal));
      expect(element.emit).toHaveBeenCalledExactlyOnceWith('account-deleted', {});
    });
  });

  it('leaves the page when the session of the account has ended', async () => {
    const { element, services, show } = prepareDashboard();
    services.users.deleteAccount.mockResolvedValue(fail('TOKEN_EXPIRED'));
    show();
    await goOn();
    await deleteIt();
    await vi.waitFor(() => expect(element.emit).toHaveBeenCalledExactlyOnceWith('signed-out', { reason: 'ended' }));
  });
});

import { act, cleanup, configure, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fail, succeed } from '../../lib/result.ts';
import { inElement } from '../shared/testing/in-element.tsx';
import { session } from './testing/dashboard-builder.ts';
import { prepareDashboard, translations } from './testing/show-dashboard.tsx';

const opened = () => screen.findByText('Not subscribed');

afterEach(cleanup);
// The limit is long for a busy machine. A passing test does not need it.
configure({ asyncUtilTimeout: 4000 });

describe('the account page', () => {
  it('shows immediately whose account it is, and the subscription once the servers have responded', async () => {
    const { element, show } = prepareDashboard();
    show();
    expect(screen.getAllByText('parent@mail.example')).toHaveLength(1);
    expect(screen.getByRole('status').textContent).toBe('Loading your account…');
    await opened();
    expect(screen.queryByRole('status')).toBeNull();
    expect(element.ready).toHaveBeenCalledOnce();
  });

  it('allows logging out while the servers are slow', async () => {
    const { element, services, show } = prepareDashboard();
    services.users.user.mockReturnValue(new Promise(() => {}));
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
    expect(element.emit).toHaveBeenCalledExactlyOnceWith('signed-out', { reason: 'requested' });
  });

  it('leaves immediately without a session', () => {
    const { element, services, show } = prepareDashboard({ stored: null });
    show();
    expect(element.emit).toHaveBeenCalledExactlyOnceWith('signed-out', { reason: 'ended' });
    expect(services.users.user).not.toHaveBeenCalled();
  });

  it.each(['user', 'subscriptionStatus'] as const)('leaves when %s reports that the session ended', async (call) => {
    const { element, services, show } = prepareDashboard();
    services.users[call].mockResolvedValue(fail('TOKEN_EXPIRED'));
    show();
    await vi.waitFor(() => expect(element.emit).toHaveBeenCalledExactlyOnceWith('signed-out', { reason: 'ended' }));
    expect(services.session.remove).toHaveBeenCalledOnce();
  });

  it('reports that the servers do not respond, keeps the session, and retries', async () => {
    const { services, show } = prepareDashboard();
    services.users.user.mockResolvedValueOnce(fail('OFFLINE'));
    show();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/offline/);
    expect(document.activeElement).toBe(alert);
    expect(services.session.remove).not.toHaveBeenCalled();
    expect(screen.getByText('Not available')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.queryByText('Not available')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Family membership' }));
    await opened();
    expect(document.activeElement?.textContent).toBe('Family membership');
  });

  it('logs out here immediately, and on the server without waiting for it', async () => {
    const { element, services, show } = prepareDashboard();
    services.users.signOut.mockReturnValue(new Promise(() => {}));
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Log out' }));
    expect(services.session.remove).toHaveBeenCalledOnce();
    expect(services.users.signOut).toHaveBeenCalledExactlyOnceWith(session.token);
    expect(element.emit).toHaveBeenCalledExactlyOnceWith('signed-out', { reason: 'requested' });
  });

  it('logs out when the page requests it, and confirms that to the page', async () => {
    const { element, services, target, show } = prepareDashboard();
    show();
    const request = new Event('sign-out', { cancelable: true });
    act(() => void target.dispatchEvent(request));
    expect(request.defaultPrevented).toBe(true);
    expect(services.users.signOut).toHaveBeenCalledExactlyOnceWith(session.token);
    expect(element.emit).toHaveBeenCalledExactlyOnceWith('signed-out', { reason: 'requested' });
  });

  it('follows a log-out in another tab', async () => {
    const { element, tellTab, show } = prepareDashboard();
    show();
    await opened();
    tellTab(null);
    expect(element.emit).toHaveBeenCalledExactlyOnceWith('signed-out', { reason: 'ended' });
  });

  it('keeps a session that another tab has stored instead', async () => {
    const { element, services, show } = prepareDashboard();
    const renewed = { ...session, token: 'B'.repeat(43) };
    services.users.user.mockImplementation(async (token) => {
      if (token === renewed.token) return succeed({ id: 'user', integrations: [] });
      services.session.read.mockReturnValue(renewed);
      return fail('TOKEN_EXPIRED');
    });
    show();
    await opened();
    expect(services.session.remove).not.toHaveBeenCalled();
    expect(element.emit).not.toHaveBeenCalledWith('signed-out', expect.anything());
  });

  it('shows the account of a person who signed in in another tab', async () => {
    const { services, tellTab, show } = prepareDashboard();
    show();
    await opened();
    const other = { ...session, email: 'other@mail.example' };
    services.session.read.mockReturnValue(other);
    tellTab(other);
    expect(await screen.findAllByText('other@mail.example')).toHaveLength(1);
    expect(screen.queryByText('parent@mail.example')).toBeNull();
  });

  it('sends the owner one link, in his language, and shows where it went', async () => {
    const { services, show } = prepareDashboard();
    const { speak } = show();
    await opened();
    speak('fr');
    await userEvent.dblClick(screen.getByRole('button', { name: 'Réinitialiser le mot de passe' }));
    const message = await screen.findByRole('status');
    expect(message.textContent).toMatch(/parent@mail\.example/);
    expect(document.activeElement).toBe(message);
    expect(services.sendRecoveryMail.mock.calls[0]?.slice(0, 2)).toEqual(['parent@mail.example', 'fr']);
  });

  it('shows the owner why the mail cannot be sent', async () => {
    const { services, show } = prepareDashboard();
    services.sendRecoveryMail.mockResolvedValue(fail('AccountNotFound'));
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Reset password' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/can’t find this account/);
  });

  it('renews the session while it is open, and no longer', () => {
    const { services, stopRenewal, show } = prepareDashboard();
    const { unmount } = show();
    expect(services.startRenewal).toHaveBeenCalledOnce();
    unmount();
    expect(stopRenewal).toHaveBeenCalledOnce();
  });

  it('renders a skeleton without a browser', () => {
    const { element, view } = prepareDashboard();
    expect(renderToString(inElement(element, translations, view))).toContain('maths-skeleton');
  });
});

import { act } from '@testing-library/react';
import type { Session } from '../../../contracts/session.ts';
import { translationsOf } from '../../../i18n/testing/translations.ts';
import { onRestored } from '../../../lib/browser.ts';
import { renderInElement } from '../../shared/testing/in-element.tsx';
import { Dashboard } from '../view.tsx';
import { buildDashboard, type BuildOptions } from './dashboard-builder.ts';

export const translations = await translationsOf('dashboard');

/** Prepares the account page; `show` renders it, once the test has prepared the services. */
export const prepareDashboard = (options: BuildOptions = {}) => {
  const dashboard = buildDashboard(options);
  const { element, controller, services } = dashboard;
  services.onRestored.mockImplementation(onRestored);
  const view = <Dashboard controller={controller} />;
  return {
    ...dashboard,
    view,
    show: () => renderInElement(element, translations, view),
    tellTab: (told: Session | null) => act(() => dashboard.tellTab(told)),
  };
};

/** Shows the account page to a person, whose calls succeed unless the test changes that afterwards. */
export const showDashboard = (options: BuildOptions = {}) => {
  const dashboard = prepareDashboard(options);
  return { ...dashboard, ...dashboard.show() };
};

/** Simulates that Back restores the page from the back/forward cache. */
export const restoreFromBfcache = () =>
  act(() => dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));

import { languageOf } from '../../src/lib/browser.ts';
import { type ConversionType, conversionEvent } from '../../src/contracts/api.ts';
import type { RouteName, RoutePath } from '../../src/contracts/routes.ts';
import { createConsent } from '../../src/session/consent.ts';
import { allowsTelemetry } from '../../src/session/consent-store.ts';
import { createTelemetry, visitorCountry } from '../../src/telemetry/telemetry.ts';
import { onRestored } from '../../src/lib/browser.ts';
import { whenShown } from './page-events.ts';

/** The pages that are counted. */
const counted: Partial<Record<RouteName, RoutePath>> = { home: '/', teacherSignUp: '/schoolzone/teacher/signup' };

/** The page that each conversion is recorded for. */
const conversionPages: Record<ConversionType, RoutePath> = {
  sign_in: '/signin',
  sign_up: '/signup',
  teacher_sign_up: '/schoolzone/teacher/signup',
};

const isConversion = (value: unknown): value is ConversionType =>
  typeof value === 'string' && Object.hasOwn(conversionPages, value);

/** Records with consent one view (product-spec.md#2-screens-and-routes), and the conversions of its forms. */
export const recordVisit = (name: string): void => {
  const { subscribe } = createConsent();
  const portal = location.origin;
  const { record } = createTelemetry({ portal }, allowsTelemetry);
  const page = new Map(Object.entries(counted)).get(name);
  let isRecorded = false;
  const recordView = async (): Promise<void> => {
    if (page === undefined || isRecorded || !allowsTelemetry()) return;
    isRecorded = true;
    // The teachers' page also sends the visitor's country (product-spec.md#7-calls-made).
    const country = name === 'teacherSignUp' ? await visitorCountry({ portal }) : undefined;
    record({ type: 'page_view', page, lang: languageOf(document.documentElement), country });
  };
  whenShown(() => {
    void recordView();
    subscribe(() => void recordView());
  });
  // A step in the history is another visit.
  onRestored(() => {
    isRecorded = false;
    void recordView();
  });
  document.addEventListener(conversionEvent, (event) => {
    if (!(event instanceof CustomEvent) || !(event.target instanceof Element) || !isConversion(event.detail)) return;
    record({ type: event.detail, page: conversionPages[event.detail], lang: languageOf(event.target) });
  });
};

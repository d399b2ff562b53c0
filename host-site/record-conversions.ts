import { languageOf } from '../elements/shared/element-language.ts';
import { type ConversionType, conversionEvent } from '../src/contracts/api.ts';
import type { RoutePath } from '../src/contracts/routes.ts';
import { createConsent } from '../src/session/consent.ts';
import { createTelemetry } from '../src/telemetry/telemetry.ts';

/** The page that each conversion is recorded for. */
const pages: Record<ConversionType, RoutePath> = {
  sign_in: '/signin',
  sign_up: '/signup',
  teacher_sign_up: '/schoolzone/teacher/signup',
};

const isConversion = (value: unknown): value is ConversionType =>
  typeof value === 'string' && Object.hasOwn(pages, value);

/** Records the conversions that the forms of this document announce, if the visitor allows it. */
export const recordConversions = (): void => {
  const { allowsTelemetry } = createConsent();
  const telemetry = createTelemetry({ portal: location.origin }, allowsTelemetry);
  document.addEventListener(conversionEvent, (event) => {
    if (!(event instanceof CustomEvent) || !(event.target instanceof Element) || !isConversion(event.detail)) return;
    telemetry.record({ type: event.detail, page: pages[event.detail], lang: languageOf(event.target) });
  });
};

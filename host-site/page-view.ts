import { useEffect, useEffectEvent } from 'react';
import { createEndpoints } from '../src/config/endpoints.ts';
import type { RoutePath } from '../src/contracts/routes.ts';
import { createConsent } from '../src/session/consent.ts';
import { createTelemetry } from '../src/telemetry/telemetry.ts';
import { visitorCountry } from '../src/telemetry/visitor-country.ts';
import { useSite } from './site-context.ts';

const endpoints = createEndpoints(location.origin);
const { allowsTelemetry } = createConsent();
const telemetry = createTelemetry(endpoints, allowsTelemetry);

/**
 * Records that a page was opened (spec section 2), once, in the language it opened in. `located`: with the visitor's
 * country (spec section 7). Telemetry asks for consent, and without it nobody's country is asked for.
 */
export const usePageView = (page: RoutePath, { located = false } = {}): void => {
  const { language } = useSite();
  const record = useEffectEvent(async () => {
    if (!allowsTelemetry()) return;
    const country = located ? await visitorCountry(endpoints) : undefined;
    telemetry.record({ type: 'page_view', page, lang: language, country });
  });
  useEffect(() => void record(), []);
};

import { useEffect, useEffectEvent, useRef } from 'react';
import { createEndpoints } from '../src/config/endpoints.ts';
import type { RoutePath } from '../src/contracts/routes.ts';
import { createConsent } from '../src/session/consent.ts';
import { createTelemetry } from '../src/telemetry/telemetry.ts';
import { visitorCountry } from '../src/telemetry/visitor-country.ts';
import { useSite } from './site-context.ts';

const { allowsTelemetry, subscribe } = createConsent();

/**
 * Records once that a page was opened (product-spec.md#2-screens-and-routes): immediately, or when consent is given
 * while it is open. With `located`, the event includes the visitor's country (product-spec.md#7-calls-made), which is
 * requested only with consent.
 */
export const usePageView = (page: RoutePath, { located = false } = {}): void => {
  const { language } = useSite();
  const recorded = useRef(false);
  const record = useEffectEvent(async () => {
    if (recorded.current || !allowsTelemetry()) return;
    recorded.current = true;
    const endpoints = createEndpoints(location.origin);
    const country = located ? await visitorCountry(endpoints) : undefined;
    createTelemetry(endpoints, allowsTelemetry).record({ type: 'page_view', page, lang: language, country });
  });
  useEffect(() => {
    void record();
    return subscribe(() => void record());
  }, []);
};

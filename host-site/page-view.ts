import { useEffect, useEffectEvent } from 'react';
import { createEndpoints } from '../src/config/endpoints.ts';
import type { RoutePath } from '../src/contracts/routes.ts';
import { createConsent } from '../src/session/consent.ts';
import { createTelemetry } from '../src/telemetry/telemetry.ts';
import { useSite } from './site-context.ts';

const telemetry = createTelemetry(createEndpoints(location.origin), createConsent().allowsTelemetry);

/** Records that a page was opened (spec section 2), once, in the language it opened in; telemetry asks for consent. */
export const usePageView = (page: RoutePath): void => {
  const { language } = useSite();
  const record = useEffectEvent(() => telemetry.record({ type: 'page_view', page, lang: language }));
  useEffect(() => record(), []);
};

import { createEndpoints, type Endpoints } from '../../src/config/endpoints.ts';
import type { Audience } from '../../src/config/partner-origins.ts';
import type { Connection } from './definition.ts';
import { openElementSession } from './element-session.ts';

/** Connects an element whose view calls services itself. */
export const connectServices =
  <Services>(audience: Audience, createServices: (endpoints: Endpoints) => Services) =>
  (element: HTMLElement, properties: ReadonlyMap<string, unknown>): Connection<Services> => {
    const session = openElementSession(element, audience, properties);
    return { session, model: createServices(createEndpoints(session.portal)), close: session.close };
  };

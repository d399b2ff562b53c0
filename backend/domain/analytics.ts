import { z } from 'zod';
import type { AnalyticsLogBody } from '../../src/contracts/api.ts';
import { type Language, languages } from '../../src/contracts/language.ts';
import { routes } from '../../src/contracts/routes.ts';
import type { Database } from '../db/database.ts';
import { analyticsRepository } from '../store/analytics.repository.ts';
import type { Clock } from './clock.ts';
import type { Limits } from './limits.ts';
import { enqueue } from './outbox/enqueue.ts';
import type { Job } from './outbox/job-kinds.ts';
import { Refusal } from './refusal.ts';
import { conversionFor, type LeavingEvent, type LeavingEventType, receivers } from './telemetry/field-table.ts';
import { randomId as newEventId } from './secrets.ts';
import type { ConversionClients } from './telemetry/forward.ts';

/** 16 bytes as base64url. */
const randomId = z.string().regex(/^[\w-]{22}$/);
/** Of `_ga`: a random number and the second of the first visit. */
const tagManagerId = z.string().regex(/^\d{1,10}\.\d{10}$/);

/** All that an event may say: no free text, so nothing secret or personal has a place to be in. */
const data = z
  .strictObject({
    eventID: randomId,
    clientID: z.union([tagManagerId, randomId]),
    /** Pages of earlier releases send it. It is ignored: anybody can make a digest of anybody's address. */
    emailHash: z.string().regex(/^[0-9a-f]{64}$/),
    page: z.enum(Object.values(routes).map((route) => route.path)),
    lang: z.enum(languages),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .nullable(),
  })
  .partial();
type Data = z.output<typeof data>;

/** Only of these the country is told (spec section 7). */
const teachersPage = /^\/schoolzone\//;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** What the request itself tells of who sends it. */
export type Visitor = {
  ip: string;
  /** Consent by a click, and no Global Privacy Control: without it nothing is told to anybody else. */
  mayBeForwarded: boolean;
  userAgent: string;
};

export type AnalyticsDependencies = {
  database: Database;
  clock: Clock;
  limits: Limits;
  conversions: ConversionClients;
  publicUrl: string;
};

export type Analytics = ReturnType<typeof createAnalytics>;

export const createAnalytics = ({ database, clock, limits, conversions, publicUrl }: AnalyticsDependencies) => {
  const configured = receivers.filter((receiver) => conversions[receiver] !== null);

  const mayLeave = async ({ ip, mayBeForwarded }: Visitor): Promise<boolean> =>
    mayBeForwarded && configured.length > 0 && (await limits.consume('conversion', { ip })) === null;

  const jobsOf = (type: LeavingEventType, event: LeavingEvent): Job[] =>
    configured.flatMap((receiver) => {
      const conversion = conversionFor(receiver, type, event);
      if (conversion === null) return [];
      const payload = { receiver, ...conversion, fields: { ...conversion.fields } };
      return [{ kind: 'conversion', payload, key: `${receiver}:${event.eventID}` }];
    });

  /** The event as it may leave; null when it may not. The time is ours: a browser's clock may be years off. */
  const leaving = async (details: Data, visitor: Visitor): Promise<LeavingEvent | null> => {
    const { eventID, clientID, page, lang = 'en', country = null } = details;
    if (eventID === undefined || clientID === undefined || page === undefined) return null;
    if (!(await mayLeave(visitor))) return null;
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
    /**
     * First-party counting: no address, device or user agent is kept with it, and after 90 days nothing. What leaves for
     * others is promised in the same transaction, a job for each receiver.
     */
    log: async (event: AnalyticsLogBody, visitor: Visitor): Promise<void> => {
      const details = data.safeParse(parsed(event.data));
      if (!details.success) throw new Refusal('INVALID_PAYLOAD');
      const { emailHash: _forwardedOnly, ...kept } = details.data;
      const recordedAt = clock.now();
      const told = await leaving(details.data, visitor);
      await database.transaction().execute(async (trx) => {
        const occurredAt = new Date(event.timestamp);
        const isNew = await analyticsRepository(trx).add({ type: event.type, occurredAt, data: kept, recordedAt });
        if (!isNew || told === null) return;
        for (const job of jobsOf(event.type, told)) await enqueue(trx, job);
      });
    },

    /**
     * Returns the jobs that tell others of a teacher who has just opened the mailed link: the only event with a digest
     * of an address. Consent is that of the request that opened it.
     */
    conversionsOfTeacher: async (
      { email, language }: { email: string; language: Language },
      visitor: Visitor,
    ): Promise<Job[]> => {
      if (!(await mayLeave(visitor))) return [];
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

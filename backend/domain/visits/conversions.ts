import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { AnalyticsEventType } from '../../../src/contracts/calls/visits.ts';
import type { Language } from '../../../src/contracts/language.ts';
import type { Conversion, ConversionClient } from '../../gateways/conversions.ts';

/** The events of pages, and those that only the server reports. */
export type ForwardedEventType = AnalyticsEventType | 'teacher_verified';

/** The known facts about an event that may be forwarded. */
export type ForwardedEvent = {
  eventID: string;
  /** Null when the browser did not send it. */
  clientID: string | null;
  /** The page's address with the route's pattern as its path: no query, and no id of a class. */
  address: string;
  lang: Language;
  country: string | null;
  /** The address of a teacher who has just opened the mailed link; it is forwarded as a digest only. */
  email: string | null;
  userAgent: string;
  at: Date;
};

/** Returns the digest in hex. Receivers compare it with the digests of addresses that they already know. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Returns a field's value; null leaves the field out. */
type Field = (event: ForwardedEvent) => string | number | null;
type EventMapping = { name: string; fields: Readonly<Record<string, Field>> };

/** Meta requires `client_user_agent`, `action_source` and `event_source_url` for events on a website. */
const meta = {
  event_id: ({ eventID }) => eventID,
  event_time: ({ at }) => Math.floor(at.getTime() / 1_000),
  action_source: () => 'website',
  event_source_url: ({ address }) => address,
  'user_data.external_id': ({ clientID }) => clientID && sha256(clientID),
  'user_data.client_user_agent': ({ userAgent }) => userAgent,
  'user_data.country': ({ country }) => country && sha256(country.toLowerCase()),
} satisfies EventMapping['fields'];

const digestOfEmail: Field = ({ email }) => email && sha256(email);
/** Opening a link reveals neither the visitor's id nor the country. */
const { 'user_data.external_id': _visitor, 'user_data.country': _country, ...verified } = meta;

const measurement = {
  client_id: ({ clientID }) => clientID,
  timestamp_micros: ({ at }) => at.getTime() * 1_000,
  'user_location.country_id': ({ country }) => country,
  'params.event_id': ({ eventID }) => eventID,
  'params.page_location': ({ address }) => address,
  'params.language': ({ lang }) => lang,
} satisfies EventMapping['fields'];

/**
 * The forwarded data: receiver, event, the receiver's name for it, and the only fields that are sent
 * (decisions.md#8-privacy-and-consent). An event without a row is not sent to that receiver.
 * `docs/operators/privacy-and-cancelling.md` describes this table.
 */
export const fieldTable = {
  meta: {
    page_view: { name: 'PageView', fields: meta },
    sign_up: { name: 'CompleteRegistration', fields: meta },
    teacher_sign_up: { name: 'TeacherRegistration', fields: meta },
    // The server reports this event when the mailed link is opened; no page sends it
    // (decisions.md#8-privacy-and-consent).
    teacher_verified: { name: 'TeacherVerified', fields: { ...verified, 'user_data.em': digestOfEmail } },
  },
  measurement: {
    page_view: { name: 'page_view', fields: measurement },
    sign_up: { name: 'sign_up', fields: measurement },
    sign_in: { name: 'sign_in', fields: measurement },
    teacher_sign_up: { name: 'teacher_sign_up', fields: measurement },
  },
} as const satisfies Record<string, Partial<Record<ForwardedEventType, EventMapping>>>;

export const receivers = ['meta', 'measurement'] as const satisfies readonly (keyof typeof fieldTable)[];
export type Receiver = (typeof receivers)[number];

/** `null` means that no ID of that receiver is configured, so nothing is sent to it. */
export type ConversionClients = Readonly<Record<Receiver, ConversionClient | null>>;

/** @returns null when this receiver does not get such an event. */
export const conversionFor = (
  receiver: Receiver,
  type: ForwardedEventType,
  event: ForwardedEvent,
): Conversion | null => {
  const table: Partial<Record<ForwardedEventType, EventMapping>> = fieldTable[receiver];
  const row = table[type];
  if (row === undefined) return null;
  const fields = Object.entries(row.fields).flatMap(([field, valueOf]): [string, string | number][] => {
    const value = valueOf(event);
    return value === null ? [] : [[field, value]];
  });
  return { name: row.name, fields: Object.fromEntries(fields) };
};

/** The payload of the job contains exactly the fields that will be sent. */
export const conversionJob = z.object({
  receiver: z.enum(receivers),
  name: z.string(),
  fields: z.record(z.string(), z.union([z.string(), z.number()])),
});

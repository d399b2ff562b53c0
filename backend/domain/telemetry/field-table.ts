import type { AnalyticsEventType } from '../../../src/contracts/api.ts';
import type { Language } from '../../../src/contracts/language.ts';
import type { Conversion } from '../../gateways/conversions/conversion.ts';
import { sha256 } from './sha256.ts';

/** What pages send, and what only the server tells of. */
export type LeavingEventType = AnalyticsEventType | 'teacher_verified';

/** All that is known of an event on its way out. */
export type LeavingEvent = {
  eventID: string;
  /** Null where the browser did not tell it. */
  clientID: string | null;
  /** The page's address with the route's pattern for a path: no query, no id of a class. */
  address: string;
  lang: Language;
  country: string | null;
  /** Of a teacher who has just opened the mailed link; leaves as a digest only. */
  email: string | null;
  userAgent: string;
  at: Date;
};

/** Where a field's value comes from; without a value the field does not leave. */
type Field = (event: LeavingEvent) => string | number | null;
type Leaving = { name: string; fields: Readonly<Record<string, Field>> };

/** Meta demands `client_user_agent`, `action_source` and `event_source_url` of what happens on a website. */
const meta = {
  event_id: ({ eventID }) => eventID,
  event_time: ({ at }) => Math.floor(at.getTime() / 1_000),
  action_source: () => 'website',
  event_source_url: ({ address }) => address,
  'user_data.external_id': ({ clientID }) => clientID && sha256(clientID),
  'user_data.client_user_agent': ({ userAgent }) => userAgent,
  'user_data.country': ({ country }) => country && sha256(country.toLowerCase()),
} satisfies Leaving['fields'];

const digestOfEmail: Field = ({ email }) => email && sha256(email);
/** Neither the visitor's id nor the country is known of a link that is opened. */
const { 'user_data.external_id': _visitor, 'user_data.country': _country, ...verified } = meta;

const measurement = {
  client_id: ({ clientID }) => clientID,
  timestamp_micros: ({ at }) => at.getTime() * 1_000,
  'user_location.country_id': ({ country }) => country,
  'params.event_id': ({ eventID }) => eventID,
  'params.page_location': ({ address }) => address,
  'params.language': ({ lang }) => lang,
} satisfies Leaving['fields'];

/**
 * What leaves: receiver, event, the receiver's name for it, and the only fields that go along (decisions section 8). An
 * event that a receiver has no row for is not told to it. `docs/operators/telemetry.md` is this table in words.
 */
export const fieldTable = {
  meta: {
    page_view: { name: 'PageView', fields: meta },
    sign_up: { name: 'CompleteRegistration', fields: meta },
    teacher_sign_up: { name: 'TeacherRegistration', fields: meta },
    // No page sends it: the server tells it when the mailed link is opened (decisions section 8).
    teacher_verified: { name: 'TeacherVerified', fields: { ...verified, 'user_data.em': digestOfEmail } },
  },
  measurement: {
    page_view: { name: 'page_view', fields: measurement },
    sign_up: { name: 'sign_up', fields: measurement },
    sign_in: { name: 'sign_in', fields: measurement },
    teacher_sign_up: { name: 'teacher_sign_up', fields: measurement },
  },
} as const satisfies Record<string, Partial<Record<LeavingEventType, Leaving>>>;

export const receivers = ['meta', 'measurement'] as const satisfies readonly (keyof typeof fieldTable)[];
export type Receiver = (typeof receivers)[number];

/** @returns null when this receiver is not told of such an event. */
export const conversionFor = (receiver: Receiver, type: LeavingEventType, event: LeavingEvent): Conversion | null => {
  const table: Partial<Record<LeavingEventType, Leaving>> = fieldTable[receiver];
  const row = table[type];
  if (row === undefined) return null;
  const fields = Object.entries(row.fields).flatMap(([field, valueOf]): [string, string | number][] => {
    const value = valueOf(event);
    return value === null ? [] : [[field, value]];
  });
  return { name: row.name, fields: Object.fromEntries(fields) };
};

import { type ElementEventDetails, type StepDetail, stepForms, steps, type Theme } from '../contracts/elements.ts';
import type { tagEvents } from '../contracts/tags.ts';
import type { DeclarationKind } from '../contracts/calls/cancel.ts';
import type { AuthResult } from '../contracts/auth-result.ts';
import { isErrorCode } from '../contracts/error-codes.ts';
import { isSchoolZoneErrorCode } from '../contracts/school-zone-codes.ts';
import { isLanguage, type Language } from '../contracts/language.ts';
import { isRecord } from '../contracts/shapes.ts';

/**
 * The messages between `<maths-embed>` and the framed page through post-robot (decisions.md#3-bridge). The frame sends
 * `hello` until the response contains the `FrameSettings`. Heights are CSS pixels. An event of the form crosses under
 * its own name. Every received message is checked here: unknown fields are removed.
 */
export const messageName = (name: 'hello' | 'settings' | 'size' | FramedEvent): string => `maths:${name}`;

/** An event that a framed form fires, and `<maths-embed>` fires again. */
export type FramedEvent = (typeof tagEvents)['maths-embed'][number];

/** The email is sent here and not in the frame's URL, where logs would contain it. */
export type FrameSettings = { lang?: Language; theme?: Theme; email?: string };

/** `id` is unique for each sign-in. The embed drops ids that it has seen, so that a repetition is no second sign-in. */
export type ResultMessage = { id: string; result: AuthResult };

/** The maximum length of a message, in UTF-16 units of its JSON text. */
export const messageMaximum = 65_536;
const tallest = 20_000;

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= messageMaximum;
const isName = (value: unknown): value is string => isText(value) && value !== '' && value.length <= 256;

export const parseSettings = (data: unknown): FrameSettings => {
  if (!isRecord(data)) return {};
  const { lang, theme, email } = data;
  return {
    ...(isLanguage(lang) && { lang }),
    ...((theme === 'light' || theme === 'dark') && { theme }),
    ...(isName(email) && { email }),
  };
};

export const parseHeight = (data: unknown): number | null => {
  if (!isRecord(data)) return null;
  const { height } = data;
  return typeof height === 'number' && height >= 0 && height <= tallest ? height : null;
};

export const parseResult = (data: unknown): ResultMessage | null => {
  if (!isRecord(data) || !isName(data['id']) || !isRecord(data['result'])) return null;
  const { session, userID, playfabID, classroomCode, classroomID, idToken, created } = data['result'];
  if (!isText(session) || !isName(userID) || !isName(playfabID)) return null;
  return {
    id: data['id'],
    result: {
      session,
      userID,
      playfabID,
      ...(isName(classroomCode) && { classroomCode }),
      ...(isName(classroomID) && { classroomID }),
      ...(isText(idToken) && { idToken }),
      ...(typeof created === 'boolean' && { created }),
    },
  };
};

const isOneOf = <Name extends string>(names: readonly Name[], value: unknown): value is Name =>
  names.some((name) => name === value);

export const parseStep = (data: unknown): StepDetail | null => {
  if (!isRecord(data)) return null;
  const { step, form, field, code } = data;
  if (!isOneOf(steps, step) || !isOneOf(stepForms, form)) return null;
  const isKnown = isErrorCode(code) || isSchoolZoneErrorCode(code);
  return { step, form, ...(isName(field) && { field }), ...(isKnown && { code }) };
};

/** The keys are checked against the type. The contract's own list would become a part of every element. */
const declarationKinds: Readonly<Record<DeclarationKind, true>> = { cancellation: true, withdrawal: true };
const isDeclarationKind = (value: unknown): value is DeclarationKind =>
  typeof value === 'string' && Object.hasOwn(declarationKinds, value);

export const parseDeclared = (data: unknown): ElementEventDetails['declared'] | null => {
  const kind = isRecord(data) ? data['kind'] : undefined;
  return isDeclarationKind(kind) ? { kind } : null;
};

export const parseError = (data: unknown): ElementEventDetails['auth-error'] | null => {
  if (!isRecord(data)) return null;
  const { code, message } = data;
  return (isErrorCode(code) || isSchoolZoneErrorCode(code)) && isText(message) ? { code, message } : null;
};

/** Parses the detail of each event. */
const details: { [Name in FramedEvent]: (data: unknown) => ElementEventDetails[Name] | null } = {
  ready: () => ({}),
  'auth-success': (data) => parseResult(data)?.result ?? null,
  'auth-error': parseError,
  step: parseStep,
  'update-requested': () => ({}),
  declared: parseDeclared,
};
export const isFramedEvent = (name: string): name is FramedEvent => Object.hasOwn(details, name);
export const framedEvents: readonly FramedEvent[] = Object.keys(details).filter(isFramedEvent);

/** Returns the detail of an event that arrived as a message, or null for other data. */
export const parseDetail = (name: FramedEvent, data: unknown): object | null => details[name](data);

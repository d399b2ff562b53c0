import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { simulatorMessages } from '../../../locales/server-messages.ts';
import { defaultLanguage, type Language, languageOfTag } from '../../../src/contracts/language.ts';
import { html, type Html, type HtmlPart } from '../../../src/lib/html.ts';
import { interpolate, readableAmount } from '../../../src/lib/texts.ts';
import { htmlDocument, sendPage } from '../../pages.ts';
import { catalog } from '../catalog.ts';
import { testCards } from '../objects.ts';
import type { Simulation, UnitOfWork } from '../work.ts';

export const base = '/simulator';

type Messages = (typeof simulatorMessages)['en'];
const sentences: Record<Language, Messages> = simulatorMessages;

/** The messages and formats of a page in the reader's language. */
export type Reader = ReturnType<typeof readerOf>;

/** Returns the reader's language from the session's `locale`, or from the browser without a session. */
export const readerOf = (locale: string | undefined) => {
  const language = languageOfTag(locale) ?? defaultLanguage;
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  return {
    language,
    messages: sentences[language],
    money: (amount: number): string => readableAmount(amount, catalog.price.currency, language),
    date: (date: Date): string => days.format(date),
  };
};

/** Returns a page for customers, with a link back to the seller. */
export const payingPage = (
  { language, messages }: Reader,
  { title, merchant, back }: { title: string; merchant: string; back: string | null },
  content: HtmlPart,
): string =>
  htmlDocument(
    { base, language, title: `${title} · ${merchant}`, banner: messages.simulation },
    html`<h1>${title}</h1>${content}
${back === null ? null : html`<p><a href="${back}">${interpolate(messages.backTo, { merchant })}</a></p>`}`,
  );

/** What was wrong with a sent form. */
export type PaymentFormError = keyof Messages['errors'];

type FieldOptions = {
  name: string;
  type: 'text' | 'email';
  label: string;
  hint?: string;
  isInvalid: boolean;
  value?: string;
};

/** Renders a field with its label and hint. Screen readers read them with the field. */
export const field = ({ name, type, label, hint = '', isInvalid, value = '' }: FieldOptions): Html =>
  html`<p><label for="${name}">${label}</label> <small id="${name}-hint">${hint}</small>
<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${type === 'email' ? 'email' : 'off'}"
 maxlength="255" required aria-describedby="${name}-hint"${isInvalid ? html` aria-invalid="true" autofocus` : null}></p>`;

/**
 * Renders the number of a card, without autofill, so that a browser does not insert a real card; and the test cards.
 */
export const cardFields = ({ messages: { card, errors } }: Reader, error: PaymentFormError | null): Html =>
  html`${error === null ? null : html`<p class="error" role="alert">${errors[error]}</p>`}
${field({ name: 'number', type: 'text', label: card.number, hint: card.hint, isInvalid: error === 'number' })}
<ul>${testCards.map(({ number, behaviour }) => html`<li>${interpolate(card[behaviour], { number })}</li>`)}</ul>`;

/**
 * Returns a content security policy that allows no scripts and no files of other origins.
 * @param leadsTo the address to which a form may redirect: Chromium checks `form-action` after a redirect, too
 */
export const policy = (leadsTo?: string): string => {
  const origin = leadsTo === undefined ? '' : ` ${new URL(leadsTo).origin}`;
  return `default-src 'none'; style-src 'self'; form-action 'self'${origin}; base-uri 'none'; frame-ancestors 'none'`;
};

/** Redirects after a form with 303, so that a reload of the next page does not send the form again. */
export const redirectAfterPost = (reply: FastifyReply, url: string): FastifyReply =>
  reply.code(303).headers({ location: url, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).send();

const form = z.object({ number: z.string().catch(''), email: z.string().max(255).catch('') });
const params = z.object({ id: z.string() });

/** The values of a form. A card number is checked, but never stored. */
type Typed = z.output<typeof form>;
/** Where pages are served, and the seller's name on them. */
export type Pages = { app: FastifyInstance; simulation: Simulation; merchant: string };
type Answer = { redirect: string } | { page: string; status?: number; leadsTo?: string };

/** Serves an address of customers. `answer` gets the stored session of the id in the address, if there is one. */
export const servePage = <Session>(
  { app, simulation, merchant }: Pages,
  [method, url]: ['GET' | 'POST', string],
  sessionOf: (work: UnitOfWork, id: string) => Promise<Session | undefined>,
  answer: (work: UnitOfWork, session: Session, typed: Typed) => Promise<Answer>,
): void => {
  app.route({
    method,
    url,
    handler: async (request, reply) => {
      const { id } = params.parse(request.params);
      const open = method === 'POST' ? simulation.write : simulation.read;
      const found = await open(async (work): Promise<Answer> => {
        const session = await sessionOf(work, id);
        if (session !== undefined) {
          return answer(work, session, form.catch({ number: '', email: '' }).parse(request.body));
        }
        const reader = readerOf(request.headers['accept-language']);
        const head = { title: reader.messages.checkout.unknown, merchant, back: null };
        return { page: payingPage(reader, head, null), status: 404 };
      });
      if ('redirect' in found) return redirectAfterPost(reply, found.redirect);
      return sendPage(reply.code(found.status ?? 200), policy(found.leadsTo), found.page);
    },
  });
};

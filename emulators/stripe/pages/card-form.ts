import { cardOfNumber, expiryOf, isPast, type TestCard, testCards } from '../objects/purchase.ts';
import { html, type Html, interpolate, type Messages } from './layout.ts';

/** The typed values. Card number and security code are checked, but never stored. */
export type TypedValues = Readonly<Record<string, string>>;
export type FieldError = 'number' | 'expiry' | 'past' | 'cvc' | 'name' | 'email' | 'declined';
export type FieldErrors = Partial<Record<string, FieldError>>;

export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

type Checked = { ok: true; card: TestCard } | { ok: false; errors: FieldErrors };

/** Validates the four fields of a card. */
export const checkCard = (typed: TypedValues, now: Date): Checked => {
  const card = cardOfNumber(typed['number'] ?? '');
  const expiry = expiryOf(typed['expiry'] ?? '');
  const name = (typed['name'] ?? '').trim();
  const errors: FieldErrors = {
    ...(card === undefined && { number: 'number' }),
    ...(expiry === null ? { expiry: 'expiry' } : isPast(expiry, now) && { expiry: 'past' }),
    ...(!/^\d{3}$/.test((typed['cvc'] ?? '').trim()) && { cvc: 'cvc' }),
    ...(name === '' && { name: 'name' }),
  };
  if (card === undefined || expiry === null || Object.keys(errors).length > 0) return { ok: false, errors };
  const { brand, behaviour, number } = card;
  return {
    ok: true,
    card: { brand, behaviour, last4: number.slice(-4), expMonth: expiry.month, expYear: expiry.year },
  };
};

type FieldOptions = {
  name: string;
  label: string;
  hint?: string;
  value?: string | undefined;
  error?: FieldError | undefined;
  /** Whether this is the first field with an error. It receives the focus. */
  isFirst?: boolean;
  type?: 'text' | 'email';
  autocomplete: string;
  numeric?: boolean;
  maxlength: number;
};

/** Renders a field with its label, hint and error. Screen readers read them with the field. */
export const field = (messages: Messages, options: FieldOptions): Html => {
  const { name, label, hint, value = '', error, isFirst = false, type = 'text', autocomplete, maxlength } = options;
  const described = [hint === undefined ? '' : `${name}-hint`, error === undefined ? '' : `${name}-error`];
  const ids = described.filter((id) => id !== '').join(' ');
  return html`<div class="field ${name}"><label for="${name}">${label}</label>
${hint === undefined ? null : html`<span class="hint" id="${name}-hint">${hint}</span>`}
<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" maxlength="${maxlength}" required
${options.numeric === true ? html`inputmode="numeric"` : null}${ids === '' ? null : html` aria-describedby="${ids}"`}
${error === undefined ? null : html` aria-invalid="true"`}${isFirst ? html` autofocus` : null}>
${error === undefined ? null : html`<span class="error" id="${name}-error">${messages.errors[error]}</span>`}</div>`;
};

/** Renders the fields of a card, without autofill, so that a browser does not insert a real card. */
export const cardFields = (messages: Messages, typed: TypedValues, errors: FieldErrors): Html => {
  const first = ['email', 'number', 'expiry', 'cvc', 'name'].find((name) => errors[name] !== undefined);
  const common = (name: string) => ({ name, error: errors[name], isFirst: first === name });
  const { card } = messages;
  const off = { autocomplete: 'off', numeric: true };
  return html`${field(messages, { ...common('number'), ...off, label: card.number, hint: card.numberHint, maxlength: 23 })}
<div class="pair">
${field(messages, { ...common('expiry'), autocomplete: 'off', label: card.expiry, hint: card.expiryHint, value: typed['expiry'], maxlength: 9 })}
${field(messages, { ...common('cvc'), ...off, label: card.cvc, hint: card.cvcHint, maxlength: 4 })}
</div>
${field(messages, { ...common('name'), autocomplete: 'name', label: card.name, value: typed['name'], maxlength: 100 })}`;
};

const grouped = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ');

export const testCardList = ({ card }: Messages): Html => html`<section class="tests"><h2>${card.tests}</h2><ul>
${testCards.map(({ number, behaviour }) => html`<li>${interpolate(card[behaviour], { number: grouped(number) })}</li>`)}</ul></section>`;

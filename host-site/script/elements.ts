import { languageOf } from '../../elements/runtime/element-language.ts';
import { isFirstForm } from '../../elements/runtime/form-key.ts';
import { paymentReturns } from '../../src/contracts/routes.ts';
import type { Membership } from '../../src/contracts/calls/subscription.ts';
import { anyTag } from '../../src/contracts/tags.ts';
import { readableDate } from '../../src/lib/date.ts';
import { carriedQuery } from './address.ts';
import { createLoadStyles, createLoadView, type PageFacts, startForm } from './page-files.ts';
import { replaceQuery } from './language.ts';
import { whenParsed, whenShown } from './page-events.ts';

/** Updates the address when the visitor opens another form inside the tag, so that links, Back and a reload work. */
const followMode = (host: HTMLElement): void => {
  const follow = (): void => {
    const mode = host.getAttribute('mode');
    if (mode !== null) replaceQuery(carriedQuery(location.search, { mode }));
  };
  new MutationObserver(follow).observe(host, { attributeFilter: ['mode'] });
};

const setAttribute = (host: HTMLElement, name: string, value: string | null | undefined): void => {
  if (value !== null && value !== undefined) host.setAttribute(name, value);
};

/** Sets the attributes of this visit, which the document cannot contain. */
export const setFormAttributes = (host: HTMLElement): void => {
  const query = new URLSearchParams(location.search);
  setAttribute(host, 'coupon', query.get('coupon'));
  if (host.localName !== 'maths-teacher-sign-up') return;
  setAttribute(host, 'mode', query.get('mode'));
  followMode(host);
};

/** Sets those of an element without a prerendered form. */
export const setElementAttributes = (host: HTMLElement, arrival: string | null): void => {
  switch (host.localName) {
    case 'maths-dashboard': {
      const payment = paymentReturns.find((name) => name === arrival);
      setAttribute(host, 'payment', payment);
      setAttribute(host, 'coupon', new URLSearchParams(location.search).get('coupon'));
      return;
    }
    case 'maths-confirmation':
      setAttribute(host, 'checkout', arrival);
      return;
    case 'maths-classroom':
      // A mail program may have put something behind the id.
      setAttribute(
        host,
        'classroom-id',
        location.pathname
          .split('/')
          .at(-1)
          ?.replace(/[^\w-].*/, ''),
      );
      return;
    case 'maths-reset-password':
    case 'maths-classroom-update':
    case 'maths-cancel':
      if (host.localName === 'maths-cancel')
        setAttribute(host, 'mode', new URLSearchParams(location.search).get('mode'));
      // An attribute could be read by any code that reads the page.
      Object.assign(host, { secret: arrival });
  }
};

/** Starts a form that the document contains. It works as soon as it is parsed. */
export const startPrerendered = ({ controller, styles, view }: PageFacts): void => {
  const loadStyles = createLoadStyles(styles);
  startForm({
    controller,
    loadStyles,
    loadView: createLoadView(view, loadStyles),
    prepare: (host) => {
      setFormAttributes(host);
      return isFirstForm(host);
    },
  });
};

/** Starts another element. The document loads its files. */
export const startElement = ({ view }: PageFacts, arrival: string | null): void => {
  const loadView = createLoadView(view, () => Promise.resolve());
  whenParsed(() => {
    const host = document.querySelector<HTMLElement>(anyTag);
    if (host === null) return;
    setElementAttributes(host, arrival);
    whenShown(loadView);
  });
};

const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];

/** Writes the dates, in the language of the page. */
const writeDates = (): void => {
  for (const time of all('time[datetime]:not([datetime=""])')) {
    time.textContent = readableDate(time.getAttribute('datetime') ?? '', languageOf(document.documentElement));
  }
};

/** Shows the text for the result of a purchase. It is announced, because its place is a live region. */
const showMembership = (membership: Membership): void => {
  const until = membership.kind === 'trial' ? membership.until : undefined;
  for (const time of all('[data-membership] time')) time.setAttribute('datetime', until ?? '');
  const shown = until === null ? 'open-trial' : membership.kind;
  for (const result of all('[data-membership]')) result.hidden = result.dataset['membership'] !== shown;
};

const isMembership = (detail: unknown): detail is Membership =>
  typeof detail === 'object' && detail !== null && 'kind' in detail;

/** Completes a page with what its element reports. */
export const fillIn = (): void => {
  document.addEventListener('membership-checked', (event) => {
    if (!(event instanceof CustomEvent) || !isMembership(event.detail)) return;
    showMembership(event.detail);
    writeDates();
  });
  document.addEventListener('auth-error', (event) => {
    const isMissing = event instanceof CustomEvent && event.detail.code === 'CLASSROOM_DOES_NOT_EXIST';
    for (const link of all('[data-missing]')) link.hidden = !isMissing;
  });
};

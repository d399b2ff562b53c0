import { type ReactNode, useEffect } from 'react';
import { encode } from 'uqr';
import { brand } from '../../config/brand.ts';
import { storeLinkFor, storeLinks } from '../../config/store-links.ts';
import { routes } from '../../contracts/routes.ts';
import { isAndroid } from '../../lib/browser.ts';
import { Link } from '../../ui/link.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { ElementFrame } from '../shared/element-form.tsx';
import { useController } from '../shared/use-controller.ts';
import { useElement } from '../shared/use-element.ts';
import type { ConfirmationController } from './controller.ts';
import confirmationCss from './confirmation.css?inline';

/**
 * Shows the next steps after a purchase (product-spec.md#2-screens-and-routes, `/confirmation`). The steps are the same
 * for everybody.
 */
export function Confirmation({ controller }: { controller: ConfirmationController }) {
  const { element } = useElement();
  const session = useController(controller);
  const checkout = element.attribute('checkout');
  useEffect(() => controller.check(checkout), [controller, checkout]);
  return (
    <ElementFrame>
      <div className="maths-next">
        <Steps token={session?.token} onTokenLeaves={controller.tokenLeaves} />
        <GoodToKnow email={session?.email} />
      </div>
    </ElementFrame>
  );
}
Confirmation.styles = [confirmationCss];

type GoodToKnowProps = {
  /** The email of the signed-in person. */
  email: string | undefined;
};

/** Shows what a parent needs later: the email to log in with, and the support address. */
function GoodToKnow({ email }: GoodToKnowProps) {
  const { t } = useElement();
  return (
    <aside className="maths-facts" aria-labelledby="facts">
      <h2 id="facts" className="maths-step-heading">
        {t('facts.heading')}
      </h2>
      <dl>
        {email !== undefined && (
          <div>
            <dt>{t('facts.email')}</dt>
            <dd>{email}</dd>
          </div>
        )}
        <div>
          <dt>{t('facts.help')}</dt>
          <dd>
            <Link href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</Link>
          </dd>
        </div>
      </dl>
    </aside>
  );
}

/** Phosphor icons (MIT), bold and filled weight. */
const Icon = ({ path }: { path: string }) => (
  <svg className="maths-icon" viewBox="0 0 256 256" aria-hidden="true">
    <path d={path} />
  </svg>
);

const AppleIcon = () => (
  <Icon path="M128.23,30A40,40,0,0,1,167,0h1a8,8,0,0,1,0,16h-1a24,24,0,0,0-23.24,18,8,8,0,1,1-15.5-4ZM223.3,169.59a8.07,8.07,0,0,0-2.8-3.4C203.53,154.53,200,134.64,200,120c0-17.67,13.47-33.06,21.5-40.67a8,8,0,0,0,0-11.62C208.82,55.74,187.82,48,168,48a72.23,72.23,0,0,0-40,12.13,71.56,71.56,0,0,0-90.71,9.09A74.63,74.63,0,0,0,16,123.4a127,127,0,0,0,40.14,89.73A39.8,39.8,0,0,0,83.59,224h87.68a39.84,39.84,0,0,0,29.12-12.57,125,125,0,0,0,17.82-24.6C225.23,174,224.33,172,223.3,169.59Z" />
);

const PlayIcon = () => (
  <Icon path="M239.82,114.18,72,18.16a16,16,0,0,0-16.12,0A15.68,15.68,0,0,0,48,31.87V224.13a15.68,15.68,0,0,0,7.92,13.67,16,16,0,0,0,16.12,0l167.78-96a15.76,15.76,0,0,0,0-27.64ZM160,139.31l18.92,18.92-88.5,50.66ZM90.4,47.1l88.53,50.67L160,116.69ZM193.31,150l-22-22,22-22,38.43,22Z" />
);

const HouseIcon = () => (
  <Icon path="M222.14,105.85l-80-80a20,20,0,0,0-28.28,0l-80,80A19.86,19.86,0,0,0,28,120v96a12,12,0,0,0,12,12H216a12,12,0,0,0,12-12V120A19.86,19.86,0,0,0,222.14,105.85ZM204,204H52V121.65l76-76,76,76Z" />
);

const EnterIcon = () => (
  <Icon path="M144.49,136.49l-40,40a12,12,0,0,1-17-17L107,140H24a12,12,0,0,1,0-24h83L87.51,96.49a12,12,0,0,1,17-17l40,40A12,12,0,0,1,144.49,136.49ZM200,28H136a12,12,0,0,0,0,24h52V204H136a12,12,0,0,0,0,24h64a12,12,0,0,0,12-12V40A12,12,0,0,0,200,28Z" />
);

const ChildrenIcon = () => (
  <Icon path="M164.38,181.1a52,52,0,1,0-72.76,0,75.89,75.89,0,0,0-30,28.89,12,12,0,0,0,20.78,12,53,53,0,0,1,91.22,0,12,12,0,1,0,20.78-12A75.89,75.89,0,0,0,164.38,181.1ZM100,144a28,28,0,1,1,28,28A28,28,0,0,1,100,144Zm147.21,9.59a12,12,0,0,1-16.81-2.39c-8.33-11.09-19.85-19.59-29.33-21.64a12,12,0,0,1-1.82-22.91,20,20,0,1,0-24.78-28.3,12,12,0,1,1-21-11.6,44,44,0,1,1,73.28,48.35,92.18,92.18,0,0,1,22.85,21.69A12,12,0,0,1,247.21,153.59Zm-192.28-24c-9.48,2.05-21,10.55-29.33,21.65A12,12,0,0,1,6.41,136.79,92.37,92.37,0,0,1,29.26,115.1a44,44,0,1,1,73.28-48.35,12,12,0,1,1-21,11.6,20,20,0,1,0-24.78,28.3,12,12,0,0,1-1.82,22.91Z" />
);

type StoreLinkProps = {
  href: string;
  icon: ReactNode;
  /** "<small>Download on the</small> <b>App Store</b>" */
  text: string;
  newTab: string;
  /** Called on every use of the link, because its token has left the page then. */
  onLeave(): void;
};

const marks = {
  small: (words: string) => <span className="maths-store-where">{words}</span>,
  b: (words: string) => <span className="maths-store-name">{words}</span>,
};

/**
 * A link to a store. It opens in a new tab, so that this page stays open and renews the session. It sends no referrer.
 */
function StoreLink({ href, icon, text, newTab, onLeave }: StoreLinkProps) {
  return (
    <a
      className="maths-store"
      part="button"
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      draggable={false}
      onClick={onLeave}
      onAuxClick={onLeave}
      onContextMenu={onLeave}
    >
      {icon}
      <span>
        <RichText text={text} marks={marks} />
        <span className="maths-sr-only">{` ${newTab}`}</span>
      </span>
    </a>
  );
}

type QrCodeProps = { text: string; label: string };

/** The quiet zone that ISO 18004 requires, in modules. */
const border = 4;

/** Returns one path for all dark modules, with a rectangle for each run of a row. */
const pathOf = (rows: readonly (readonly boolean[])[]): string =>
  rows
    .flatMap((row, y) =>
      [
        ...row
          .map((dark) => (dark ? '#' : ' '))
          .join('')
          .matchAll(/#+/g),
      ].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
    )
    .join('');

/** Dark on light in every colour scheme, because cameras read nothing else. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, data } = encode(text, { border, ecc: 'M' });
  return (
    <svg
      className="maths-code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={pathOf(data)} />
    </svg>
  );
}

type StepsProps = {
  /** The token of the stored session, which is added to the store links (product-spec.md#2-screens-and-routes). */
  token: string | undefined;
  onTokenLeaves(): void;
};

const stores = [
  { name: 'appStore', icon: <AppleIcon /> },
  { name: 'googlePlay', icon: <PlayIcon /> },
] as const;
const inTheApp = [
  { name: 'open', icon: <HouseIcon /> },
  { name: 'enter', icon: <EnterIcon /> },
  { name: 'add', icon: <ChildrenIcon /> },
] as const;
const strong = { b: (words: string) => <b>{words}</b> };

function Step({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <li className="maths-step">
      <h2 className="maths-step-heading">{heading}</h2>
      {children}
    </li>
  );
}

/** The three steps after a purchase (product-spec.md#2-screens-and-routes, `/confirmation`). */
function Steps({ token, onTokenLeaves }: StepsProps) {
  const { t, element, link } = useElement();
  return (
    <ol className="maths-steps" aria-label={t('steps')}>
      <Step heading={t('download.heading')}>
        <p>{t('download.lead')}</p>
        <div className="maths-stores">
          {(isAndroid() ? stores.toReversed() : stores).map(({ name, icon }) => (
            <StoreLink
              key={name}
              href={storeLinkFor(storeLinks[name], token)}
              icon={icon}
              text={t(`download.${name}`)}
              newTab={t('common.newTab')}
              onLeave={onTokenLeaves}
            />
          ))}
        </div>
        <div className="maths-scan">
          {/* The link is short, because a short code has fewer and larger squares. It contains no personal data. */}
          <QrCode text={`${element.portal}${routes.confirmation.path}?lang=${t.language}`} label={t('download.code')} />
          <p>{t('download.scan')}</p>
        </div>
      </Step>
      <Step heading={t('logIn.heading')}>
        <ul className="maths-in-app">
          {inTheApp.map(({ name, icon }) => (
            <li key={name}>
              {icon}
              <span>
                <RichText text={t(`logIn.${name}`)} marks={strong} />
              </span>
            </li>
          ))}
        </ul>
      </Step>
      <Step heading={t('manage.heading')}>
        <p>{t('manage.lead')}</p>
        <a className="maths-button maths-button-soft" part="button" href={link('/signin')}>
          {t('manage.button')}
        </a>
      </Step>
    </ol>
  );
}

import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { encode } from 'uqr';
import { brand } from '../../config/brand.ts';
import { storeLinkFor, storeLinks } from '../../config/store-links.ts';
import { routes } from '../../contracts/routes.ts';
import { isAndroid } from '../../lib/browser.ts';
import { Link } from '../../ui/button.tsx';
import { RichText } from '../../ui/message.tsx';
import { ElementFrame } from '../shared/element-form.tsx';
import { useController, useElement } from '../shared/use-element.ts';
import type { ConfirmationController } from './controller.ts';
import confirmationCss from './confirmation.css?inline';

type QrCodeProps = { text: string; label: string };

/** The quiet zone that ISO 18004 requires, in modules. */
const border = 4;

/** Returns the path for the dark modules of a row, with a rectangle for each run. */
const pathOf = (row: readonly boolean[], y: number): string => {
  const runs = Array.from(row, (dark) => (dark ? '#' : ' ')).join('');
  return runs.replaceAll(/#+| +/g, (run, x) =>
    run.startsWith('#') ? `M${x} ${y}h${run.length}v1h-${run.length}z` : '',
  );
};

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
      <path d={data.map(pathOf).join('')} />
    </svg>
  );
}

const phone = '(pointer: coarse) and (max-width: 820px)';
const followPhone = (changed: () => void) => {
  const media = matchMedia(phone);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
};

const stores = ['appStore', 'googlePlay'] as const;
const inTheApp = ['open', 'enter', 'add'] as const;
const strong = { b: (words: string) => <b>{words}</b> };

function Step({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <li className="maths-step">
      <h2 className="maths-heading">{heading}</h2>
      {children}
    </li>
  );
}

export function Confirmation({ controller }: { controller: ConfirmationController }) {
  const { t, element, link } = useElement();
  const session = useController(controller);
  const checkout = element.attribute('checkout');
  // A phone cannot scan its own screen, and drawing the code would keep it busy.
  const isPhone = useSyncExternalStore(followPhone, () => matchMedia(phone).matches);
  useEffect(() => controller.check(checkout), [controller, checkout]);
  // At every use of a store link, because its token has left the page then.
  const leave = controller.tokenLeaves;
  return (
    <ElementFrame>
      <ol className="maths-steps" aria-label={t('steps')}>
        <Step heading={t('download.heading')}>
          <p>{t('download.lead')}</p>
          <div className="maths-stores">
            {(isAndroid() ? stores.toReversed() : stores).map((name) => (
              // It opens beside this page, which stays open and renews the session. It sends no referrer.
              <a
                key={name}
                className="maths-button"
                part="button"
                href={storeLinkFor(storeLinks[name], session?.token)}
                target="_blank"
                rel="noreferrer noopener"
                draggable={false}
                onClick={leave}
                onAuxClick={leave}
                onContextMenu={leave}
              >
                {t(`download.${name}`)}
                <span className="maths-sr-only">{` ${t('common.newTab')}`}</span>
              </a>
            ))}
          </div>
          {!isPhone && (
            <div className="maths-scan">
              {/* The link is short, because a short code has fewer and larger squares. It contains no personal data. */}
              <QrCode
                text={`${element.portal}${routes.confirmation.path}?lang=${t.language}`}
                label={t('download.code')}
              />
              <p>{t('download.scan')}</p>
            </div>
          )}
        </Step>
        <Step heading={t('logIn.heading')}>
          <ul className="maths-in-app">
            {inTheApp.map((name) => (
              <li key={name}>
                <RichText text={t(`logIn.${name}`)} marks={strong} />
              </li>
            ))}
          </ul>
          {session !== null && (
            <p>
              {t('logIn.email')} <b>{session.email}</b>
            </p>
          )}
        </Step>
        <Step heading={t('manage.heading')}>
          <p>{t('manage.lead')}</p>
          <a className="maths-button maths-button-line" part="button" href={link('/signin')}>
            {t('manage.button')}
          </a>
          <p>
            {t('manage.help')} <Link href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</Link>
          </p>
        </Step>
      </ol>
    </ElementFrame>
  );
}
Confirmation.styles = [confirmationCss];

import type { ReactNode } from 'react';
import { storeLinkFor, storeLinks } from '../../config/store-links.ts';
import { routes } from '../../contracts/routes.ts';
import { isAndroid } from '../../lib/android.ts';
import { RichText } from '../../ui/rich-text.tsx';
import { useElement } from '../shared/use-element.ts';
import { AppleIcon, ChildrenIcon, EnterIcon, HouseIcon, PlayIcon } from './icons.tsx';
import { QrCode } from './qr-code.tsx';
import { StoreLink } from './store-link.tsx';

export type StepsProps = {
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
export function Steps({ token, onTokenLeaves }: StepsProps) {
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

import type { ReactNode } from 'react';
import { RichText } from '../../ui/rich-text.tsx';

export type StoreLinkProps = {
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
export function StoreLink({ href, icon, text, newTab, onLeave }: StoreLinkProps) {
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

import type { ReactNode } from 'react';
import { RichText } from '../../ui/rich-text.tsx';

export type StoreLinkProps = {
  href: string;
  icon: ReactNode;
  /** "<small>Download on the</small> <b>App Store</b>" */
  text: string;
  newTab: string;
  /** Whatever the person does with the link from here on, its token has left. */
  onLeave(): void;
};

const marks = {
  small: (words: string) => <span className="maths-store-where">{words}</span>,
  b: (words: string) => <span className="maths-store-name">{words}</span>,
};

/** Opens beside this page, which goes on and renews; the store learns nothing of where its visitor comes from. */
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
        <span className="maths-unseen"> {newTab}</span>
      </span>
    </a>
  );
}

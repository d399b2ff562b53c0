import type { ReactNode } from 'react';
import { Mark } from './message.tsx';

export type FrameProps = {
  /** Forces a scheme; without it the page's `color-scheme` decides. */
  theme?: 'light' | 'dark' | undefined;
  /** A widget renders its own card, product name and heading. On the portal's pages, the page renders them. */
  card?: { product: string; heading: string; lead?: string } | undefined;
  children: ReactNode;
};

/** The outermost box of every feature, on which tokens, colour scheme and container queries depend. */
export function Frame({ theme, card, children }: FrameProps) {
  return (
    <div className="maths" data-theme={theme} part="frame">
      {card === undefined ? (
        children
      ) : (
        <div className="maths-card" part="card">
          <p className="maths-brand" part="brand">
            <Mark />
            {card.product}
          </p>
          <h2 className="maths-heading" part="heading">
            {card.heading}
          </h2>
          {card.lead !== undefined && <p className="maths-lead">{card.lead}</p>}
          {children}
        </div>
      )}
    </div>
  );
}

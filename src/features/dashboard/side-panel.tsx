import type { ReactNode } from 'react';

/** A short text at the side, with a link. */
export function SidePanel({ heading, text, children }: { heading: string; text: string; children: ReactNode }) {
  return (
    <section className="maths-panel" part="panel">
      <h2 className="maths-heading maths-panel-heading" part="heading">
        {heading}
      </h2>
      <p className="maths-side-text">{text}</p>
      {children}
    </section>
  );
}

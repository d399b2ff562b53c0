import type { ReactNode } from 'react';

/** The page's only main heading. It gets the focus when a control above it disappears. */
export function PageHeading({ text, lead }: { text: ReactNode; lead?: ReactNode }) {
  return (
    <>
      <h1 tabIndex={-1}>{text}</h1>
      {lead !== undefined && <p className="lead">{lead}</p>}
    </>
  );
}

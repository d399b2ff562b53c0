/** The page's only main heading. It gets the focus when a control above it disappears. */
export function PageHeading({ text, lead }: { text: string; lead?: string }) {
  return (
    <>
      <h1 tabIndex={-1}>{text}</h1>
      {lead !== undefined && <p className="lead">{lead}</p>}
    </>
  );
}

/**
 * The page's only main heading. It gets the focus after a navigation, so that a screen reader announces the new page.
 */
export function PageHeading({ text, lead }: { text: string; lead?: string }) {
  return (
    <>
      <h1 tabIndex={-1}>{text}</h1>
      {lead !== undefined && <p className="lead">{lead}</p>}
    </>
  );
}

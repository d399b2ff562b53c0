/** The page's one main heading; focused after a navigation, so that a screen reader says where one is. */
export function PageHeading({ text, lead }: { text: string; lead?: string }) {
  return (
    <>
      <h1 tabIndex={-1}>{text}</h1>
      {lead !== undefined && <p className="lead">{lead}</p>}
    </>
  );
}

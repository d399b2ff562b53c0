/** Grey bars with the layout of the loading content. The label announces once that it is loading. */
export function Skeleton({ label, lines }: { label: string; lines: number }) {
  return (
    <div className="maths-skeleton">
      <p className="maths-sr-only" role="status">
        {label}
      </p>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className="maths-bar" aria-hidden="true" />
      ))}
    </div>
  );
}

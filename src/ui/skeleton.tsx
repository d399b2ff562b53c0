/** Grey bars in the shape of what is coming; the label says that it is. */
export function Skeleton({ label, lines }: { label: string; lines: number }) {
  return (
    <div className="maths-skeleton" role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className="maths-bar" />
      ))}
    </div>
  );
}

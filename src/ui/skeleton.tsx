/** Grey bars in the shape of what is coming; the label says once that it is. */
export function Skeleton({ label, lines }: { label: string; lines: number }) {
  return (
    <div className="maths-skeleton">
      <p className="maths-unseen" role="status">
        {label}
      </p>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className="maths-bar" aria-hidden="true" />
      ))}
    </div>
  );
}

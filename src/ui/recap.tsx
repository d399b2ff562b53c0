export type RecapLine = { name: string; value: string; danger?: boolean };

/** What a person is about to confirm, line by line. */
export function Recap({ lines }: { lines: readonly RecapLine[] }) {
  return (
    <dl className="maths-recap">
      {lines.map(({ name, value, danger = false }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={danger ? 'maths-recap-danger' : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

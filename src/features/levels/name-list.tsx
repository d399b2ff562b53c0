/** Names in a `<details>` with a summary, because there may be thousands. */
export function NameList({ summary, names }: { summary: string; names: readonly string[] }) {
  return (
    <details className="maths-names">
      <summary>{summary}</summary>
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </details>
  );
}

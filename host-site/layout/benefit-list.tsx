import { Tick } from './tick.tsx';

export type Benefit = { title: string; text?: string };

/** Ticked lines, each with an optional explanation. */
export function BenefitList({ benefits }: { benefits: readonly Benefit[] }) {
  return (
    <ul className="ticks">
      {benefits.map(({ title, text }) => (
        <li key={title}>
          <Tick />
          <span>
            <b>{title}</b>
            {text !== undefined && <span className="soft">{text}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

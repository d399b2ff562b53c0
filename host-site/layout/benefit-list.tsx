import { Icon } from './icon.tsx';

export type Benefit = { title: string; text?: string };

/** A list with ticks, each item with an optional explanation. */
export function BenefitList({ benefits }: { benefits: readonly Benefit[] }) {
  return (
    <ul className="ticks">
      {benefits.map(({ title, text }) => (
        <li key={title}>
          <Icon name="tick" />
          <span>
            <b>{title}</b>
            {text !== undefined && <span className="soft">{text}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

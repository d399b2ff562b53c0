import { Fragment, type ReactNode, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';

/** Phosphor icons (MIT), filled weight. */
export const iconPaths = {
  other:
    'M24 128a104 104 0 0 1 208 0 104 104 0 0 1-208 0M120 80v56a8 8 0 0 0 16 0V80a8 8 0 0 0-16 0m-4 92a12 12 0 0 0 24 0 12 12 0 0 0-24 0',
  ok: 'M128,24A104,104,0,1,0,232,128,104.11,104.11,0,0,0,128,24Zm45.66,85.66-56,56a8,8,0,0,1-11.32,0l-24-24a8,8,0,0,1,11.32-11.32L112,148.69l50.34-50.35a8,8,0,0,1,11.32,11.32Z',
};

/** The product's mark. */
export const Mark = () => (
  <svg className="maths-mark" viewBox="0 0 48 48" aria-hidden="true">
    <path d="M22 26h20A20 20 0 1 1 22 6Z" fill="#5448E0" />
    <path d="M27 21V1a20 20 0 0 1 20 20Z" fill="#FFC93C" />
    <circle cx="15.2" cy="29" r="2.9" fill="#fff" />
    <circle cx="27" cy="31" r="2.9" fill="#fff" />
    <path d="M16 36.5q5 4.5 9.5 .8" fill="none" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" />
  </svg>
);

type MessageProps = {
  /** The id, for the fields that the message describes. */
  id?: string;
  tone: 'bad' | 'ok' | 'info';
  children: ReactNode;
  /** False when a field takes the focus instead, or when the visitor has not requested anything yet. */
  focused?: boolean;
};

/** A message that is announced, and focused when it appears (decisions.md#3-bridge). */
export function Message({ id, tone, children, focused = true }: MessageProps) {
  const box = useRef<HTMLDivElement>(null);
  // Runs before the paint, so that a key that is pressed now belongs to the message.
  useLayoutEffect(() => {
    if (focused) box.current?.focus();
  }, [focused]);
  return (
    <div
      ref={box}
      id={id}
      className={`maths-message maths-message-${tone}`}
      part={tone === 'bad' ? 'message error' : 'message'}
      role={tone === 'bad' ? 'alert' : 'status'}
      tabIndex={-1}
    >
      <svg className="maths-icon" viewBox="0 0 256 256" aria-hidden="true">
        <path d={iconPaths[tone === 'ok' ? 'ok' : 'other']} />
      </svg>
      <div>{children}</div>
    </div>
  );
}

type RetryProps = { message: string; label: string; variant?: 'line'; onRetry(): void };

/** What failed, and a button that tries again. */
export function Retry({ message, label, variant, onRetry }: RetryProps) {
  return (
    <>
      <Message tone="bad">{message}</Message>
      <Button {...(variant && { variant })} onClick={onRetry}>
        {label}
      </Button>
    </>
  );
}

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

export type RecapLine = { name: string; value: string; danger?: boolean };

/** What a person is about to confirm, line by line. */
export function Recap({ lines }: { lines: readonly RecapLine[] }) {
  return (
    <dl className="maths-tile maths-recap">
      {lines.map(({ name, value, danger = false }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={danger ? 'maths-recap-danger' : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export type Marks = Readonly<Record<string, (words: string) => ReactNode>>;

/** Renders "I agree to the <terms>terms</terms>.": a function for each mark. Unknown marks keep their text. */
export function RichText({ text, marks }: { text: string; marks: Marks }) {
  const pieces = text.split(/<(\w+)>(.*?)<\/\1>/);
  // The split returns plain, mark, words, plain, mark, words, …
  return pieces.map((piece, place) => {
    if (place % 3 === 2) return null;
    const words = pieces[place + 1] ?? '';
    const content = place % 3 === 0 ? piece : (marks[piece]?.(words) ?? words);
    // The parts of a sentence keep their order.
    return <Fragment key={String(place)}>{content}</Fragment>;
  });
}

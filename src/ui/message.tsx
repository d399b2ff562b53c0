import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { ErrorIcon, SuccessIcon } from './icons.tsx';

export type MessageProps = {
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
      {tone === 'ok' ? <SuccessIcon /> : <ErrorIcon />}
      <div>{children}</div>
    </div>
  );
}

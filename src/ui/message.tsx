import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { ErrorIcon, SuccessIcon } from './icons.tsx';

export type MessageProps = {
  /** For the fields that it speaks about. */
  id?: string;
  tone: 'bad' | 'ok' | 'info';
  children: ReactNode;
  /** False when a field takes the focus instead, or when nobody asked for anything yet. */
  focused?: boolean;
};

/** What the old site said by `alert`: announced, and focused when it appears (decisions section 3). */
export function Message({ id, tone, children, focused = true }: MessageProps) {
  const box = useRef<HTMLDivElement>(null);
  // Before anything else can happen: a key that is pressed now belongs to it.
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

import { type ReactNode, useEffectEvent, useLayoutEffect } from 'react';
import type { Translate } from '../../src/i18n/translate.ts';
import { ErrorBoundary } from './error-boundary.tsx';

export type SurfaceRootProps = {
  t: Translate;
  onFailure(): void;
  /** React has the place now: drawn, or taken over. */
  onTaken(): void;
  children: ReactNode;
};

/** The tree of every element, at build time and on a page: what React takes over must have the same shape. */
export function SurfaceRoot({ t, onFailure, onTaken, children }: SurfaceRootProps) {
  // Once, and before the paint.
  const tell = useEffectEvent(onTaken);
  useLayoutEffect(() => tell(), []);
  return (
    <ErrorBoundary t={t} onFailure={onFailure}>
      {children}
    </ErrorBoundary>
  );
}

/** Of ids in a shadow root, where they can meet no others. */
export const identifierPrefix = 'maths-';

import { type ReactNode, useEffectEvent, useLayoutEffect } from 'react';
import type { Translate } from '../../src/i18n/translate.ts';
import { ErrorBoundary } from './error-boundary.tsx';

export type MountRootProps = {
  t: Translate;
  onFailure(): void;
  /** Called once, before the first paint, when React has rendered or hydrated the tree. */
  onMounted(): void;
  children: ReactNode;
};

/** The root of every element's tree, at build time and in a page: hydration needs the same structure. */
export function MountRoot({ t, onFailure, onMounted, children }: MountRootProps) {
  const tell = useEffectEvent(onMounted);
  useLayoutEffect(() => tell(), []);
  return (
    <ErrorBoundary t={t} onFailure={onFailure}>
      {children}
    </ErrorBoundary>
  );
}

/** The prefix of ids in a shadow root, where they cannot collide with others. */
export const identifierPrefix = 'maths-';

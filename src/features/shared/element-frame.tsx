import type { ReactNode } from 'react';
import { brand } from '../../config/brand.ts';
import { Frame } from '../../ui/frame.tsx';
import { useElement } from './use-element.ts';

type ElementFrameProps = {
  /** What a form shows above itself in a widget. On the portal's own pages the page shows it. */
  introduction?: { heading: string; lead?: string };
  children: ReactNode;
};

/** The outermost box of a feature. */
export function ElementFrame({ introduction, children }: ElementFrameProps) {
  const { element, theme } = useElement();
  const isOwnPage = element.mode().kind === 'first-party';
  return (
    <Frame
      theme={theme}
      card={isOwnPage || introduction === undefined ? undefined : { product: brand.name, ...introduction }}
    >
      {children}
    </Frame>
  );
}

import { postAuthSuccess } from '../../src/bridge/auth-message.ts';
import { watchHeight } from '../../src/bridge/content-height.ts';
import type { FrameSide } from '../../src/bridge/frame-side.ts';
import type { Settings } from '../../src/bridge/messages.ts';
import type { Placement } from '../../src/bridge/partner-check.ts';
import type { ElementEventDetails } from '../../src/contracts/elements.ts';

/**
 * Reports the widget's events to the page that contains it. Reports nothing on a first-party page, or to a page that is
 * not the partner's.
 */
export type Reporter = {
  ready(): void;
  succeeded(result: ElementEventDetails['auth-success']): void;
  failed(error: ElementEventDetails['auth-error']): void;
  updateRequested(): void;
  close(): void;
};

const silent: Reporter = { ready() {}, succeeded() {}, failed() {}, updateRequested() {}, close() {} };

const framed = (host: HTMLElement, target: string, onSettings: (settings: Settings) => void): Reporter => {
  // Only a framed widget loads post-robot.
  const side: Promise<FrameSide | null> = import('../../src/bridge/frame-side.ts').then(
    ({ openFrameSide }) => openFrameSide({ view: window, target, onSettings }),
    () => null,
  );
  const unwatch = watchHeight(host, window, (height) => void side.then((open) => open?.resized(height)));
  return {
    ready: () => void side.then((open) => open?.ready()),
    succeeded(result) {
      postAuthSuccess(window.parent, target, result);
      void side.then((open) => open?.succeeded(result));
    },
    failed: (error) => void side.then((open) => open?.failed(error)),
    updateRequested: () => void side.then((open) => open?.updateRequested()),
    close() {
      unwatch();
      void side.then((open) => open?.close());
    },
  };
};

export const openReporter = (
  host: HTMLElement,
  placement: Placement,
  onSettings: (settings: Settings) => void,
): Reporter => {
  if (placement.kind !== 'widget') return silent;
  const { target } = placement;
  if (placement.framed) return framed(host, target, onSettings);
  return { ...silent, succeeded: (result) => postAuthSuccess(window, target, result) };
};

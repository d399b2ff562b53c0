import { Component, type ReactNode } from 'react';
import type { Translate } from '../../src/i18n/translate.ts';
import { Button } from '../../src/ui/button.tsx';
import { Message, Retry } from '../../src/ui/message.tsx';

type Props = {
  t: Translate;
  onFailure(): void;
  /** Called once, before the first paint, when React has rendered or hydrated the tree. */
  onMounted(): void;
  children: ReactNode;
};
type State = { broken: boolean };

/**
 * The root of every element's tree, at build time and in a page: hydration needs the same structure. Catches a render
 * error and shows a message and a Retry button instead of an empty element.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { broken: false };

  static getDerivedStateFromError(): State {
    return { broken: true };
  }

  override componentDidMount(): void {
    this.props.onMounted();
  }

  override componentDidCatch(): void {
    this.props.onFailure();
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    const { t } = this.props;
    return (
      <div className="maths">
        <Retry
          message={t('errors.GENERIC_ERROR')}
          label={t('common.retry')}
          onRetry={() => this.setState({ broken: false })}
        />
      </div>
    );
  }
}

/**
 * The message above a form whose files could not be loaded, rendered at build time (`elements/loader/show-form.ts`).
 */
export function LoadError({ t }: { t: Translate }) {
  return (
    <div className="maths">
      <Message tone="bad" focused={false}>
        {t('common.incomplete')}
        <Button variant="line">{t('common.retry')}</Button>
      </Message>
    </div>
  );
}

/** The prefix of ids. Without a shadow root, the React of the page must not create the same ones. */
export const identifierPrefix = 'maths-';

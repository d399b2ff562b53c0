import { Component, type ReactNode } from 'react';
import type { Translate } from '../../src/i18n/translate.ts';
import { Button } from '../../src/ui/button.tsx';
import { Message } from '../../src/ui/message.tsx';

type Props = { t: Translate; onFailure(): void; children: ReactNode };
type State = { broken: boolean };

/** Catches a render error and shows a message and a Retry button instead of an empty element. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { broken: false };

  static getDerivedStateFromError(): State {
    return { broken: true };
  }

  override componentDidCatch(): void {
    this.props.onFailure();
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    const { t } = this.props;
    return (
      <div className="maths">
        <Message tone="bad">{t('errors.GENERIC_ERROR')}</Message>
        <Button onClick={() => this.setState({ broken: false })}>{t('common.retry')}</Button>
      </div>
    );
  }
}

import { Component, type ReactNode } from 'react';
import type { Translate } from '../../src/i18n/translate.ts';
import { Button } from '../../src/ui/button.tsx';
import { Message } from '../../src/ui/message.tsx';

type Props = { t: Translate; onFailure(): void; children: ReactNode };
type State = { broken: boolean };

/** A fault of ours shows a sentence and a way on, instead of an empty place in somebody's page. */
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

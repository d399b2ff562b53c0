import { Frame } from '../../ui/frame.tsx';
import { GoodToKnow } from './good-to-know.tsx';
import { Steps } from './steps.tsx';
import { type ConfirmationProps, useConfirmation } from './use-confirmation.ts';

/**
 * Shows the next steps after a purchase (product-spec.md#2-screens-and-routes, `/confirmation`). The steps are the same
 * for everybody.
 */
export function Confirmation(props: ConfirmationProps) {
  const { t, theme, signInUrl, pageUrl } = props;
  const { session, tokenLeaves } = useConfirmation(props);
  return (
    <Frame theme={theme}>
      <div className="maths-next">
        <Steps t={t} token={session?.token} onTokenLeaves={tokenLeaves} signInUrl={signInUrl} pageUrl={pageUrl} />
        <GoodToKnow t={t} email={session?.email} />
      </div>
    </Frame>
  );
}

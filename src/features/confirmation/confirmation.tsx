import { readableDate } from '../../i18n/date.ts';
import { Frame } from '../../ui/frame.tsx';
import type { ConfirmationProps } from './confirmation-props.ts';
import { GoodToKnow } from './good-to-know.tsx';
import { MembershipPanel } from './membership-panel.tsx';
import { Steps } from './steps.tsx';
import { useConfirmation } from './use-confirmation.ts';

/**
 * Shows the next steps after a purchase (product-spec.md#2-screens-and-routes, `/confirmation`). The steps are the same
 * for everybody.
 */
export function Confirmation(props: ConfirmationProps) {
  const { t, language, theme, signInUrl, pageUrl } = props;
  const { session, membership, tokenLeaves } = useConfirmation(props);
  const until = membership?.kind === 'trial' ? membership.until : null;
  return (
    <Frame theme={theme}>
      {membership !== undefined && <MembershipPanel t={t} language={language} membership={membership} />}
      <div className="maths-next">
        <Steps t={t} token={session?.token} onTokenLeaves={tokenLeaves} signInUrl={signInUrl} pageUrl={pageUrl} />
        <GoodToKnow t={t} email={session?.email} payment={until === null ? undefined : readableDate(until, language)} />
      </div>
    </Frame>
  );
}

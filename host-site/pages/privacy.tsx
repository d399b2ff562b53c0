import { LegalText } from '../layout/content.tsx';

/** The sample of the privacy policy (decisions.md#6-flows). */
export function Page() {
  return <LegalText page="privacy" />;
}

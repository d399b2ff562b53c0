import { LegalText } from '../layout/content.tsx';

/** The sample of the terms of use (decisions.md#6-flows). */
export function Page() {
  return <LegalText page="terms" />;
}

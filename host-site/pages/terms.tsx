import { LegalText } from '../layout/content.tsx';

const sections = [
  'account',
  'membership',
  'trial',
  'payment',
  'cancelling',
  'schoolZone',
  'use',
  'ending',
  'changes',
  'contact',
];

/** The sample of the terms of use (decisions.md#6-flows). */
export function Page() {
  return <LegalText page="terms" sections={sections} />;
}

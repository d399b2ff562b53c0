import { LegalText } from '../layout/content.tsx';

const sections = [
  'parents',
  'children',
  'teachers',
  'necessary',
  'advertising',
  'recipients',
  'retention',
  'rights',
  'contact',
];

/** The sample of the privacy policy (decisions.md#6-flows). */
export function Page() {
  return <LegalText page="privacy" sections={sections} />;
}

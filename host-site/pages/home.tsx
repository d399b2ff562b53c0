import { Curriculum } from './home/curriculum.tsx';
import { DidYouKnow } from './home/did-you-know.tsx';
import { Hero } from './home/hero.tsx';
import { Membership } from './home/membership.tsx';
import { Proof } from './home/proof.tsx';
import { SchoolZoneBand } from './home/school-zone-band.tsx';
import { ThreeHops } from './home/three-hops.tsx';
import { WhyItWorks } from './home/why-it-works.tsx';

/** The parents' front page (product-spec.md#2-screens-and-routes). The header links to the ids of its sections. */
export function Page() {
  return (
    <>
      <Hero />
      <Proof />
      <ThreeHops />
      <WhyItWorks />
      <Curriculum />
      <Membership />
      <SchoolZoneBand />
      <DidYouKnow />
    </>
  );
}

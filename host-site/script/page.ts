/**
 * The script of a page without a prerendered form. `prerender/document.ts` puts it into the head, so that each behaviour
 * works from the first moment on. It contains no React.
 */
import { followArrivals, takeArrival } from './arrival.ts';
import { startPageBehaviours } from './behaviours.ts';
import { startElement } from './elements.ts';
import { readFacts } from './page-files.ts';

const facts = readFacts();
// This comes first, so that no request is sent while a secret is in the address bar.
const arrival = takeArrival(facts.name);
followArrivals(facts.name);
startPageBehaviours(facts, arrival);
startElement(facts, arrival);

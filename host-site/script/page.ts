/** The script of a page, which `prerender/document.ts` puts into the head. It contains no React. */
import { followArrivals, takeArrival } from './arrival.ts';
import { readFacts, startElement } from './element.ts';
import { setAttributes, startPage } from './start-page.ts';

const facts = readFacts();
// This comes first, so that no request is sent while a secret is in the address bar.
const arrival = takeArrival(facts.name);
followArrivals(facts.name);
startPage(facts, arrival);
startElement(facts, (host) => {
  setAttributes(host, arrival);
  return true;
});

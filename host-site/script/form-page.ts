/** The script of a page with a prerendered form. It is `page.ts` with what such a form needs. */
import { startFormBehaviours } from './behaviours.ts';
import { startPrerendered } from './elements.ts';
import { readFacts } from './page-files.ts';

const facts = readFacts();
startFormBehaviours(facts);
startPrerendered(facts);

/** The script inside a page's document (see prerender/document.ts): it runs before anything of the page is there. */
import { askUnlessAnswered } from '../consent/asking.ts';
import { takeArrival } from '../routing/arrival.ts';
import { settleFirstPage } from '../routing/first-page.ts';
import { meetForm } from './drawn-form.ts';
import { importModule } from './import-module.ts';

// First of all, so that nothing is on its way while a secret stands in the address bar.
takeArrival();
settleFirstPage();
// The banner stands in every page; only this lets it show.
askUnlessAnswered();
// The teachers’ second form is not the one that was drawn.
meetForm(() => new URLSearchParams(location.search).get('mode') !== 'update');
importModule();

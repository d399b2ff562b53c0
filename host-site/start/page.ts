/** The script inside a page's document (see prerender/document.ts). It runs before anything of the page is shown. */
import { answerByClick } from '../consent/early-answer.ts';
import { askUnlessAnswered } from '../consent/asking.ts';
import { leaveAfterSuccess } from '../routing/after-success.ts';
import { takeArrival } from '../routing/arrival.ts';
import { isElsewhere, settleFirstPage } from '../routing/first-page.ts';
import { createLoadView, readFiles } from './files.ts';
import { startForm } from './prerendered-form.ts';

// First of all, so that no request is sent while a secret is in the address bar.
takeArrival();
settleFirstPage();
// The banner is in every page; this shows it.
askUnlessAnswered();
answerByClick();
leaveAfterSuccess();

const { controller, view } = readFiles();
const loadView = createLoadView(view);
// The teachers' second form is not the one that was prerendered.
const prepare = (): boolean => new URLSearchParams(location.search).get('mode') !== 'update';
if (isElsewhere()) document.addEventListener('DOMContentLoaded', loadView);
else if (controller.length > 0) startForm({ controller, loadView, prepare });
// An element without a prerendered form needs its script; any other page is complete, so it yields to its own pictures.
else if (document.currentScript?.hasAttribute('data-now')) document.addEventListener('DOMContentLoaded', loadView);
else addEventListener('load', () => setTimeout(loadView));

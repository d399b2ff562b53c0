import './styles/start.css';
import { askUnlessAnswered } from './consent/asking.ts';
import { takeArrival } from './routing/arrival.ts';
import { settleFirstPage } from './routing/first-page.ts';
import { showWidget, widgetOf } from './widget-page.ts';

// First of all, before the first paint, and small, so that nothing else is on its way while a secret stands in the address bar.
takeArrival();

const widget = widgetOf(location.pathname);
if (widget !== null) showWidget(widget);
else {
  settleFirstPage();
  // The banner stands in every page; only this lets it show.
  askUnlessAnswered();
  // What stands in the document says that it did not come.
  import('./main.tsx').catch(() => undefined);
}

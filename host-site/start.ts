import './styles/start.css';
import { takeLinkSecret } from './routing/link-secret.ts';
import { showWidget, widgetOf } from './widget-page.ts';

// First of all, and small, so that nothing else is on its way while a secret stands in the address bar.
takeLinkSecret();

const widget = widgetOf(location.pathname);
if (widget === null) void import('./main.tsx');
else showWidget(widget);

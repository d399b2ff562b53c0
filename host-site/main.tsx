import './styles/fonts.css';
import './styles/start.css';
import './styles/site.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { emptyPage, isWrongPage } from './routing/first-page.ts';
import { readInitialState } from './routing/page-state.ts';
import { Site } from './site.tsx';

const container = document.getElementById('site');
if (container === null) throw new Error('A page’s document needs an element with the id "site"');

const site = <Site initialState={await readInitialState()} />;
if (isWrongPage()) {
  emptyPage(container);
  createRoot(container).render(site);
} else hydrateRoot(container, site);

import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/consent.css';
import './styles/pages.css';
import './styles/home.css';
import './styles/teachers.css';
import './styles/teachers-guide.css';
import './styles/classroom.css';
import './styles/levels.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { readBeginning } from './routing/beginning.ts';
import { Site } from './site.tsx';

const container = document.getElementById('site');
if (container === null) throw new Error('index.html needs an element with the id "site"');

const site = <Site beginning={await readBeginning()} />;
// What the start script found wrong it has taken away.
if (container.hasChildNodes()) hydrateRoot(container, site);
else createRoot(container).render(site);

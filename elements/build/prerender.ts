/** Renders every form at build time: `node prerender.js <file to write>`. `forms-vite-plugin.ts` lists who reads it. */
import { writeFileSync } from 'node:fs';
import { renderForms } from './render-forms.tsx';

const [, , file = 'forms.json'] = process.argv;
writeFileSync(file, JSON.stringify(await renderForms()));

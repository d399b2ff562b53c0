/** `npm run metadata`: writes the generated pages of `docs/partners` from the source. */
import { writeFileSync } from 'node:fs';
import { generatedPages } from './reference.ts';

for (const [file, text] of generatedPages()) writeFileSync(file, text);

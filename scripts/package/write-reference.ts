/** `npm run metadata`: writes docs/partners/reference.md from the source. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { currentReference, referenceFile } from './reference.ts';

mkdirSync(dirname(referenceFile), { recursive: true });
writeFileSync(referenceFile, currentReference());

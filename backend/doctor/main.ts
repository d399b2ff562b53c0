import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { examine } from './doctor.ts';
import { report } from './finding.ts';

/** `npm run doctor`: exit code 1 when something is wrong. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const findings = await examine(process.env, { built: resolve(root, process.env['BUILD_FOLDER'] || 'dist') });
process.stdout.write(report(findings));
process.exitCode = findings.some(({ kind }) => kind === 'wrong') ? 1 : 0;

import { mergeConfig } from 'vitest/config';
import { longBackend } from '../../scripts/checks/checks.mjs';
import config from '../../vitest.config.ts';

const { projects = [], ...test } = config.test ?? {};
const names = process.env['MUTATION_PROJECTS']?.split(',') ?? [];
const isBackend = names.includes('backend');
/** Changed sources run several times slower. A change that makes a test wait endlessly costs this time. */
const timeout = isBackend ? 120_000 : 60_000;
const timeouts = { testTimeout: timeout, hookTimeout: timeout };
/** Loading the backend again for each test file would take most of the time of a change. */
const sharedModules = isBackend ? { isolate: false } : {};
/** Tests that only cost time: they repeat one scenario with many inputs, or start a process, which has no change. */
const excluded = [
  ...longBackend.filter((file) => !file.startsWith('backend/admin/')),
  'backend/api/fuzz.test.ts',
  'backend/api/multi-process.test.ts',
];

/** The projects that MUTATION_PROJECTS names. */
const chosen = projects.flatMap((project) =>
  typeof project === 'object' && 'test' in project && names.includes(String(project.test?.name))
    ? [{ ...project, test: { ...project.test, ...timeouts, ...sharedModules } }]
    : [],
);

export default mergeConfig({ ...config, test }, { test: { exclude: excluded, projects: chosen } });

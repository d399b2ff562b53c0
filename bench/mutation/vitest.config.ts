import { mergeConfig } from 'vitest/config';
import { campaign } from '../../scripts/checks.mjs';
import config from '../../vitest.config.ts';

const { projects = [], ...test } = config.test ?? {};
const names = process.env['MUTATION_PROJECTS']?.split(',') ?? [];
/** Changed sources run several times slower. */
const timeouts = { testTimeout: 120_000, hookTimeout: 120_000 };
/**
 * Tests that would only cost time: they repeat one scenario with every fault, or they start another process, in which
 * nothing is changed.
 */
const excluded = [...campaign, 'backend/api/multi-process.test.ts', 'backend/api/openapi.test.ts'];

/** The projects that MUTATION_PROJECTS names. */
const chosen = projects.flatMap((project) =>
  typeof project === 'object' && 'test' in project && names.includes(String(project.test?.name))
    ? [{ ...project, test: { ...project.test, ...timeouts } }]
    : [],
);

export default mergeConfig({ ...config, test }, { test: { exclude: excluded, projects: chosen } });

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { onPglite } from '../backend/db/database.ts';
import { createMetrics } from '../backend/server/metrics.ts';

/** Returns what a process exposes. */
const exposedMetrics = (): Promise<string> => {
  const metrics = createMetrics();
  metrics.observe('GET', '/', 200, 0.01);
  const database = onPglite(() => Promise.reject(new Error('unavailable')));
  metrics.readDatabase({ database, connections: () => ({ busy: 0, idle: 0, waiting: 0 }) });
  return metrics.text();
};

describe('the alert rules', () => {
  it('are valid for Prometheus', () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', 'deploy/alerts.yml'], {
      encoding: 'utf8',
    });
    expect(status, stdout + stderr).toBe(0);
  });

  it('name only metrics that the portal exposes', async () => {
    const rules = readFileSync('deploy/alerts.yml', 'utf8');
    const named = new Set([...rules.matchAll(/\b([a-z0-9_]+)\{job=/g)].map(([, name = '']) => name));
    const exposed = await exposedMetrics();
    // Prometheus adds `up` itself.
    const unknown = [...named].filter(
      (name) => name !== 'up' && !exposed.includes(`# TYPE ${name.replace(/_(count|bucket)$/, '')} `),
    );
    expect(named.size).toBeGreaterThan(8);
    expect(unknown).toEqual([]);
  });

  it('has a row for each metric of the portal in the runbook', async () => {
    const runbook = readFileSync('docs/operators/runbook.md', 'utf8');
    const names = [...(await exposedMetrics()).matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name);
    const own = names.filter((name) => !/^(nodejs|process)_/.test(name));
    expect(own.length).toBe(8);
    expect(own.filter((name) => !runbook.includes(`| \`${name}\` |`))).toEqual([]);
  });
});

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createMetrics } from '../backend/server/metrics.ts';

const promtool = (...args: string[]): [status: number | null, output: string] => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: 'deploy', encoding: 'utf8' });
  return [status, stdout + stderr];
};

describe('the alert rules', () => {
  it('are valid', () => {
    const [status, output] = promtool('check', 'rules', 'alerts.yml');
    expect(status, output).toBe(0);
  });

  it('report what they describe, and nothing while all is well', () => {
    const [status, output] = promtool('test', 'rules', 'alerts.promtool.yml');
    expect(status, output).toBe(0);
  });

  it('name only metrics that the portal exposes', async () => {
    const rules = readFileSync('deploy/alerts.yml', 'utf8');
    const named = new Set([...rules.matchAll(/\b([a-z_]+)\{job=/g)].map(([, name = '']) => name));
    const metrics = createMetrics();
    metrics.observe('GET', '/', 200, 0.01);
    const exposed = await metrics.text();
    // Prometheus adds `up` itself.
    const unknown = [...named].filter(
      (name) => name !== 'up' && !exposed.includes(`# TYPE ${name.replace(/_(count|bucket)$/, '')} `),
    );
    expect(named.size).toBeGreaterThan(4);
    expect(unknown).toEqual([]);
  });
});

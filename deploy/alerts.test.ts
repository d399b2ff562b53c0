import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createMetrics } from '../backend/server/metrics.ts';

const promtool = (...args: string[]): [status: number | null, output: string] => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: 'deploy', encoding: 'utf8' });
  return [status, stdout + stderr];
};

const dashboard = z.object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })) });
const expressions = (): string[] =>
  dashboard
    .parse(JSON.parse(readFileSync('deploy/grafana.json', 'utf8')))
    .panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

/** Returns what a process exposes, with a database. */
const exposedMetrics = (): Promise<string> => {
  const metrics = createMetrics();
  metrics.observe('GET', '/', 200, 0.01);
  metrics.readDatabase({
    outbox: async () => ({ due: 0, later: 0, running: 0, oldestDueSeconds: 0 }),
    subscriptions: async () => [],
    connections: () => ({ busy: 0, idle: 0, waiting: 0 }),
  });
  return metrics.text();
};

describe('the alert rules and the dashboard', () => {
  it('passes promtool with every alert rule', () => {
    const [status, output] = promtool('check', 'rules', 'alerts.yml');
    expect(status, output).toBe(0);
  });

  it('alerts to what each rule describes, and to nothing while all is well', () => {
    const [status, output] = promtool('test', 'rules', 'alerts.promtool.yml');
    expect(status, output).toBe(0);
  });

  it('names only metrics in the rules and the dashboard that the portal exposes', async () => {
    const rules = readFileSync('deploy/alerts.yml', 'utf8') + readFileSync('deploy/grafana.json', 'utf8');
    const named = new Set([...rules.matchAll(/\b([a-z_]+)\{job=/g)].map(([, name = '']) => name));
    const exposed = await exposedMetrics();
    // Prometheus adds `up` itself.
    const unknown = [...named].filter(
      (name) => name !== 'up' && !exposed.includes(`# TYPE ${name.replace(/_(count|bucket)$/, '')} `),
    );
    expect(named.size).toBeGreaterThan(10);
    expect(unknown).toEqual([]);
  });

  it('documents each metric of the portal for operators', async () => {
    const runbook = readFileSync('docs/operators/runbook.md', 'utf8');
    const names = [...(await exposedMetrics()).matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name);
    const own = names.filter((name) => !/^(nodejs|process)_/.test(name));
    expect(own.length).toBeGreaterThan(7);
    expect(own.filter((name) => !runbook.includes(`| \`${name}\` |`))).toEqual([]);
  });

  it.each(expressions())('queries Prometheus in the dashboard by a valid expression: %s', (expression) => {
    // promtool has no command for one expression, so it becomes a rule.
    const folder = mkdtempSync(join(tmpdir(), 'dashboard-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'rule.yml');
    const rules = [{ record: 'checked:expression', expr: expression }];
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    const [status, output] = promtool('check', 'rules', file);
    expect(status, output).toBe(0);
  });
});

/**
 * Returns the processor time that the main thread of a page has used so far, in milliseconds. Other processes do not count.
 * @param {import('playwright-core').Page} page
 * @param {number} slowdown how many times the CPU is slowed
 */
export const stopwatch = async (page, slowdown) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    /** @param {string} name */
    const of = (name) => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000;
    return {
      work: of('TaskDuration'),
      script: of('ScriptDuration'),
      layout: of('LayoutDuration') + of('RecalcStyleDuration'),
    };
  };
};

/** @typedef {Awaited<ReturnType<Awaited<ReturnType<typeof stopwatch>>>>} Work */

/**
 * @param {Work} before
 * @param {Work} after
 * @returns {Work}
 */
export const between = (before, after) => ({
  work: after.work - before.work,
  script: after.script - before.script,
  layout: after.layout - before.layout,
});

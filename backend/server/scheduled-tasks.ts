/** A scheduled task. One run happens at a time, and a failed run is only reported. */
export type ScheduledTask = { stop(): Promise<void> };

export const repeat = (
  milliseconds: number,
  job: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
): ScheduledTask => {
  let running: Promise<unknown> = Promise.resolve();
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    running = job()
      .catch(onFailure)
      .finally(() => {
        isRunning = false;
      });
  }, milliseconds);
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
};

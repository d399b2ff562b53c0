/**
 * Simulates a process that is killed. Each wrapped call has its effect; after the given number of calls, the next one has
 * its effect and then throws instead of answering.
 */
export const killedAfter = (calls: number) => {
  let left = calls;
  return <Given extends unknown[], Answer>(call: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      const answer = await call(...given);
      left -= 1;
      if (left < 0) throw new Error('killed');
      return answer;
    };
};

/** The requests of one person: those that run ask for the same page. All others share the answer to the newest of them. */
type Line<Request, Answer> = {
  current: Request;
  running: number;
  next: { request: Request; start: () => void; answer: Promise<Answer> } | null;
};

export type PageRequests<Request, Answer> = {
  personOf: (request: Request) => string;
  isSame: (one: Request, other: Request) => boolean;
  run: (request: Request) => Promise<Answer>;
};

/**
 * Limits what one person's tabs cost at Stripe, where a page closes as soon as another one opens. Requests for the same
 * page run together. Requests for other pages wait for these, and then share the answer to the newest of them.
 */
export const createOnePageAtATime = <Request, Answer>({ personOf, isSame, run }: PageRequests<Request, Answer>) => {
  const lines = new Map<string, Line<Request, Answer>>();

  const runIn = async (line: Line<Request, Answer>, person: string): Promise<Answer> => {
    try {
      return await run(line.current);
    } finally {
      line.running -= 1;
      if (line.running === 0 && line.next === null) lines.delete(person);
      else if (line.running === 0 && line.next !== null) {
        const { request, start } = line.next;
        // It counts as running before it resumes, so that no other request gets between.
        Object.assign(line, { current: request, running: 1, next: null });
        start();
      }
    }
  };

  return (request: Request): Promise<Answer> => {
    const person = personOf(request);
    const line = lines.get(person) ?? { current: request, running: 0, next: null };
    lines.set(person, line);
    if (line.running === 0 || (line.next === null && isSame(line.current, request))) {
      line.running += 1;
      return runIn(line, person);
    }
    if (line.next === null) {
      const { promise, resolve } = Promise.withResolvers<void>();
      line.next = { request, start: resolve, answer: promise.then(() => runIn(line, person)) };
    } else line.next.request = request;
    return line.next.answer;
  };
};

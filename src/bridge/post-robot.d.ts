/** Types of the part of post-robot 10.0.46 that we use. The package has no types. */
declare module 'post-robot' {
  type Event = { source: Window; origin: string; data: unknown };
  type Listener = { cancel(): void };
  type PostRobot = {
    on(name: string, options: { window: Window; domain: string }, handler: (event: Event) => unknown): Listener;
    send(
      target: Window,
      name: string,
      data: object,
      options: { domain: string; timeout?: number; fireAndForget?: boolean },
    ): Promise<Event>;
  };
  const postRobot: PostRobot;
  export default postRobot;
}

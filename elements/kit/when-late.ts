/** The time limit in milliseconds. What arrives later is still used. */
const limit = 15_000;

type Callbacks<Part> = {
  loaded(part: Part): void;
  /** Called once, when loading fails or takes longer than 15 s. */
  late(): void;
};

export const whenLate = <Part>(loading: Promise<Part>, { loaded, late }: Callbacks<Part>): void => {
  let isOver = false;
  const tell = (): void => {
    if (!isOver) late();
    isOver = true;
  };
  const timer = setTimeout(tell, limit);
  loading.then((part) => {
    isOver = true;
    clearTimeout(timer);
    loaded(part);
  }, tell);
};

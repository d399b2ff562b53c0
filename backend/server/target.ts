/** Splits a request's target; `search` is empty, or begins with the first question mark. */
export const splitTarget = (target: string): { path: string; search: string } => {
  const at = target.indexOf('?');
  return at < 0 ? { path: target, search: '' } : { path: target.slice(0, at), search: target.slice(at) };
};

/**
 * Returns a request's target with a path that can be decoded. A broken percent sign stands for itself, so that such a path
 * is an unknown path like any other: people get a page, and programs get a failure.
 */
export const decodableTarget = (target: string): string => {
  const { path, search } = splitTarget(target);
  try {
    decodeURIComponent(path);
    return target;
  } catch {
    return path.replaceAll('%', '%25') + search;
  }
};

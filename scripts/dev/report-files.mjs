/**
 * Loaded before the backend in development: reports each file that it loads to the dev server, before the file is read.
 */
import { registerHooks } from 'node:module';

registerHooks({
  load: (url, context, nextLoad) => {
    if (url.startsWith('file:')) process.send?.(url);
    return nextLoad(url, context);
  },
});

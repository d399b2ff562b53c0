import { afterEach, describe, expect, it, vi } from 'vitest';
import { createEndpoints } from '../../config/endpoints.ts';
import { createClassroomServices } from './classroom-services.ts';

const { copy } = createClassroomServices(createEndpoints('https://portal.example'));

describe('copying the code of a class', () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    ['copies where the browser allows it', { clipboard: { writeText: async () => undefined } }, true],
    ['reports a refusal', { clipboard: { writeText: async () => Promise.reject(new Error('denied')) } }, false],
    ['reports a page without encryption, which has no clipboard', {}, false],
  ])('%s', async (_, navigator, copied) => {
    vi.stubGlobal('navigator', navigator);
    expect(await copy('K7P-42M')).toBe(copied);
  });
});

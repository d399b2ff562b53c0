import type { Endpoints } from '../../config/endpoints.ts';
import { saveFile } from '../../lib/save-file.ts';
import { createLevels, type Levels } from '../../services/levels/levels.ts';

export type LevelsServices = {
  levels: Levels;
  /** Saves a file as a download. */
  save(name: string, content: Blob): void;
};

export const createLevelsServices = (endpoints: Endpoints): LevelsServices => ({
  levels: createLevels(endpoints),
  save: saveFile,
});

import type { Endpoints } from '../../config/endpoints.ts';
import { saveFile } from '../../lib/save-file.ts';
import { createLevelsClient, type LevelsClient } from '../../services/levels/levels.ts';

export type LevelsServices = {
  levels: LevelsClient;
  /** Saves a file as a download. */
  save(name: string, content: Blob): void;
};

export const createLevelsServices = (endpoints: Endpoints): LevelsServices => ({
  levels: createLevelsClient(endpoints),
  save: saveFile,
});

import type { Endpoints } from '../../config/endpoints.ts';
import { saveFile } from '../../lib/save-file.ts';
import { type Timers, timers } from '../../lib/timers.ts';
import { type ClassroomsClient, createClassroomsClient } from '../../services/school-zone/classroom.ts';
import type { PageVisibility } from './live-refresh.ts';
import type { ClassNames, NamedClass } from './names/class-names.ts';
import { hasNames } from './names/student-names.ts';

export type ClassroomServices = {
  classrooms: ClassroomsClient;
  timers: Timers;
  visibility: PageVisibility;
  /** Returns whether this browser keeps names of students, of any class. */
  hasNames(): boolean;
  /** Loads what keeps them. */
  openNames(shown: NamedClass): Promise<ClassNames>;
  /** Saves a text file as a download. `type`: CSV unless another one is given. */
  download(name: string, text: string, type?: string): void;
  print(): void;
  /** Copies a text to the clipboard. Returns whether the browser allowed it. */
  copy(text: string): Promise<boolean>;
};

const visibility: PageVisibility = {
  visible: () => document.visibilityState === 'visible',
  subscribe: (listener) => {
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
};

export const createClassroomServices = (endpoints: Endpoints): ClassroomServices => ({
  classrooms: createClassroomsClient(endpoints),
  timers,
  visibility,
  hasNames,
  openNames: (shown) => import('./names/class-names.ts').then(({ createClassNames }) => createClassNames(shown)),
  download: (name, text, type = 'text/csv') => saveFile(name, new Blob([text], { type: `${type};charset=utf-8` })),
  print: () => window.print(),
  copy: async (text) => {
    try {
      // There is no clipboard on a page without encryption.
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return false;
    }
  },
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SmallDisk = {
  folder: string;
  /** Leaves this many MiB free. */
  fill(left: number): void;
  /** Deletes what `fill` wrote. */
  empty(): void;
  unmount(): void;
};

const mebibyte = 1024 * 1024;

/**
 * Mounts a disk of this many MiB in memory.
 * @returns null where this user may not mount anything.
 */
export const mountSmallDisk = (size: number): SmallDisk | null => {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'tmpfs', folder]);
  if (status !== 0) {
    rmSync(folder, { recursive: true });
    return null;
  }
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: (left) => {
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(ballast, Buffer.alloc(bavail * bsize - left * mebibyte));
    },
    empty: () => rmSync(ballast),
    unmount: () => {
      spawnSync('umount', [folder]);
      rmSync(folder, { recursive: true });
    },
  };
};

import { describe, expect, it, vi } from 'vitest';
import { fail, type Result, succeed } from '../../lib/result.ts';
import type { FoundLevel, LevelsClient } from '../../services/levels/levels.ts';
import { createLevelsController } from './levels-controller.ts';
import type { LevelsServices } from './levels-services.ts';

const levelOf = (name: string): FoundLevel => ({ name, url: `/files/${name}.json`, previewUrl: null });
const csv = (...names: string[]) => new File([['LevelName', ...names].join('\n')], 'list.csv');

const open = () => {
  const find = vi.fn<LevelsClient['find']>(async (names) => succeed(names.map(levelOf)));
  const read = vi.fn<LevelsClient['read']>(async () => succeed(new Blob(['x'])));
  const save = vi.fn<LevelsServices['save']>();
  const controller = createLevelsController({ levels: { find, read }, save });
  const failures = vi.fn();
  controller.onFailure(failures);
  const stop = controller.start?.();
  const until = (step: string) => vi.waitFor(() => expect(controller.state().work.step).toBe(step));
  return { controller, find, read, save, failures, until, stop: () => stop?.() };
};

describe('the controller of the level tool, without a DOM', () => {
  it('finds the levels of a file, and saves what was chosen', async () => {
    const { controller, save, until } = open();
    controller.chooseFile(csv('a', 'b'));
    await until('resting');
    expect(controller.state().list?.levels.map(({ name }) => name)).toEqual(['a', 'b']);
    controller.download(['b']);
    await until('archived');
    expect(save).toHaveBeenCalledExactlyOnceWith('levels.zip', expect.any(Blob));
  });

  it('asks for the key, and continues with it', async () => {
    const { controller, find, failures, until } = open();
    find.mockResolvedValueOnce(fail('UNAUTHORIZED'));
    controller.chooseFile(csv('a'));
    await until('stopped');
    expect(failures).toHaveBeenCalledExactlyOnceWith({ code: 'UNAUTHORIZED' });
    controller.unlock('the key');
    await until('resting');
    expect(find.mock.calls.map(([, key]) => key)).toEqual([null, 'the key']);
  });

  it('ends its task when the element leaves, and reports nothing of it', async () => {
    const { controller, find, failures, stop } = open();
    const { promise, resolve } = Promise.withResolvers<Result<FoundLevel[]>>();
    find.mockReturnValueOnce(promise);
    controller.chooseFile(csv('a'));
    await vi.waitFor(() => expect(find).toHaveBeenCalledOnce());
    stop();
    expect(find.mock.calls[0]?.[2]?.aborted).toBe(true);
    resolve(fail('OFFLINE'));
    await promise;
    expect(failures).not.toHaveBeenCalled();
  });
});

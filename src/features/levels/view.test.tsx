import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Language } from '../../contracts/language.ts';
import { archiveFiles } from '../../contracts/calls/levels.ts';
import { translationsOf } from '../../i18n/testing/translations.ts';
import { fail, succeed } from '../../lib/result.ts';
import type { LevelsClient } from '../../services/levels.ts';
import { fakeElement } from '../shared/testing/fake-element.ts';
import { renderInElement } from '../shared/testing/in-element.tsx';
import { fetchLevels } from './archive.ts';
import { createLevelsController, type LevelsServices } from './controller.ts';
import { Levels } from './view.tsx';

const translations = await translationsOf('levels');
const levelOf = (name: string) => ({ name, url: `/files/${name}.json`, previewUrl: `/files/${name}.png` });
const csv = (...names: string[]) => new File([['LevelName', ...names].join('\n')], 'list.csv', { type: 'text/csv' });
const numbered = (count: number) => Array.from({ length: count }, (_, place) => `level-${place + 1}`);

const show = (language: Language = 'en') => {
  const find = vi.fn<LevelsClient['find']>(async (names) =>
    succeed(names.filter((name) => !name.startsWith('gone')).map(levelOf)),
  );
  const read = vi.fn<LevelsClient['read']>(async (url) => succeed(new Blob([`data of ${url}`])));
  const save = vi.fn<LevelsServices['save']>();
  const element = fakeElement('first-party', {}, language);
  const controller = createLevelsController({ levels: { find, read }, save });
  const { unmount } = renderInElement(element, translations, <Levels controller={controller} />);
  return { find, read, save, element, unmount };
};

const input = () => screen.getByLabelText<HTMLInputElement>(/CSV/);
const choose = (file: File) => userEvent.upload(input(), file, { applyAccept: false });
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const press = async (name: string | RegExp) => userEvent.click(await button(name));
const said = (text: string | RegExp) => vi.waitFor(() => expect(screen.getByRole('status').textContent).toMatch(text));
/** Returns the names in the last downloaded archive, whose files are stored as they are. */
const saved = async (save: ReturnType<typeof show>['save']) => {
  await vi.waitFor(() => expect(save).toHaveBeenCalled());
  const [name, content] = save.mock.lastCall ?? [];
  return { name, entries: new Set((await content?.text())?.match(/[\w-]+\.json(?=PK|data|x)/g)) };
};

describe('a list of names', () => {
  it('shows the existing levels, and names the others', async () => {
    const { find } = show();
    await choose(csv('castle~a1', 'gone~b2', 'no name of a level', 'bridge~c3'));
    await said('list.csv – levels found: 2');
    expect(find.mock.calls.map(([names]) => names)).toEqual([['castle__a1', 'gone__b2', 'bridge__c3']]);
    const link = screen.getByText<HTMLAnchorElement>('castle__a1', { selector: 'a' });
    expect(link.pathname).toBe('/files/castle__a1.json');
    const missing = screen.getByText('Names without a level: 2').parentElement;
    expect([...(missing?.querySelectorAll('li') ?? [])].map((line) => line.textContent)).toEqual([
      'gone__b2',
      'no name of a level',
    ]);
  });

  it('shows the reason for an unreadable file next to its field, which also takes text files', async () => {
    const { find } = show();
    expect(input().accept.split(',')).toEqual(expect.arrayContaining(['.csv', '.tsv', '.txt']));
    await choose(new File(['Name\na'], 'list.csv'));
    const alert = await screen.findByText(/no LevelName column/);
    expect(input().getAttribute('aria-describedby')).toBe(alert.closest('[role=alert]')?.id);
    expect(find).not.toHaveBeenCalled();
    await choose(csv('castle'));
    await said('levels found: 1');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(input().getAttribute('aria-describedby')).toBeNull();
  });

  it('requests the names in small calls, and all of them again after a failure', async () => {
    const { find, element } = show();
    find.mockImplementationOnce(async (names) => succeed(names.map(levelOf)));
    find.mockResolvedValueOnce(fail('OFFLINE'));
    await choose(csv(...numbered(120)));
    expect((await screen.findByRole('alert')).textContent).toMatch(/offline/);
    expect(element.failed).toHaveBeenCalledExactlyOnceWith({ code: 'OFFLINE', message: expect.any(String) });
    expect(screen.queryByText(/Names without a level/)).toBeNull();
    await press('Try again');
    await said('levels found: 120');
    expect(find.mock.calls.map(([names]) => names.length)).toEqual([50, 50, 50, 50, 20]);
    expect(document.querySelectorAll('.maths-level')).toHaveLength(120);
  });

  it('removes the previous list when it is replaced', async () => {
    const { find } = show();
    let answer = () => {};
    find.mockImplementationOnce(
      (names) => new Promise((resolve) => (answer = () => resolve(succeed(names.map(levelOf))))),
    );
    await choose(csv('first'));
    await choose(csv('second'));
    answer();
    await said('levels found: 1');
    expect(screen.queryByRole('link', { name: 'first' })).toBeNull();
    expect(find.mock.calls[0]?.[2]?.aborted).toBe(true);
  });

  it('ends its task when the element leaves, and reports nothing of it', async () => {
    const { find, element, unmount } = show();
    const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<LevelsClient['find']>>>();
    find.mockReturnValueOnce(promise);
    await choose(csv('castle'));
    await vi.waitFor(() => expect(find).toHaveBeenCalledOnce());
    unmount();
    expect(find.mock.calls[0]?.[2]?.aborted).toBe(true);
    resolve(fail('OFFLINE'));
    await promise;
    expect(element.failed).not.toHaveBeenCalled();
  });
});

it('selects one level, all or none', async () => {
  show();
  await choose(csv('a', 'b', 'c'));
  const all = await box('Select all (3)');
  expect(await button('Download Selected (0)')).toHaveProperty('disabled', true);
  await userEvent.click(await box('Select b'));
  expect(all.checked).toBe(false);
  await button('Download Selected (1)');
  await userEvent.click(all);
  await button('Download Selected (3)');
  expect(all.checked).toBe(true);
  await userEvent.click(all);
  await button('Download Selected (0)');
  expect((await box('Select b')).checked).toBe(false);
});

describe('a download', () => {
  const downloadAll = async (...names: string[]) => {
    await choose(csv(...names));
    await userEvent.click(await screen.findByRole('checkbox', { name: /Select all/ }));
    await press(/Download Selected/);
  };

  it('creates one archive with a file for each selected level', async () => {
    const { read, save } = show();
    await choose(csv('a', 'b', 'c'));
    await userEvent.click(await box('Select c'));
    await userEvent.click(await box('Select a'));
    await press('Download Selected (2)');
    await said('Saved as levels.zip – levels: 2');
    expect(await saved(save)).toEqual({ name: 'levels.zip', entries: new Set(['c.json', 'a.json']) });
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('names what failed, and keeps the rest', async () => {
    const { read, save } = show();
    read.mockImplementation(async (url) =>
      url.includes('b') ? fail('SERVICE_UNAVAILABLE') : succeed(new Blob(['x'])),
    );
    await downloadAll('a', 'b', 'c');
    expect(await saved(save)).toEqual({ name: 'levels.zip', entries: new Set(['a.json', 'c.json']) });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('Levels that could not be downloaded: 1. Saved in levels.zip: 2.');
    expect(screen.getByText('Which ones').parentElement?.textContent).toBe('Which onesb');
  });

  it('shows its progress, and ends immediately when it is cancelled', async () => {
    const { read, save } = show();
    read.mockImplementationOnce(async () => succeed(new Blob(['x'])));
    read.mockImplementation(() => new Promise(() => {}));
    await downloadAll(...numbered(9));
    const bar = await screen.findByRole<HTMLProgressElement>('progressbar', { name: '1 of 9' });
    expect([bar.value, bar.max]).toEqual([1, 9]);
    await press('Cancel');
    expect(read.mock.lastCall?.[1]?.aborted).toBe(true);
    await said('Cancelled. Nothing was saved.');
    expect(document.activeElement).toBe(screen.getByRole('status'));
    expect(save).not.toHaveBeenCalled();
    await button('Download Selected (9)');
  });

  it.each([
    ['ends well', succeed(new Blob(['x'])), 'status'],
    ['fails', fail('NOT_FOUND'), 'alert'],
  ])('moves the focus from Cancel to the result of a download that %s', async (_, outcome, role) => {
    const { read } = show();
    const { promise, resolve } = Promise.withResolvers<typeof outcome>();
    read.mockReturnValue(promise);
    await downloadAll('a');
    (await button('Cancel')).focus();
    resolve(outcome);
    await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole(role));
    expect(document.activeElement?.textContent).toMatch(/levels\.zip/);
  });

  it('refuses more levels than an archive can contain before it downloads anything', async () => {
    const levels = { find: vi.fn(), read: vi.fn() };
    const search = { levels, names: numbered(archiveFiles + 1), key: null, signal: new AbortController().signal };
    expect(await fetchLevels(search, () => {})).toEqual(fail('PAYLOAD_TOO_LARGE'));
    expect(levels.find).not.toHaveBeenCalled();
  });

  it('stops when the files are too large together', async () => {
    const { read, save } = show();
    const large = Object.defineProperty(new Blob(['x']), 'size', { value: 150 * 1024 * 1024 });
    read.mockResolvedValue(succeed(large));
    await downloadAll(...numbered(50));
    expect((await screen.findByRole('alert')).textContent).toMatch(/200 MB/);
    expect(read.mock.calls.length).toBeLessThan(10);
    expect(save).not.toHaveBeenCalled();
  });

  it('shows no link for a level whose address is not the portal’s, and saves nothing of it', async () => {
    const { find, read, save } = show();
    find.mockResolvedValue(succeed([{ name: 'a', url: null, previewUrl: null }]));
    await downloadAll('a');
    await screen.findByRole('alert');
    expect(screen.queryByRole('link')).toBeNull();
    expect(document.querySelector('img')).toBeNull();
    expect(read).not.toHaveBeenCalled();
    expect(save).not.toHaveBeenCalled();
  });
});

const key = 'k'.repeat(32);

it('requests the admin key when the server requires it, and sends it then', async () => {
  const { find } = show();
  find.mockResolvedValueOnce(fail('UNAUTHORIZED'));
  await choose(csv('a'));
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /Admin key/ });
  expect(field.autocomplete).toBe('off');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('form'));
  await userEvent.type(field, ' {Enter}');
  expect(find).toHaveBeenCalledOnce();
  await userEvent.type(field, `${key} {Enter}`);
  await said('levels found: 1');
  expect(find.mock.calls.map(([, sent]) => sent)).toEqual([null, key]);
  expect(document.body.innerHTML).not.toContain(key);
});

it('rejects a wrong admin key, and requests it again', async () => {
  const { find } = show();
  find.mockResolvedValue(fail('UNAUTHORIZED'));
  await choose(csv('a'));
  await userEvent.type(await screen.findByRole('textbox'), 'wrong{Enter}');
  expect((await screen.findByRole('alert')).textContent).toMatch(/not the admin key/);
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('');
});

it('requests the admin key when it expired between the list and the download', async () => {
  const { find, save } = show();
  await choose(csv('a'));
  await userEvent.click(await box('Select a'));
  find.mockResolvedValueOnce(fail('UNAUTHORIZED'));
  await press('Download Selected (1)');
  await userEvent.type(await screen.findByRole('textbox'), `${key}{Enter}`);
  expect((await saved(save)).entries).toEqual(new Set(['a.json']));
});

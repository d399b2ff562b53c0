import { describe, expect, it } from 'vitest';
import { isLevelName, mostNames, namesIn, readNames } from './level-names.ts';

const fileOf = (...parts: BlobPart[]) => new File(parts, 'levels.csv', { type: 'text/csv' });
const names = (text: string) => {
  const reading = namesIn(text);
  if (reading.ok) return reading.names;
  return reading.line === undefined ? reading.problem : `${reading.problem} ${reading.line}`;
};
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52]);
const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0]);

describe('a list of levels', () => {
  it('reads names from the column LevelName, at any position', () => {
    expect(names('LevelName\na\nb\n')).toEqual(['a', 'b']);
    expect(names('Player,LevelName,Likes\r\nx,a,3\r\ny,b,4')).toEqual(['a', 'b']);
    expect(names('Player, levelname \nx, a \n')).toEqual(['a']);
  });

  it.each([';', '\t', '|'])('reads columns that are separated with %j', (sign) => {
    expect(names(`Player${sign}LevelName\nx${sign}a\ny${sign}b\n`)).toEqual(['a', 'b']);
  });

  it('reads quoted fields that contain separators, line ends and quotes', () => {
    const text = '"Player; ""the"" one","LevelName"\r\n"two\r\nlines","a"\r\n"one, two","b"\r\n';
    expect(names(text)).toEqual(['a', 'b']);
  });

  it('reads a list that starts with a byte order mark, also before a quote', () => {
    expect(names('\uFEFFLevelName\na')).toEqual(['a']);
    expect(names('\uFEFF"LevelName";"Player"\n"a";"x"')).toEqual(['a']);
  });

  it('replaces ~ by __ in each name', () => {
    expect(names('LevelName\nbridge~a1b2\n~x~')).toEqual(['bridge__a1b2', '__x__']);
  });

  it('ignores empty lines, short lines and repeated names', () => {
    expect(names('Player,LevelName\n\nx,a\ny\n,,\nz,a\nz,b')).toEqual(['a', 'b']);
  });

  it.each([
    ['a comma in the head', 'Nom, prénom;LevelName\r\nDupont, Zoé;a\r\nRoy, Léa;b', ['a', 'b']],
    ['commas in all rows', 'Titre;LevelName\n1,5;a\n2,5;b', ['a', 'b']],
    ['an empty first column', '\tLevelName\nx\ta\n\tb', ['a', 'b']],
    ['a line end of Windows after the head only', 'Player,LevelName\r\nx,a\ny,b\nz,c', ['a', 'b', 'c']],
    ['a line end of Windows after one row only', 'Player,LevelName\nx,a\r\ny,b\n', ['a', 'b']],
    ['the line ends of an old Mac', 'Player;LevelName\rx;a\ry;b\r', ['a', 'b']],
    ['a line that names the delimiter', 'sep=;\r\nPlayer;LevelName\r\nx;a', ['a']],
    ['blank lines before the head', '\n;;\nPlayer;LevelName\nx;a', ['a']],
    ['padded rows', 'LevelName;;\na;;\nb;;', ['a', 'b']],
    ['a note behind the columns of a name', 'LevelName,Title\na,Big, red\nb,x', ['a', 'b']],
    ['inches in a text', 'Title;LevelName\n3" pipe;a\n"5"" pipe";b', ['a', 'b']],
    ['the mark at the end of an old file', 'LevelName\r\na\r\n\u001a', ['a']],
    ['invisible characters', 'Level\u00adName\n\u200ba\ufeff\n\u00a0b\u00a0', ['a', 'b']],
  ])('reads a list with %s', (_, text, expected) => {
    expect(names(text)).toEqual(expected);
  });

  it.each([
    ['a quotation mark that is not closed', 'Title,LevelName\nx,a\n"Big,b\ny,c\nz,d', 3],
    ['a quotation mark inside a quoted text', 'Title,LevelName\n"two\nlines",a\n"5" pipe",b\nz,d', 4],
    ['text behind a closed quotation mark', 'LevelName,Title\na,"Big" one\nb,x', 2],
    ['another delimiter', 'Player;LevelName\nx;a\ny,b\nz;c', 3],
    ['a delimiter in a text without quotation marks', 'sep=,\nPlayer,LevelName\nSmith, John,a', 3],
  ])('names the line with %s, instead of losing a level', (_, text, line) => {
    expect(names(text)).toBe(`badLine ${line}`);
  });

  it('shows what is in the place of a name, in a list of one column', () => {
    expect(names('LevelName\na;b')).toEqual(['a;b']);
  });

  it('limits a list to ten thousand lines', () => {
    const lines = (count: number) => `LevelName\n${Array.from({ length: count }, (_, n) => `level-${n}`).join('\n')}`;
    expect(names(lines(mostNames))).toHaveLength(10_000);
    expect(names(lines(mostNames + 1))).toBe('tooMany');
  });

  it('rejects an invalid list with the reason', () => {
    expect(names('')).toBe('empty');
    expect(names(' \r\n\r\n')).toBe('empty');
    expect(names('Name,Player\na,x')).toBe('noColumn');
    expect(names('<svg xmlns="http://www.w3.org/2000/svg"/>')).toBe('noColumn');
    expect(names('LevelName,Player')).toBe('noNames');
    expect(names('LevelName,Player\n,x\n')).toBe('noNames');
  });
});

describe('a chosen file', () => {
  it.each([
    ['UTF-8', fileOf('Auteur;LevelName\nZoé;a')],
    ['UTF-8 with its mark', fileOf('\uFEFFAuteur;LevelName\nZoé;a')],
    ['Windows’ own signs', fileOf('Auteur;LevelName\nZo', new Uint8Array([0xe9]), ';a')],
    [
      'UTF-16',
      fileOf(new Uint8Array([0xff, 0xfe]), new Uint16Array([...'x\tLevelName\ny\ta'].map((c) => c.charCodeAt(0)))),
    ],
    ['UTF-8 with its mark and a damaged letter', fileOf('\uFEFFAuteur;LevelName\nZo', new Uint8Array([0xe9]), ';a')],
    [
      'UTF-16 of the other order',
      fileOf(new Uint8Array([0xfe, 0xff]), ...[...'x;LevelName\ny;a'].map((c) => new Uint8Array([0, c.charCodeAt(0)]))),
    ],
    [
      'the encoding of an old Mac',
      fileOf('Auteur;LevelName\rH', new Uint8Array([0x8f]), 'l', new Uint8Array([0x8e]), 'ne;a'),
    ],
    ['the encoding of DOS', fileOf('Auteur;LevelName\r\nH', new Uint8Array([0x81, 0x8d, 0x90, 0x9d]), ';a\r\n\x1a')],
  ])('reads a file that is encoded in %s', async (_, file) => {
    expect(await readNames(file)).toEqual({ ok: true, names: ['a'] });
  });

  it.each([
    ['a PNG', png],
    ['a JPEG', jpeg],
  ])('rejects %s with the file name of a list', async (_, bytes) => {
    expect(await readNames(fileOf(bytes))).toEqual({ ok: false, problem: 'notText' });
  });

  it('rejects a control character of no encoding', () => {
    expect(names('LevelName\na\u0002')).toBe('notText');
  });

  it('rejects an empty or too large file with the reason', async () => {
    expect(await readNames(fileOf())).toEqual({ ok: false, problem: 'empty' });
    const large = fileOf(new Uint8Array(5 * 1024 * 1024 + 1));
    expect(await readNames(large)).toEqual({ ok: false, problem: 'tooLarge' });
  });

  it('rejects a file that was removed in the meantime', async () => {
    const gone = fileOf('LevelName\na');
    gone.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotFoundError'));
    expect(await readNames(gone)).toEqual({ ok: false, problem: 'notText' });
  });
});

it.each(['..', '.hidden', 'a/b', 'a\\b', 'a b', 'a\0', 'é', '', 'a'.repeat(129)])(
  'rejects %j as a level’s name',
  (name) => {
    expect(isLevelName(name)).toBe(false);
  },
);

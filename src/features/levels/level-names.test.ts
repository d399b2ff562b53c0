import { expect, it } from 'vitest';
import { isLevelName, mostNames, levelNamesIn, readNames } from './level-names.ts';

const fileOf = (...parts: BlobPart[]) => new File(parts, 'levels.csv', { type: 'text/csv' });

it.each([
  ['one column', 'LevelName\na\nb\n'],
  ['the column anywhere, in any letter case', 'Player, levelname ,Likes\r\nx, a ,3\r\ny,b,4'],
  ['semicolons', 'Player;LevelName\nx;a\ny;b\n'],
  ['tabs', 'Player\tLevelName\nx\ta\ny\tb\n'],
  ['bars', 'Player|LevelName\nx|a\ny|b\n'],
  ['quoted texts', '"Player; ""the"" one","LevelName"\r\n"two\r\nlines","a"\r\n"one, two","b"\r\n'],
  ['blank lines and repeated names', 'Player,LevelName\n\nx,a\n,\nz,a\nz,b'],
  ['a comma in the head', 'Nom, prénom;LevelName\r\nDupont, Zoé;a\r\nRoy, Léa;b'],
  ['commas in all rows', 'Titre;LevelName\n1,5;a\n2,5;b'],
  ['an empty first column', '\tLevelName\nx\ta\n\tb'],
  ['a line end of Windows after the head only', 'Player,LevelName\r\nx,a\ny,b\n'],
  ['a line end of Windows after one row only', 'Player,LevelName\nx,a\r\ny,b\n'],
  ['the line ends of an old Mac', 'Player;LevelName\rx;a\ry;b\r'],
  ['a line that names the delimiter', 'sep=;\r\nPlayer;LevelName\r\nx;a\r\ny;b'],
  ['a byte order mark before the line that names the delimiter', '\uFEFF"sep=,"\r\nPlayer,LevelName\r\nx,a\r\ny,b'],
  ['blank lines before the head', '\n;;\nPlayer;LevelName\nx;a\ny;b'],
  ['padded rows', 'LevelName;;\na;;\nb;;'],
  ['a note behind the columns of a name', 'LevelName,Title\na,Big, red\nb,x'],
  ['short rows', 'Player,LevelName\nx,a\ny\nz,b'],
  ['inches in a text', 'Title;LevelName\n3" pipe;a\n"5"" pipe";b'],
  ['a quoted head after a byte order mark', '\uFEFF"LevelName";"Player"\n"a";"x"\n"b";"y"'],
  ['invisible characters', 'Level\u00adName\n\u200ba\ufeff\n\u00a0b\u00a0'],
])('reads names with %s', (_, text) => {
  expect(levelNamesIn(text)).toEqual(['a', 'b']);
});

it('replaces ~ by __ in each name', () => {
  expect(levelNamesIn('LevelName\nbridge~a1b2\n~x~')).toEqual(['bridge__a1b2', '__x__']);
});

it('limits a list to a thousand names', () => {
  const lines = (count: number) => `LevelName\n${Array.from({ length: count }, (_, n) => `level-${n}`).join('\n')}`;
  expect(levelNamesIn(lines(mostNames))).toHaveLength(1_000);
  expect(levelNamesIn(lines(mostNames + 1))).toBe('tooMany');
});

it.each([
  ['', 'noColumn'],
  ['Name,Player\na,x', 'noColumn'],
  ['LevelName,Player', 'noNames'],
  ['LevelName,Player\n,x\n', 'noNames'],
  ['Title,LevelName\n"Big,a\nx,b\n', 'badLine'],
  ['Title,LevelName\n"Big" one,a\nx,b\n', 'badLine'],
  ['Title,LevelName\nBig, red,a\nx,b', 'badLine'],
  ['Title,LevelName\nx;a\ny;b', 'badLine'],
])('rejects %j with the reason', (text, reason) => {
  expect(levelNamesIn(text)).toBe(reason);
});

it.each([
  ['with a byte order mark', fileOf('\uFEFFLevelName\na'), ['a']],
  ['with the mark at the end of an old file', fileOf('LevelName\r\na\r\n\u001A'), ['a']],
  ['that is too large', fileOf(new Uint8Array(5 * 1024 * 1024 + 1)), 'tooMany'],
  ['that is a picture', fileOf(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])), 'noColumn'],
])('reads a chosen file %s', async (_, file, reading) => {
  expect(await readNames(file)).toEqual(reading);
});

it.each(['..', '.hidden', 'a/b', 'a\\b', 'a b', 'a\0', 'é', '', 'a'.repeat(129)])(
  'rejects %j as a level’s name',
  (name) => {
    expect(isLevelName(name)).toBe(false);
  },
);

import { describe, expect, it } from 'vitest';
import { namesFile, namesIn, nameText, readNamesFile, withList, withName } from './edit-names.ts';

const codes = ['001', '002', '003'];
const none = new Map<string, string>();
const fileOf = (content: string): Blob => new Blob([content]);

describe('the name of a student', () => {
  it.each([
    [' Ada  Lovelace ', 'Ada  Lovelace'],
    ['Rene\u0301e', 'Renée'],
    ['Ada\tLovelace\u0007', 'Ada Lovelace'],
    ['\u202egpj.exe', 'gpj.exe'],
    ['שרה', 'שרה'],
    ['👩‍🏫', '👩‍🏫'],
    ['x'.repeat(50), 'x'.repeat(40)],
    [`${'x'.repeat(39)}😀`, 'x'.repeat(39)],
    [' \u2028 ', ''],
  ])('is one line of plain text: %j', (typed, name) => expect(nameText(typed)).toBe(name));

  it('is added, changed and removed without a change of the names before', () => {
    const ada = withName(none, '001', 'Ada');
    expect([...withName(ada, '001', 'Ada L.')]).toEqual([['001', 'Ada L.']]);
    expect(withName(ada, '001', ' ').size).toBe(0);
    expect([...ada]).toEqual([['001', 'Ada']]);
  });
});

describe('a pasted list', () => {
  it.each([
    ['Ada\nEmmy', ['Ada', 'Emmy']],
    ['Ada\r\n\r\nSofia\r\n', ['Ada', '', 'Sofia']],
    ['Ada', ['Ada']],
  ])('has a name in each line: %j', (pasted, list) => expect(namesIn(pasted)).toEqual(list));

  it('fills the fields from the one into which it was pasted, and reports the names that are left', () => {
    const { names, left } = withList(new Map([['001', 'Ada']]), codes, '002', ['Emmy', 'Sofia', 'Hypatia', ' ']);
    expect([...names]).toEqual([
      ['001', 'Ada'],
      ['002', 'Emmy'],
      ['003', 'Sofia'],
    ]);
    expect(left).toEqual(['Hypatia']);
  });

  it('keeps the names below a list that is too short', () => {
    const before = new Map([['003', 'Sofia']]);
    expect([...withList(before, codes, '001', ['Ada']).names]).toEqual([
      ['003', 'Sofia'],
      ['001', 'Ada'],
    ]);
  });
});

describe('a file with names', () => {
  const names = new Map([
    ['001', 'Ada'],
    ['003', 'Renée'],
  ]);

  it('moves the names to another browser', async () => {
    expect(await readNamesFile(fileOf(namesFile('K7P-42M', names)), 'K7P-42M', codes)).toEqual(names);
  });

  it('is refused when it belongs to another class', async () => {
    const file = fileOf(namesFile('OTH-ER1', names));
    expect(await readNamesFile(file, 'K7P-42M', codes)).toEqual({ code: 'other', class: 'OTH-ER1' });
  });

  it.each(['', '{', '[]', '{"class":"K7P-42M"}', '{"class":"K7P-42M","names":{"001":7}}', ' '.repeat(100_001)])(
    'is refused when it contains something else',
    async (content) => {
      expect(await readNamesFile(fileOf(content), 'K7P-42M', codes)).toEqual({ code: 'unreadable' });
    },
  );

  it('is refused when it cannot be read', async () => {
    const file = { size: 1, text: () => Promise.reject(new Error('NotReadableError')) };
    expect(await readNamesFile(file, 'K7P-42M', codes)).toEqual({ code: 'unreadable' });
  });

  it('gives no name to a code that the class does not have, and cleans the others', async () => {
    const file = fileOf('{"class":"K7P-42M","names":{"001":" Ada\\n","099":"Nobody","constructor":"No"}}');
    const kept = new Map([
      ['001', 'Ada'],
      ['constructor', 'No'],
    ]);
    expect(await readNamesFile(file, 'K7P-42M', [...codes, 'constructor', 'toString'])).toEqual(kept);
  });
});

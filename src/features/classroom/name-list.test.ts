import { describe, expect, it } from 'vitest';
import { namesIn, nameText, withList, withName } from './name-list.ts';

const codes = ['001', '002', '003'];

describe('the name of a student', () => {
  it.each([
    ['Rene\u0301e', 'Renée'],
    ['Ada\tLovelace\u0007', 'Ada Lovelace'],
    ['\u202egpj.exe', 'gpj.exe'],
    ['👩‍🏫', '👩‍🏫'],
    ...['😀', '👩‍👩‍👧', 'é\u0323'].flatMap((last) => {
      const most = 'x'.repeat(40 - last.normalize('NFC').length);
      return [
        [most + last, most + last.normalize('NFC')],
        [`${most}x${last}x`, `${most}x`],
      ];
    }),
    [' \u2028 ', ''],
  ])('is one line of plain text: %j', (typed, name) => expect(nameText(typed)).toBe(name));

  it('is added, changed and removed without a change of the names before', () => {
    const ada = withName(new Map(), '001', 'Ada');
    expect([...withName(ada, '001', 'Ada L.')]).toEqual([['001', 'Ada L.']]);
    expect(withName(ada, '001', ' ').size).toBe(0);
    expect([...ada]).toEqual([['001', 'Ada']]);
  });
});

describe('a list of names', () => {
  it.each([
    ['a name in each line', 'Ben Okafor\r\nAda Lovelace\r\n\r\nÉlise N’Diaye 2\r\n'],
    ['numbers in a column', '1\tBen Okafor\n2\tAda Lovelace\n3\tÉlise N’Diaye 2'],
    ['numbers and bullets in the text', '1. Ben Okafor\n(2) Ada Lovelace\n• Élise N’Diaye 2'],
    ['first and last names in columns', 'Ben\tOkafor\nAda\tLovelace\nÉlise\tN’Diaye 2'],
  ])('is read with %s', (_, text) => {
    expect(namesIn(text)).toEqual(['Ben Okafor', 'Ada Lovelace', 'Élise N’Diaye 2']);
  });

  it.each(['', ' \n', '1\n2\n3'])('has no names: %j', (text) => {
    expect(namesIn(text)).toEqual([]);
  });

  it('fills the fields from the one into which it was pasted, and reports the names that are left', () => {
    const { names, left } = withList(new Map([['001', 'Ada']]), codes, '002', ['Emmy', 'Sofia', 'Hypatia']);
    expect([...names.values()]).toEqual(['Ada', 'Emmy', 'Sofia']);
    expect(left).toEqual(['Hypatia']);
  });

  it('keeps the names below a list that is too short', () => {
    expect([...withList(new Map([['003', 'Sofia']]), codes, '001', ['Ada']).names]).toEqual([
      ['003', 'Sofia'],
      ['001', 'Ada'],
    ]);
  });
});

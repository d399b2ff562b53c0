import { describe, expect, it } from 'vitest';
import { namesIn, nameText, withList, withName } from './name-list.ts';

const codes = ['001', '002', '003'];
const none = new Map<string, string>();
const names = (text: string) => namesIn(text).map(({ name }) => name);

describe('the name of a student', () => {
  it.each([
    [' Ada  Lovelace ', 'Ada  Lovelace'],
    ['Rene\u0301e', 'Renée'],
    ['Ada\tLovelace\u0007', 'Ada Lovelace'],
    ['\u202egpj.exe', 'gpj.exe'],
    ['שרה', 'שרה'],
    ['👩‍🏫', '👩‍🏫'],
    ['x'.repeat(50), 'x'.repeat(40)],
    ...['😀', '🇫🇷', '👩‍👩‍👧', '👍🏽', 'é\u0323', 'क्षि', '각'.normalize('NFD') + '\u0323'].flatMap((last) => {
      const most = 'x'.repeat(40 - last.normalize('NFC').length);
      return [
        [most + last, most + last.normalize('NFC')],
        [`${most}x${last}x`, `${most}x`],
      ];
    }),
    [' \u2028 ', ''],
  ])('is one line of plain text: %j', (typed, name) => expect(nameText(typed)).toBe(name));

  it('is added, changed and removed without a change of the names before', () => {
    const ada = withName(none, '001', 'Ada');
    expect([...withName(ada, '001', 'Ada L.')]).toEqual([['001', 'Ada L.']]);
    expect(withName(ada, '001', ' ').size).toBe(0);
    expect([...ada]).toEqual([['001', 'Ada']]);
  });
});

describe('a list of names', () => {
  it.each([
    ['a name in each line', 'Ben Okafor\r\nAda Lovelace\r\n\r\nÉlise N’Diaye\r\n'],
    ['row numbers in a column', '1\tBen Okafor\n2\tAda Lovelace\n3\tÉlise N’Diaye'],
    ['row numbers in the text', '1. Ben Okafor\n2) Ada Lovelace\n(3) Élise N’Diaye'],
    ['bullets', '• Ben Okafor\n- Ada Lovelace\n– Élise N’Diaye'],
    ['a head', 'Name\nBen Okafor\nAda Lovelace\nÉlise N’Diaye'],
    ['a head of several columns', 'No.,Name,Class\n1,Ben Okafor,5B\n2,Ada Lovelace,5B\n3,Élise N’Diaye,5B'],
    ['last and first names', 'Okafor, Ben\nLovelace, Ada\nN’Diaye, Élise'],
    ['numbered last and first names', '1\tOkafor\tBen\n2\tLovelace\tAda\n3\tN’Diaye\tÉlise'],
    ['last and first names in one cell', '1\tOkafor, Ben\n2\tLovelace, Ada\n3\tN’Diaye, Élise'],
    ['a head that names first and last', 'First name;Last name\nBen;Okafor\nAda;Lovelace\nÉlise;N’Diaye'],
    ['a French head', 'NOM;Prénom;Né le\nOkafor;Ben;12/03/2017\nLovelace;Ada;01/05/2017\nN’Diaye;Élise;'],
    ['dates in a column', 'Ben Okafor\t12/03/2017\nAda Lovelace\t2017-05-01\nÉlise N’Diaye\t1.5.2017'],
    ['dates behind the name', 'Ben Okafor 12/03/2017\nAda Lovelace (2017-05-01)\nÉlise N’Diaye, 12 mars 2017'],
    ['quotation marks', '"Ben Okafor"\n"Ada Lovelace"\n"Élise N’Diaye"'],
  ])('is read with %s', (_, text) => {
    expect(names(text)).toEqual(['Ben Okafor', 'Ada Lovelace', 'Élise N’Diaye']);
  });

  it('keeps a number behind a name, and names that look like another language’s words', () => {
    expect(names('Sam 2\nNom Nguyen\nJean-Luc\nO’Brien')).toEqual(['Sam 2', 'Nom Nguyen', 'Jean-Luc', 'O’Brien']);
  });

  it.each(['', ' \n', '1\n2\n3', 'Name', '12/03/2017', 'Name,Date\n,2017'])('has no names: %j', (text) => {
    expect(names(text)).toEqual([]);
  });

  it('has the codes of the students in the CSV file of the page, with or without names', () => {
    const file =
      '\uFEFF"Élève";"Nom";"Dernière activité"\r\n"#013";"Ben Okafor";"Jamais"\r\n"#021";"";"2026-11-20"\r\n';
    expect(namesIn(file)).toEqual([{ name: 'Ben Okafor', code: '013' }]);
    expect(namesIn('"Student","Last active","May need help"\r\n"#013","Never","–"\r\n')).toEqual([]);
  });
});

describe('a list with the codes of the students', () => {
  const students = ['013', '021', '034', '105'];

  it.each([
    ['in the CSV file that a spreadsheet saved again', 'Student;Name\n#13;Ben\n#021;Ada\n#105;Zoé'],
    ['as numbers, which lost their zeros', '13\tBen\n21\tAda\n105\tZoé'],
    ['behind the names', 'Ben,013\nAda,21\nZoé,105'],
    ['in the second column, behind a number of the row', '1\t13\tBen\n2\t21\tAda\n3\t105\tZoé'],
  ])('finds the codes %s', (_, text) => {
    expect(namesIn(text, students).map(({ name, code }) => [name, code])).toEqual([
      ['Ben', '013'],
      ['Ada', '021'],
      ['Zoé', '105'],
    ]);
  });

  it('takes the numbers of rows for no codes, also where one of them looks like a code', () => {
    const rows = Array.from({ length: 15 }, (_, row) => `${row + 1}\tPupil ${'abcdefghijklmno'[row]}`).join('\n');
    expect(new Set(namesIn(rows, students).map(({ code }) => code))).toEqual(new Set([null]));
  });

  it('keeps the code of another class beside these codes, so that nobody here gets the name', () => {
    expect(namesIn('13\tBen\n21\tAda\n99\tZoé', students).at(-1)).toEqual({ name: 'Zoé', code: '099' });
  });
});

describe('a list that is added', () => {
  it('keeps the names below a list that is too short', () => {
    const sofia = new Map([['003', 'Sofia']]);
    const { names: next } = withList(sofia, codes, '001', [{ name: 'Ada', code: null }]);
    expect(Object.fromEntries(next)).toEqual({ '001': 'Ada', '003': 'Sofia' });
  });

  it('gives a name with a code to that student, and to nobody in another class', () => {
    const list = [
      { name: 'Sofia', code: '003' },
      { name: 'Hypatia', code: '099' },
    ];
    const { names: next, left } = withList(none, codes, '001', list);
    expect([[...next], left]).toEqual([[['003', 'Sofia']], ['Hypatia']]);
  });
});

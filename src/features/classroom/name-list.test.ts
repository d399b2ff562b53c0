import { describe, expect, it } from 'vitest';
import { nameText, withName } from './name-list.ts';

const none = new Map<string, string>();

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

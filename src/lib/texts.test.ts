import { describe, expect, it } from 'vitest';
import { escapeHtml } from './html.ts';
import { interpolate, readableAmount } from './texts.ts';
import { day, hour, minute, readableDate, readableDay, readableMoment } from './time.ts';

/** French groups and units use no-break spaces of two widths, depending on the browser. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('formatting an amount', () => {
  it.each([
    [999, 'usd', 'US$9.99', '9,99 $US'],
    [1200, 'eur', '€12', '12 €'],
    [1450, 'cad', 'CA$14.50', '14,50 $CA'],
    // Currencies without a smaller unit, with three digits of it, and where Stripe differs from ISO 4217.
    [1500, 'jpy', 'JP¥1,500', '1 500 JPY'],
    [5125, 'kwd', 'KWD 5.125', '5,125 KWD'],
    [500_000, 'isk', 'ISK 5,000', '5 000 ISK'],
    [500_000, 'ugx', 'UGX 5,000', '5 000 UGX'],
    [299_000, 'huf', 'HUF 2,990', '2 990 HUF'],
    [299_050, 'huf', 'HUF 2,990.50', '2 990,50 HUF'],
    [14_900_000, 'idr', 'IDR 149,000', '149 000 IDR'],
    [3_990_000, 'cop', 'COP 39,900', '39 900 $CO'],
    [5000, 'mga', 'MGA 5,000', '5 000 MGA'],
    [5000, 'xof', 'F CFA 5,000', '5 000 F CFA'],
  ])('formats %d %s as %s and %s', (amount, currency, english, french) => {
    expect(plain(readableAmount(amount, currency, 'en'))).toBe(english);
    expect(plain(readableAmount(amount, currency, 'fr'))).toBe(french);
  });
});

it('writes a day out', () => {
  expect(readableDate('2026-12-21T12:00:00.000Z', 'en')).toBe('December\u00a021,\u00a02026');
  expect(readableDate('2026-12-21T12:00:00.000Z', 'fr')).toBe('21\u00a0décembre\u00a02026');
  expect(readableDate('2026-12-01T12:00:00.000Z', 'fr')).toBe('1ᵉʳ\u00a0décembre\u00a02026');
  expect(readableDate('2026-12-01T12:00:00.000Z', 'en')).toBe('December\u00a01,\u00a02026');
});

it('writes a day that is the same for every reader, and the day of a moment in a time zone', () => {
  expect(plain(readableDay('2026-12-21', 'en'))).toBe('December 21, 2026');
  expect(plain(readableDate('2026-12-21T23:30:00Z', 'en', 'Asia/Tokyo'))).toBe('December 22, 2026');
});

it('writes a moment with its zone where the minute counts', () =>
  expect(plain(readableMoment('2026-12-21T12:05:00Z', 'en', 'America/Toronto'))).toBe(
    'December 21, 2026, 7:05 AM Eastern Time',
  ));

it('counts durations in milliseconds', () => expect([minute, hour, day]).toEqual([60_000, 3_600_000, 86_400_000]));

it('replaces what HTML would read as markup', () =>
  expect(escapeHtml(`<a href="x">'&'</a>`)).toBe('&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;'));

it('fills every placeholder of a sentence, and sends none with a gap', () => {
  expect(interpolate('{{a}} and {{b}}, {{a}}', { a: '$&', b: 0 })).toBe('$& and 0, $&');
  expect(() => interpolate('Until {{date}}', {})).toThrow('no value "date"');
});

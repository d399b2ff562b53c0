import { cleanup, render, screen } from '@testing-library/react';
import { encode } from 'uqr';
import { afterEach, expect, it } from 'vitest';
import { QrCode } from './qr-code.tsx';

afterEach(cleanup);

it('renders every dark square of the code and no other, within the quiet zone', () => {
  const text = 'https://portal.example/confirmation?lang=fr';
  render(<QrCode text={text} label="Code" />);
  const path = screen.getByRole('img', { name: 'Code' }).querySelector('path')?.getAttribute('d') ?? '';
  const { size, data } = encode(text, { border: 4, ecc: 'M' });
  const drawn = data.map((row) => row.map(() => false));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(width));
  }
  expect(drawn).toEqual(data);
  expect(data.slice(0, 4).flat().includes(true)).toBe(false);
  expect(screen.getByRole('img').getAttribute('viewBox')).toBe(`0 0 ${size} ${size}`);
});

import { describe, expect, it } from 'vitest';
import { fileText } from './files.ts';

const utf16 = (text: string, order: 'little' | 'big'): ArrayBuffer => {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), order === 'little');
  return view.buffer;
};

describe('the text of a file', () => {
  it.each<[string, BlobPart]>([
    ['UTF-8', 'Zoé;a'],
    ['UTF-8 with a byte order mark', '\uFEFFZoé;a'],
    ['UTF-16', utf16('\uFEFFZoé;a', 'little')],
    ['UTF-16 of the other order', utf16('\uFEFFZoé;a', 'big')],
    ['Windows’ own encoding', new Uint8Array([0x5a, 0x6f, 0xe9, 0x3b, 0x61])],
  ])('is read in %s', async (_, part) => {
    expect(await fileText(new Blob([part]))).toBe('Zoé;a');
  });

  it.each<[string, Pick<Blob, 'arrayBuffer'>]>([
    ['a picture', new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d])])],
    ['a workbook', new Blob(['PK\u0003\u0004\u0014'])],
    ['a file that was removed', { arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotFoundError')) }],
  ])('is null for %s', async (_, file) => {
    expect(await fileText(file)).toBeNull();
  });
});

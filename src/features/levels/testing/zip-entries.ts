export type ZipEntry = { name: string; bytes: Uint8Array };

const end = 0x06054b50;
const central = 0x02014b50;
const local = 0x04034b50;

/**
 * Reads a `.zip` of stored entries according to PKWARE's APPNOTE, with the names in both places. Throws for anything
 * else.
 */
export const zipEntries = async (zip: Blob): Promise<ZipEntry[]> => {
  const view = new DataView(await zip.arrayBuffer());
  const textAt = (at: number, length: number) =>
    new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(view.buffer, at, length));
  const expectSign = (at: number, sign: number) => {
    if (view.getUint32(at, true) !== sign) throw new Error(`no ${sign.toString(16)} at ${at}`);
  };
  const tail = view.byteLength - 22;
  expectSign(tail, end);
  let at = view.getUint32(tail + 16, true);
  return Array.from({ length: view.getUint16(tail + 10, true) }, () => {
    expectSign(at, central);
    if (view.getUint16(at + 10, true) !== 0) throw new Error('a compressed entry');
    const size = view.getUint32(at + 20, true);
    const nameLength = view.getUint16(at + 28, true);
    const name = textAt(at + 46, nameLength);
    const start = view.getUint32(at + 42, true);
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    expectSign(start, local);
    if (textAt(start + 30, view.getUint16(start + 26, true)) !== name) throw new Error('two names for one entry');
    const body = start + 30 + nameLength + view.getUint16(start + 28, true);
    return { name, bytes: new Uint8Array(view.buffer, body, size) };
  });
};

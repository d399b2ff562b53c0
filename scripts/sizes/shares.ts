import { brotliCompressSync } from 'node:zlib';
import type { SourceMap } from 'node:module';

/** A file as a browser takes it, and whose text it is: one part's, or each letter as its map says. */
export type BuiltFile = { text: string; parts: string | SourceMap };

/** `bytes` as minified, `compressed` as a share of its file's brotli. */
export type Share = { part: string; bytes: number; compressed: number };

const brotli = (text: string): number => brotliCompressSync(text).length;

const packageOf = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;
const room = /\/((?:src\/(?:features|services)\/[^/]+|src\/[^/]+|elements\/[^/]+|locales)(?=\/))/;

/** Returns the package or the layer of a module. */
export const partOf = (source: string | undefined): string => {
  // A style sheet is one string, and strings have no place in a map.
  if (source === undefined || source === '') return 'style sheets, and what joins modules';
  return packageOf.exec(source)?.[1] ?? room.exec(source)?.[1] ?? 'elements';
};

const textsOf = ({ text, parts }: BuiltFile): Map<string, string> => {
  if (typeof parts === 'string') return new Map([[parts, text]]);
  const texts = new Map<string, string>();
  for (const [line, content] of text.split('\n').entries()) {
    for (const [column, letter] of content.split('').entries()) {
      const entry = parts.findEntry(line, column);
      const part = partOf('originalSource' in entry ? entry.originalSource : undefined);
      texts.set(part, (texts.get(part) ?? '') + letter);
    }
  }
  return texts;
};

/**
 * The parts of all files together, the largest first. Alone a part compresses worse than beside its neighbours, so what
 * the parts of a file need alone is scaled to what the file needs.
 */
export const sharesOf = (files: readonly BuiltFile[]): Share[] => {
  const shares = new Map<string, Share>();
  for (const file of files) {
    const alone = [...textsOf(file)].map(([part, text]) => ({
      part,
      bytes: Buffer.byteLength(text),
      size: brotli(text),
    }));
    const scale = brotli(file.text) / alone.reduce((sum, { size }) => sum + size, 0);
    for (const { part, bytes, size } of alone) {
      const share = shares.get(part) ?? { part, bytes: 0, compressed: 0 };
      shares.set(part, { part, bytes: share.bytes + bytes, compressed: share.compressed + size * scale });
    }
  }
  return [...shares.values()].toSorted((a, b) => b.compressed - a.compressed);
};

const kilobytes = (bytes: number): string => (bytes / 1024).toFixed(1);

/** As Markdown. */
export const tableOf = (shares: readonly Share[]): string => {
  const total = shares.reduce(
    (sum, { bytes, compressed }) => ({ bytes: sum.bytes + bytes, compressed: sum.compressed + compressed }),
    { bytes: 0, compressed: 0 },
  );
  const line = ({ part, bytes, compressed }: Share): string =>
    `| ${part} | ${kilobytes(bytes)} | ${kilobytes(compressed)} | ${((compressed / total.compressed) * 100).toFixed(0)} % |`;
  return [
    '| | minified KB | brotli KB | share |',
    '|---|---:|---:|---:|',
    ...shares.map(line),
    line({ part: '**all**', ...total }),
  ].join('\n');
};

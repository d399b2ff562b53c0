import { brotliCompressSync } from 'node:zlib';
import type { SourceMap } from 'node:module';

/** A file as a browser receives it. Its text belongs to one part, or to several parts according to its source map. */
export type BuiltFile = { text: string; parts: string | SourceMap };

/** `bytes` is the minified size, `compressed` the share of the file's brotli size. */
export type Share = { part: string; bytes: number; compressed: number };

const brotli = (text: string): number => brotliCompressSync(text).length;

const packageOf = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;
const layerPath = /\/((?:src\/(?:features|services)\/[^/]+|src\/[^/]+|elements\/[^/]+|locales)(?=\/))/;

/** Returns the package or the layer of a module. */
export const partOf = (source: string | undefined): string => {
  // A style sheet is a string, and strings have no entry in a source map.
  if (source === undefined || source === '') return 'style sheets, and what joins modules';
  return packageOf.exec(source)?.[1] ?? layerPath.exec(source)?.[1] ?? 'elements';
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
 * Returns the parts of all files together, the largest first. A part compresses worse alone than together with other
 * parts, so the separately compressed sizes are scaled to the size of the file.
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

/** Returns the parts as a Markdown table. */
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

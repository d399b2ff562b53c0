import { encode } from 'uqr';

export type QrCodeProps = { text: string; label: string };

/** The quiet zone that ISO 18004 asks for, in modules. */
const border = 4;

/** One path for all dark modules, each run of a row a rectangle. */
const pathOf = (rows: readonly (readonly boolean[])[]): string =>
  rows
    .flatMap((row, y) =>
      [
        ...row
          .map((dark) => (dark ? '#' : ' '))
          .join('')
          .matchAll(/#+/g),
      ].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
    )
    .join('');

/** Dark on light whatever the scheme: cameras read nothing else. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, data } = encode(text, { border, ecc: 'M' });
  return (
    <svg
      className="maths-code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={pathOf(data)} />
    </svg>
  );
}

import { encode } from 'uqr';

export type QrCodeProps = { text: string; label: string };

/** The quiet zone that ISO 18004 requires, in modules. */
const border = 4;

/** Returns one path for all dark modules, with a rectangle for each run of a row. */
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

/** Dark on light in every colour scheme, because cameras read nothing else. */
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

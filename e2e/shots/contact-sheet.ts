import { escapeHtml } from '../../src/lib/escape-html.ts';
import type { Look, View } from './views.ts';

/** Returns a file name without extension, and without characters that are special in file names or URLs. */
const stem = ({ name, language }: View, look: Look): string =>
  [name, language, look.name].map((part) => part.replaceAll(/[^a-z]+/gi, '-')).join('.');

export const pictureName = (view: View, look: Look, width: number): string => `${stem(view, look)}.${width}.png`;

/** Paper has pages, so that each printed view is a PDF too. */
export const printName = (view: View, look: Look): string => `${stem(view, look)}.pdf`;

const row = (view: View, look: Look): string => {
  const pictures = look.widths.map((width) => {
    const file = pictureName(view, look, width);
    return `<td><a href="${file}"><img src="${file}" alt="${width} px" loading="lazy"></a></td>`;
  });
  const printed = look.name === 'print' ? `<br><a href="${printName(view, look)}">PDF</a>` : '';
  const head = `<th>${escapeHtml(view.name)}<br>${view.language}, ${look.name}${printed}</th>`;
  return `<tr>${head}${pictures.join('')}</tr>`;
};

/** One page with all pictures: a row for each view and look, and a column for each width. */
export const contactSheet = (views: readonly View[]): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Shots</title>
<style>
body { font: 14px sans-serif; margin: 16px }
th { position: sticky; left: 0; background: #fff; text-align: left; padding: 4px 8px; vertical-align: top }
td { vertical-align: top; padding: 4px }
img { width: 15vw; max-height: 60vh; object-fit: cover; object-position: top; border: 1px solid #ccc }
</style>
<table><tbody>
${views.flatMap((view) => view.looks.map((look) => row(view, look))).join('\n')}
</tbody></table></html>
`;

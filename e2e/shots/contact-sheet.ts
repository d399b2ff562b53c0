import { languages } from '../../src/contracts/language.ts';

export const widths = [375, 768, 1440, 1920, 2560] as const;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Returns the file name of a picture, without characters that are special in file names or URLs. */
export const fileName = (scene: string, language: string, width: number): string =>
  `${scene.replaceAll(/[^a-z]+/gi, '-')}.${language}.${width}.png`;

const row = (scene: string): string => {
  const pictures = languages.flatMap((language) =>
    widths.map((width) => {
      const file = fileName(scene, language, width);
      return `<td><a href="${file}"><img src="${file}" alt="${language} ${width}" loading="lazy"></a></td>`;
    }),
  );
  return `<tr><th>${escaped(scene)}</th>${pictures.join('')}</tr>`;
};

/** One page with all pictures: a row a scene, a column a language and width. */
export const contactSheet = (scenes: readonly string[]): string => {
  const heads = languages.flatMap((language) => widths.map((width) => `<th>${language} ${width}</th>`));
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Shots</title>
<style>
body { font: 14px sans-serif; margin: 16px }
th { position: sticky; left: 0; top: 0; background: #fff; text-align: left; padding: 4px 8px; vertical-align: top }
td { vertical-align: top; padding: 4px }
img { width: 15vw; max-height: 60vh; object-fit: cover; object-position: top; border: 1px solid #ccc }
</style>
<table><thead><tr><th></th>${heads.join('')}</tr></thead><tbody>
${scenes.map(row).join('\n')}
</tbody></table></html>
`;
};

import { addElement, findInside, whenComplete, isTrue, loadLoader } from './partner.ts';

type Rgb = readonly [number, number, number];

const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });

/** Converts any CSS colour to sRGB, as the browser paints it. */
const paint = (color: string): Rgb => {
  if (canvas === null) throw new Error('The browser has no canvas');
  canvas.fillStyle = color;
  canvas.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
};

/** The relative luminance of WCAG 2.2. */
const luminance = (color: Rgb): number => {
  const [red = 0, green = 0, blue = 0] = color
    .map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [luminance(paint(one)), luminance(paint(other))].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};

/** Returns the computed style of a node after its transitions. */
const styleOf = (node: Element): CSSStyleDeclaration => {
  for (const animation of node.getAnimations()) animation.finish();
  return getComputedStyle(node);
};

/** Returns the contrast of the hydrated button's hover colour, which it reads, because no script can hover. */
const contrastUnderPointer = async (element: HTMLElementTagNameMap['maths-sign-in']): Promise<number> => {
  await whenComplete(element);
  const button = await findInside(element, '[type=submit]');
  const probe = document.createElement('i');
  probe.style.color = 'var(--_button-hover)';
  button.append(probe);
  const found = contrast(styleOf(button).color, styleOf(probe).color);
  probe.remove();
  return found;
};

it('gives fields and buttons the corners that a page sets', async () => {
  await loadLoader();
  const element = addElement('maths-sign-in', { origin: 'demo' });
  element.style.setProperty('--maths-radius', '4px');
  await whenComplete(element);
  for (const control of ['[name=email]', '[type=submit]']) {
    const { borderRadius } = styleOf(await findInside(element, control));
    isTrue(borderRadius === '4px', `${control}: ${borderRadius}`);
  }
});

/** Returns the contrasts of the form with this accent, each with the least that WCAG 2.2 AA asks for. */
const contrastsOf = async (element: HTMLElement): Promise<[what: string, found: number, least: number][]> => {
  const button = await findInside(element, '[type=submit]');
  const link = await findInside(element, '.maths-link');
  const field = await findInside(element, '[name=email]');
  const paper = styleOf(await findInside(element, '.maths-card')).backgroundColor;
  const face = styleOf(button);
  const contrasts: [string, number, number][] = [
    ['the text of the button', contrast(face.color, face.backgroundColor), 4.5],
    ['the border of the button', contrast(face.borderTopColor, paper), 3],
    ['a link', contrast(styleOf(link).color, paper), 4.5],
  ];
  field.focus();
  contrasts.push(['the border of the focused field', contrast(styleOf(field).borderTopColor, paper), 3]);
  link.focus();
  contrasts.push(['the focus ring', contrast(styleOf(link).outlineColor, paper), 3]);
  return contrasts;
};

const accents = {
  white: '#ffffff',
  light: '#cfe8ff',
  yellow: '#ffd400',
  lime: '#00ff00',
  'mid-grey': '#777777',
  red: '#ff0000',
  green: '#0b7a3e',
  blue: '#0000ff',
  navy: '#000080',
  black: '#000000',
};

/**
 * Gives the form the colours of a browser without relative colours. This browser supports them, so it ignores the rule.
 */
const applyFallback = async (element: HTMLElement): Promise<void> => {
  const form = await findInside(element, '.maths');
  const { adoptedStyleSheets = [], styleSheets = [] } = element.shadowRoot ?? {};
  const rules = [...adoptedStyleSheets, ...styleSheets]
    .flatMap(({ cssRules }) => [...cssRules])
    .filter((rule) => rule instanceof CSSSupportsRule)
    .flatMap(({ cssRules }) => [...cssRules])
    .filter((rule) => rule instanceof CSSStyleRule);
  isTrue(rules.length > 0, 'a rule for browsers without relative colours');
  for (const { style } of rules) form.style.cssText += style.cssText;
};

describe("a partner's accent colour", () => {
  for (const theme of ['light', 'dark']) {
    for (const [name, accent] of Object.entries({ 'no own': '', ...accents })) {
      it(`derives colours with enough contrast from a partner’s accent: ${name} accent, ${theme}`, async () => {
        const element = addElement('maths-sign-in', { origin: 'demo', theme });
        element.style.setProperty('--maths-button', accent);
        await loadLoader();
        // The first paint already has the colours. The tests of prerendered forms compare it with the hydrated form.
        for (const [what, found, least] of await contrastsOf(element)) {
          isTrue(found >= least, `${what} has a contrast of ${found.toFixed(2)}, not of ${least}`);
        }
        const found = await contrastUnderPointer(element);
        isTrue(found >= 4.5, `the text of the button under the pointer has a contrast of ${found.toFixed(2)}`);
      });
    }
  }

  for (const theme of ['light', 'dark']) {
    it(`gives our own accent enough contrast in a browser without relative colours: ${theme}`, async () => {
      const element = addElement('maths-sign-in', { origin: 'demo', theme });
      await loadLoader();
      await applyFallback(element);
      const button = await findInside(element, '[type=submit]');
      isTrue(String(paint(styleOf(button).color)) === '255,255,255', 'the text of the button is white');
      for (const [what, found, least] of await contrastsOf(element)) {
        isTrue(found >= least, `${what} has a contrast of ${found.toFixed(2)}, not of ${least}`);
      }
    });
  }

  it('uses a partner’s accent for links and borders where it has enough contrast', async () => {
    const element = addElement('maths-sign-in', { origin: 'demo', theme: 'light' });
    element.style.setProperty('--maths-button', '#0b7a3e');
    await loadLoader();
    const accent = String(paint('#0b7a3e'));
    const link = String(paint(styleOf(await findInside(element, '.maths-link')).color));
    isTrue(link === accent, `the link is ${link}, not ${accent}`);
  });
});

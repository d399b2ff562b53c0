import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { RichText } from './rich-text.tsx';

const render = (text: string) =>
  renderToStaticMarkup(
    <RichText text={text} marks={{ terms: (words) => <a href="/t">{words}</a>, privacy: (words) => <b>{words}</b> }} />,
  );

describe('RichText', () => {
  it('renders each marked part at its position in the sentence', () => {
    expect(render('I take <terms>the terms</terms> and <privacy>the rest</privacy>.')).toBe(
      'I take <a href="/t">the terms</a> and <b>the rest</b>.',
    );
    expect(render('<privacy>A</privacy><terms>B</terms>')).toBe('<b>A</b><a href="/t">B</a>');
  });

  it('keeps the text of an unknown mark, and renders no other markup', () => {
    expect(render('Plain <other>words</other> & <img src=x>')).toBe('Plain words &amp; &lt;img src=x&gt;');
  });
});

import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { RichText } from './rich-text.tsx';

const render = (text: string) =>
  renderToStaticMarkup(
    <RichText text={text} marks={{ terms: (words) => <a href="/t">{words}</a>, privacy: (words) => <b>{words}</b> }} />,
  );

describe('RichText', () => {
  it('puts each marked piece where the sentence has it', () => {
    expect(render('I take <terms>the terms</terms> and <privacy>the rest</privacy>.')).toBe(
      'I take <a href="/t">the terms</a> and <b>the rest</b>.',
    );
    expect(render('<privacy>A</privacy><terms>B</terms>')).toBe('<b>A</b><a href="/t">B</a>');
  });

  it('leaves the words of an unknown mark, and lets no markup through', () => {
    expect(render('Plain <other>words</other> & <img src=x>')).toBe('Plain words &amp; &lt;img src=x&gt;');
  });
});

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it } from 'vitest';
import { NumberField } from './field.tsx';
import { RichText } from './message.tsx';

afterEach(cleanup);

it('removes the focus when the page is scrolled over it, which would change the number unnoticed', () => {
  render(<NumberField label="Students" name="numStudents" min={1} max={35} />);
  const field = screen.getByRole<HTMLInputElement>('spinbutton');
  field.focus();
  expect(document.activeElement).toBe(field);
  fireEvent.wheel(field);
  expect(document.activeElement).not.toBe(field);
});

const markup = (text: string) =>
  renderToStaticMarkup(
    <RichText text={text} marks={{ terms: (words) => <a href="/t">{words}</a>, privacy: (words) => <b>{words}</b> }} />,
  );

it('renders each marked part at its position in the sentence', () => {
  expect(markup('I take <terms>the terms</terms> and <privacy>the rest</privacy>.')).toBe(
    'I take <a href="/t">the terms</a> and <b>the rest</b>.',
  );
  expect(markup('<privacy>A</privacy><terms>B</terms>')).toBe('<b>A</b><a href="/t">B</a>');
});

it('keeps the text of an unknown mark, and renders no other markup', () => {
  expect(markup('Plain <other>words</other> & <img src=x>')).toBe('Plain words &amp; &lt;img src=x&gt;');
});

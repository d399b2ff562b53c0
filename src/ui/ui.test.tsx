import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { NumberField } from './field.tsx';
import { isCommonPassword } from './password-field.tsx';
import { RichText } from './rich-text.tsx';

afterEach(cleanup);

it('removes the focus when the page is scrolled over it, which would change the number unnoticed', () => {
  render(<NumberField label="Students" name="numStudents" min={1} max={35} />);
  const field = screen.getByRole<HTMLInputElement>('spinbutton');
  field.focus();
  expect(document.activeElement).toBe(field);
  fireEvent.wheel(field);
  expect(document.activeElement).not.toBe(field);
});

describe('isCommonPassword', () => {
  it.each([
    'password1',
    'P@ssw0rd!',
    'motdepasse',
    '12345678',
    '1234567890',
    'azertyuiop',
    'qwerty123',
    'aaaaaaaa',
    'abc1234',
  ])('recognises %s as a common password', (password) => expect(isCommonPassword(password)).toBe(true));

  it.each(['', 'correct horse battery', 'my password is long', '🦊🦉🐢🐙', 'a12345678z'])(
    'accepts %j as an uncommon password',
    (password) => expect(isCommonPassword(password)).toBe(false),
  );
});

const markup = (text: string) =>
  renderToStaticMarkup(
    <RichText text={text} marks={{ terms: (words) => <a href="/t">{words}</a>, privacy: (words) => <b>{words}</b> }} />,
  );

describe('RichText', () => {
  it('renders each marked part at its position in the sentence', () => {
    expect(markup('I take <terms>the terms</terms> and <privacy>the rest</privacy>.')).toBe(
      'I take <a href="/t">the terms</a> and <b>the rest</b>.',
    );
    expect(markup('<privacy>A</privacy><terms>B</terms>')).toBe('<b>A</b><a href="/t">B</a>');
  });

  it('keeps the text of an unknown mark, and renders no other markup', () => {
    expect(markup('Plain <other>words</other> & <img src=x>')).toBe('Plain words &amp; &lt;img src=x&gt;');
  });
});

import { describe, expect, it } from 'vitest';
import { findLiteralText } from './check-literal-text.mjs';

const textIn = (jsx: string): string[] => findLiteralText('page.tsx', `const page = ${jsx};`).map(({ text }) => text);

describe('user-facing text in JSX', () => {
  it.each([
    ['as text', '<p>Sign in</p>', ['Sign in']],
    ['in a fragment', '<>Sign in</>', ['Sign in']],
    ['as a string', "<p>{'Sign in'}</p>", ['Sign in']],
    ['in either branch', "<p>{busy ? 'Wait' : 'Go'}</p>", ['Wait', 'Go']],
    ['behind a condition', "<p>{busy && 'Wait'}</p>", ['Wait']],
    ['as what is there instead', "<p>{name ?? 'nobody'}</p>", ['nobody']],
    ['around a value', '<p>{`Hello ${name}`}</p>', ['Hello']],
    ['put together', "<p>{'Hello ' + name}</p>", ['Hello']],
    ['in an attribute that is read out', '<img alt="A hat" />', ['A hat']],
    ['in a branch of such an attribute', "<button aria-label={shown ? 'Hide' : t('show')} />", ['Hide']],
    ['in an element inside another one’s attribute', '<A icon={<b>Hat</b>} />', ['Hat']],
    ['in a list', '<ul>{names.map((name) => <li>Dear {name}</li>)}</ul>', ['Dear']],
    ['in French', '<p>Été</p>', ['Été']],
  ])('finds user-facing text in JSX: %s', (_where, jsx, texts) => {
    expect(textIn(jsx)).toEqual(texts);
  });

  it.each([
    ['a key', "<p>{t('heading')}</p>"],
    ['a comparison', "<p>{step === 'done' ? t('done') : null}</p>"],
    ['an attribute that nobody reads', '<p className="intro" role="status" />'],
    ['punctuation', '<p>{t("a")}: {`${a}, ${b}`}</p>'],
    ['an empty alternative text', '<img alt="" />'],
  ])('finds nothing in %s', (_what, jsx) => {
    expect(textIn(jsx)).toEqual([]);
  });
});

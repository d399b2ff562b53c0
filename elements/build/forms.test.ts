import { describe, expect, it } from 'vitest';
import { plain, widgetsOf } from './forms.ts';

const forms = {
  version: 'v',
  css: '.maths-lead{margin:0}.maths-box{margin:1px}.maths-message{margin:2px}',
  forms: {
    'maths-sign-in widget en': '<p class="maths-lead">L&#x27;un &amp; l&#x27;autre</p>',
    'maths-sign-in first-party en': '<p class="maths-box">b</p>',
    'maths-sign-in widget fr': '<p class="maths-box">c</p>',
    'maths-teacher-sign-up widget en': '<p>d</p>',
    'maths-teacher-sign-up widget en update': '<p>e</p>',
  },
  loadErrors: { en: '<p class="maths-message">f</p>', fr: '<p>g</p>' },
};

describe('the prerendered forms of a loader', () => {
  it('puts the widgets of its tags into a loader, in its language, with their styles and those of the load error', () => {
    expect(widgetsOf(forms, ['maths-sign-in'], 'en')).toEqual({
      css: '.maths-lead{margin:0}.maths-message{margin:2px}',
      forms: { 'maths-sign-in widget en': `<p class="maths-lead">L'un & l'autre</p>` },
    });
  });

  it('puts both forms of a teacher into a loader', () => {
    expect(Object.keys(widgetsOf(forms, ['maths-teacher-sign-up'], 'en').forms)).toHaveLength(2);
  });

  it('rejects a text that could be parsed as markup', () => {
    expect(() => plain('<p>a &lt;b&gt;</p>')).toThrow('&lt;');
    expect(() => plain('<p>a&nbsp;b</p>')).toThrow('&nbsp;');
  });

  it('rejects the comment between two texts of a component', () => {
    expect(() => plain('<p>a<!-- --> b</p>')).toThrow('comment');
  });
});

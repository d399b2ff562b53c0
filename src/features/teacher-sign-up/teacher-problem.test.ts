import { describe, expect, it } from 'vitest';
import { languages } from '../../contracts/language.ts';
import { loadTranslations } from '../../i18n/load-translations.ts';
import { suggestedForms, teacherProblems, teacherSentence } from './view.tsx';

const english = await loadTranslations('teacher-sign-up', 'en');

describe.each(languages)('the catalogue of a teacher, in %s', async (language) => {
  const t = await loadTranslations('teacher-sign-up', language);

  it.each(teacherProblems)('shows a teacher a separate message for %s', (code) => {
    const sentence = teacherSentence(t, { code }, false);
    const others = [...teacherProblems, 'GENERIC_ERROR' as const].filter((other) => other !== code);
    expect(others.map((other) => teacherSentence(t, { code: other }, false))).not.toContain(sentence);
  });

  it('uses the generic message for an empty, an unknown and a missing code', () => {
    const generic = t('errors.GENERIC_ERROR');
    for (const code of ['GENERIC_ERROR', 'LINK_EXPIRED', 'STUDENT_DOES_NOT_EXIST'] as const) {
      expect(teacherSentence(t, { code }, false)).toBe(generic);
    }
  });

  it('changes only the message of a taken email on a partner’s page', () => {
    for (const code of teacherProblems) {
      const differs = teacherSentence(t, { code }, true) !== teacherSentence(t, { code }, false);
      expect(differs, code).toBe(code === 'TEACHER_ALREADY_EXISTS');
    }
  });
});

describe('the messages for a teacher', () => {
  it('shows the messages of the specification', () => {
    const sentence = (code: (typeof teacherProblems)[number]) => teacherSentence(english, { code }, false);
    expect(sentence('INVALID_PAYLOAD')).toBe('Please verify that your email and number of students are valid.');
    expect(sentence('TEACHER_ALREADY_EXISTS')).toBe(
      'This email is taken. If it’s yours, use the Update Classroom form.',
    );
    expect(sentence('GENERIC_ERROR')).toBe('Our servers encountered an error.');
  });

  it('mentions the time to wait', () => {
    expect(teacherSentence(english, { code: 'TOO_MANY_REQUESTS', retryAfter: 120 }, true)).toContain('2 minutes');
  });

  it('suggests the form that a message names', () => {
    expect(suggestedForms({ code: 'TEACHER_ALREADY_EXISTS' }, false)).toEqual(['update', 'link']);
    expect(suggestedForms({ code: 'TEACHER_ALREADY_EXISTS' }, true)).toEqual([]);
    expect(suggestedForms({ code: 'INVALID_CLASSROOM' }, true)).toEqual(['create']);
    expect(suggestedForms({ code: 'TIMEOUT' }, false)).toEqual([]);
  });
});

/**
 * What others vouch for; the words are `home.proof` in `locales/<lang>/site.json`. A `sample` was given by nobody: it holds the
 * place, the page says so, and it is to be replaced by what somebody gave.
 */
export const awards = [
  { name: 'bestMathsGame', icon: 'star', sample: true },
  { name: 'parentsChoice', icon: 'heart', sample: true },
] as const;

export const childSafetySeal = { sample: true } as const;

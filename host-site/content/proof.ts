/**
 * Awards and seals. Their texts are `home.proof` in `locales/<lang>/site.json`. A `sample` is an invented
 * placeholder. The page marks it as a sample, and it must be replaced by a real one.
 */
export const awards = [
  { name: 'bestMathsGame', icon: 'star', sample: true },
  { name: 'parentsChoice', icon: 'heart', sample: true },
] as const;

export const childSafetySeal = { sample: true } as const;

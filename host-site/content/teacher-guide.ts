/** The steps of a first lesson; their words are `guide.<name>` in `locales/<lang>/site.json`. */
export const guideSteps = ['prepare', 'show', 'enter', 'play', 'compare', 'look'] as const;

/** The steps of a first lesson. Their texts are `guide.<name>` in `locales/<lang>/site.json`. */
export const guideSteps = ['prepare', 'show', 'enter', 'play', 'compare', 'look'] as const;

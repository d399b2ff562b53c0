import { routes } from '../../src/contracts/routes.ts';

/** The pages that a browser may prepare: they are the same for everyone, send nothing, and contain no secret. */
const prepared = ['home', 'signIn', 'signUp', 'teacherSignUp', 'terms', 'privacy'] as const;

/**
 * Lets the browser load the next page when the visitor points at its link. The page is prerendered: it counts no view
 * and changes nothing before the visitor sees it (`whenShown` in script/page-events.ts).
 */
export const speculationRules = JSON.stringify({
  prerender: [
    {
      where: { or: prepared.map((name) => ({ href_matches: `${routes[name].path}\\?*` })) },
      eagerness: 'moderate',
    },
  ],
});

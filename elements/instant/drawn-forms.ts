/**
 * Forms of one language: markup by key, the look of all, the message for when the rest does not come, and the files that
 * each tag will ask for.
 */
export type DrawnForms = {
  css: string;
  forms: Readonly<Record<string, string>>;
  trouble: string;
  files: Readonly<Record<string, readonly string[]>>;
};

declare global {
  // Both are put into the loader by the build (elements/forms-vite-plugin.ts): its own forms, and where the others are.
  const __FORMS__: DrawnForms;
  const __OTHER_FORMS__: Readonly<Record<string, string>>;
}

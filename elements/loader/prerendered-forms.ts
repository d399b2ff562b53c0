/** The prerendered forms of one language. */
export type PrerenderedForms = {
  /** The styles of all forms. */
  css: string;
  /** Markup by form key (see form-key.ts). */
  forms: Readonly<Record<string, string>>;
  /** Markup of the message for a file that could not be loaded. */
  loadError: string;
  /**
   * The files that each tag loads: its controller, which submits the form, and its view. Paths are relative to the
   * loader.
   */
  files: Readonly<Record<string, { controller: readonly string[]; view: readonly string[] }>>;
};

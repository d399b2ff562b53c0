import { HtmlValidate, type RuleConfig } from 'html-validate';
import type { Page } from 'playwright-core';

/** The rules of the HTML standard and of good markup, without rules about style. */
const rules: RuleConfig = {
  'attr-case': 'off',
  'attribute-boolean-style': 'off',
  'attribute-empty-style': 'off',
  'doctype-style': 'off',
  'void-style': 'off',
  'no-trailing-whitespace': 'off',
  'long-title': 'off',
  // Ids of React begin with an underscore.
  'valid-id': ['error', { relaxed: true }],
  // A fieldset that only disables its content names no group.
  'wcag/h71': 'off',
  // html-validate 11.18 does not allow `autocapitalize` on every element.
  'input-attributes': 'off',
};
const validator = new HtmlValidate({ extends: ['html-validate:recommended'], rules });

/** Returns the errors of a document, or of a part of one. */
export const markupFaults = async (html: string): Promise<string[]> => {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
};

/** Returns the document and the content of each shadow root as text. Runs in the page. */
const partsOf = (): string[] => {
  const roots: ShadowRoot[] = [];
  const search = (within: ParentNode): void => {
    for (const { shadowRoot } of within.querySelectorAll('*')) {
      if (shadowRoot === null) continue;
      roots.push(shadowRoot);
      search(shadowRoot);
    }
  };
  search(document);
  return [`<!DOCTYPE html>${document.documentElement.outerHTML}`, ...roots.map(({ innerHTML }) => innerHTML)];
};

/** Returns the markup errors of the current page and of its tags. Ids are unique per root, so each root is checked alone. */
export const standingFaults = async (page: Page): Promise<string[]> =>
  (await Promise.all((await page.evaluate(partsOf)).map(markupFaults))).flat();

import { variableText, type Variables, variables } from './variables.ts';

/** The product's name and addresses (decisions.md#1-identity). Messages interpolate `{{product}}` and never name it. */
export type Brand = {
  name: string;
  slug: string;
  domain: string;
  supportEmail: string;
};

export const createBrand = (source: Variables): Brand => {
  const slug = variableText(source, 'VITE_BRAND_SLUG') ?? 'numeria';
  // `.example` is reserved, so no third party can register a default domain and be trusted because of it.
  const domain = (variableText(source, 'VITE_BRAND_DOMAIN') ?? `${slug}.example`).toLowerCase();
  return {
    name: variableText(source, 'VITE_BRAND_NAME') ?? 'Numeria',
    slug,
    domain,
    supportEmail: variableText(source, 'VITE_BRAND_SUPPORT_EMAIL') ?? `support@${domain}`,
  };
};

/** In a bundle: the brand that the build created (`vite-plugins.ts`). */
export const brand: Brand = typeof __BRAND__ === 'undefined' ? createBrand(variables) : __BRAND__;

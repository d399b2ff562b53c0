import { textOf, type Variables, variables } from './variables.ts';

/** Who the product is (decisions section 1). Texts interpolate `{{product}}` and never contain the name. */
export type Brand = {
  name: string;
  slug: string;
  domain: string;
  supportEmail: string;
  termsUrl: string;
  privacyUrl: string;
};

export const createBrand = (source: Variables): Brand => {
  const slug = textOf(source, 'VITE_BRAND_SLUG') ?? 'numeria';
  // `.example` is reserved: nobody can register a default of ours and be trusted by it.
  const domain = (textOf(source, 'VITE_BRAND_DOMAIN') ?? `${slug}.example`).toLowerCase();
  return {
    name: textOf(source, 'VITE_BRAND_NAME') ?? 'Numeria',
    slug,
    domain,
    supportEmail: textOf(source, 'VITE_BRAND_SUPPORT_EMAIL') ?? `support@${domain}`,
    termsUrl: textOf(source, 'VITE_TERMS_URL') ?? `https://${domain}/terms`,
    privacyUrl: textOf(source, 'VITE_PRIVACY_URL') ?? `https://${domain}/privacy`,
  };
};

export const brand = createBrand(variables);

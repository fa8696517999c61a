import type { Locale } from '@feira/schemas/common';
import type { CheckoutBoot } from '../boot.ts';
import { pictureUrl } from '../components/picture.ts';
import { escapeHtml } from './html.ts';

const LONGEST = 200;

/** Cuts at the end of a word. */
export const shorten = (text: string): string =>
  text.length > LONGEST ? `${text.slice(0, LONGEST).replace(/\s+\S*$/, '')}…` : text;

interface Link {
  type: 'product' | 'website';
  url: string;
  site: string;
  title: string;
  description: string;
  picture: string | undefined;
  locale: Locale;
}

/** Returns the title, the words and the picture that messengers and networks show with a link to a page. */
export function linkTags({ type, url, site, title, description, picture, locale }: Link): string {
  // A network loads addresses on the internet only.
  const image = picture && URL.canParse(picture, url) ? new URL(picture, url).href : undefined;
  const tags: Record<string, string | undefined> = {
    'og:type': type,
    'og:url': url,
    'og:site_name': site,
    'og:title': title,
    'og:description': description,
    'og:locale': locale === 'en' ? 'en_US' : 'pt_BR',
    'og:image': image?.startsWith('https:') || image?.startsWith('http:') ? image : undefined,
  };
  return Object.entries(tags)
    .map(([name, text]) => (text ? `<meta property="${name}" content="${escapeHtml(text)}">` : ''))
    .join('');
}

/** Describes the link of a checkout by its product. */
export function describeLink({
  checkout,
  pageUrl,
  locale,
}: Pick<CheckoutBoot, 'checkout' | 'pageUrl' | 'locale'>): string {
  const { product, checkoutBuilderConfig: config, title, sellerName } = checkout;
  return linkTags({
    type: 'product',
    url: pageUrl,
    site: sellerName,
    title,
    description: shorten(product.description || `${product.name} · ${sellerName}`),
    picture: [product.image, config.headerImageURL, config.logoTopImageURL].map(pictureUrl).find(Boolean),
    locale,
  });
}

import type { CheckoutBoot } from '../boot.ts';
import { pictureUrl } from '../components/picture.ts';
import { escapeHtml } from './html.ts';

const LONGEST = 200;

/** Cuts at the end of a word. */
const shorten = (text: string): string =>
  text.length > LONGEST ? `${text.slice(0, LONGEST).replace(/\s+\S*$/, '')}…` : text;

/** The title, the words and the picture that messengers and networks show with a link to the page. */
export function describeLink({
  checkout,
  pageUrl,
  locale,
}: Pick<CheckoutBoot, 'checkout' | 'pageUrl' | 'locale'>): string {
  const { product, checkoutBuilderConfig: config, title, sellerName } = checkout;
  const picture = [product.image, config.headerImageURL, config.logoTopImageURL].map(pictureUrl).find(Boolean);
  // A network loads addresses on the internet only.
  const image = picture && URL.canParse(picture, pageUrl) ? new URL(picture, pageUrl).href : undefined;
  const tags: Record<string, string | undefined> = {
    'og:type': 'product',
    'og:url': pageUrl,
    'og:site_name': sellerName,
    'og:title': title,
    'og:description': shorten(product.description || `${product.name} · ${sellerName}`),
    'og:locale': locale === 'en' ? 'en_US' : 'pt_BR',
    'og:image': image?.startsWith('https:') || image?.startsWith('http:') ? image : undefined,
  };
  return Object.entries(tags)
    .map(([name, text]) => (text ? `<meta property="${name}" content="${escapeHtml(text)}">` : ''))
    .join('');
}

import type { Locale } from '@feira/schemas/common';
import type { StoreDocumentInput, StoreProduct } from '@feira/schemas/documents';
import { PRODUCT_CATEGORIES } from '@feira/schemas/options';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { monthsOf } from '@feira/schemas/rules/subscription';
import { Brand } from '../components/brand.tsx';
import { Languages } from '../components/languages.tsx';
import { perPeriod } from '../components/per-period.ts';
import { pictureUrl } from '../components/picture.ts';
import baseStyle from '../styles/base.css';
import storeStyle from '../styles/store.css';
import { createTranslate, type Translate } from '../texts.ts';
import { drawOnce } from './draw.ts';
import { createDocument, NO_ICON, textsOf, toScriptJson } from './html.ts';
import { linkTags, shorten } from './link-picture.ts';
import { addPictureSources } from './picture-sources.ts';
import { themeStyle } from './theme.ts';

/** Returns the query of an address of the page; empty parameters are left out. */
function queryOf(parameters: Record<string, string | undefined>): string {
  const given = Object.entries(parameters).filter((one): one is [string, string] => !!one[1]);
  return `?${new URLSearchParams(given)}`;
}

/** Returns what a product costs, by the offer that is shown: the cheapest one. */
function priceText(t: Translate, product: StoreProduct, locale: Locale): string {
  const { price, recurrencePrice, coin, type, frequencyInDays, period, isTrialFree, offers } = product;
  const money = (cents: number) => formatCurrency(cents, coin, locale);
  const isRepeated = type === 'SUBSCRIPTION' && frequencyInDays !== null;
  const text = isRepeated
    ? perPeriod(t, money(recurrencePrice ?? price), { frequencyInDays, months: monthsOf({ frequencyInDays, period }) })
    : money(price);
  if (isTrialFree) return t('storeTrial', { amount: text });
  return offers > 1 ? t('storeFrom', { amount: text }) : text;
}

interface CardProps {
  t: Translate;
  product: StoreProduct;
  locale: Locale;
  query: string;
  /** The store is named on the page of all stores. */
  isNamed: boolean;
}

function Card({ t, product, locale, query, isNamed }: CardProps) {
  const picture = pictureUrl(product.image);
  const { fakePrice, coin, type } = product;
  return (
    <li className="product-card">
      <a href={`/checkout/${product.offerId}${query}`}>
        {picture ? (
          <img src={picture} alt="" width="320" height="240" loading="lazy" />
        ) : (
          <span className="no-picture" aria-hidden="true">
            {product.name.slice(0, 1).toUpperCase()}
          </span>
        )}
        <h2>{product.name}</h2>
      </a>
      {product.description && <p className="about">{shorten(product.description)}</p>}
      <p className="price">
        {fakePrice !== null && type === 'ONE_TIME' && <s>{formatCurrency(fakePrice, coin, locale)}</s>}{' '}
        <b>{priceText(t, product, locale)}</b>
      </p>
      {isNamed && (
        <p className="note">
          <a href={`/loja/${product.storeAddress}${query}`}>{product.storeName}</a>
        </p>
      )}
    </li>
  );
}

/** Describes the products for search engines, as schema.org names them. */
function listProducts({ products, pageUrl, store }: StoreDocumentInput): string {
  const items = products.map((product, index) => {
    const { name, description, image, offerId, price, recurrencePrice, coin, storeName } = product;
    const cents = product.type === 'SUBSCRIPTION' ? (recurrencePrice ?? price) : price;
    const picture = pictureUrl(image);
    return {
      '@type': 'ListItem',
      position: index + 1,
      item: {
        '@type': 'Product',
        name,
        ...(description && { description: shorten(description) }),
        ...(picture && { image: new URL(picture, pageUrl).href }),
        offers: {
          '@type': 'Offer',
          url: new URL(`/checkout/${offerId}`, pageUrl).href,
          price: (cents / 100).toFixed(2),
          priceCurrency: coin,
          availability: 'https://schema.org/InStock',
          seller: { '@type': 'Organization', name: store?.name ?? storeName },
        },
      },
    };
  });
  const list = { '@context': 'https://schema.org', '@type': 'ItemList', url: pageUrl, itemListElement: items };
  return items.length > 0 ? `<script type="application/ld+json">${toScriptJson(list)}</script>` : '';
}

/** Draws a store: its products as cards that lead to their checkouts, with a search and the categories. Nothing of it needs a script. */
export function renderStore(input: StoreDocumentInput): string {
  const { locale, nonce, store, platformName, products, categories, category, search, page, hasNext, carried } = input;
  const t = createTranslate(textsOf(locale, 'shared', 'store'), locale);
  const title = store?.name ?? t('storeAll', { platform: platformName });
  const carriedQuery = Object.keys(carried).length > 0 ? queryOf(carried) : '';
  const linkTo = (more: Record<string, string | undefined>) =>
    queryOf({ ...carried, q: search, categoria: category, ...more });
  const isFiltered = search !== '' || category !== undefined;
  const body = drawOnce(
    <>
      <header className="top">
        <Brand logoUrl={null} sellerName={store?.name ?? platformName} />
        <Languages locale={locale} urls={input.languageUrls} label={t('languages')} />
      </header>
      <main className="store">
        <div className="store-head">
          <h1>{title}</h1>
          {store?.about && <p className="described">{store.about}</p>}
        </div>
        {(products.length > 0 || isFiltered) && (
          <search>
            <form method="get" action="?">
              {Object.entries({ ...carried, ...(category && { categoria: category }) }).map(([name, value]) => (
                <input key={name} type="hidden" name={name} value={value} />
              ))}
              <label htmlFor="q">{t('storeSearch')}</label>
              <div className="search">
                <input id="q" name="q" type="search" maxLength={100} defaultValue={search} />
                <button className="primary" type="submit">
                  {t('storeFind')}
                </button>
              </div>
            </form>
          </search>
        )}
        {categories.length > 1 && (
          <nav className="categories" aria-label={t('storeCategories')}>
            <a href={linkTo({ categoria: undefined })} aria-current={category ? undefined : 'true'}>
              {t('storeEverything')}
            </a>
            {categories.map((one) => (
              <a key={one} href={linkTo({ categoria: one })} aria-current={one === category ? 'true' : undefined}>
                {PRODUCT_CATEGORIES[one][locale]}
              </a>
            ))}
          </nav>
        )}
        {products.length > 0 ? (
          <ul className="products">
            {products.map((product) => (
              <Card
                key={`${product.storeAddress}|${product.id}`}
                t={t}
                product={product}
                locale={locale}
                query={carriedQuery}
                isNamed={store === null}
              />
            ))}
          </ul>
        ) : (
          <div className="block nothing">
            <p>{t(isFiltered ? 'storeNotFound' : 'storeEmpty')}</p>
            {isFiltered && <a href={queryOf(carried)}>{t('storeEverything')}</a>}
          </div>
        )}
        {(page > 1 || hasNext) && (
          <nav className="pages" aria-label={t('storePages')}>
            {page > 1 && <a href={linkTo({ p: page > 2 ? String(page - 1) : undefined })}>{t('storePrevious')}</a>}
            {hasNext && <a href={linkTo({ p: String(page + 1) })}>{t('storeNext')}</a>}
          </nav>
        )}
      </main>
      <footer>
        <p>{store ? t('processedBy', { platform: platformName, seller: store.sellerName }) : platformName}</p>
      </footer>
    </>,
  );
  const description = shorten(store?.about || t('storeDescription', { name: title }));
  const picture = products.map(({ image }) => pictureUrl(image)).find(Boolean);
  return createDocument({
    locale,
    nonce,
    title: store ? `${title} · ${platformName}` : title,
    isListed: !isFiltered,
    head:
      NO_ICON +
      linkTags({ type: 'website', url: input.pageUrl, site: platformName, title, description, picture, locale }) +
      listProducts(input),
    style: themeStyle(input.colorPrimary) + baseStyle + storeStyle,
    body: addPictureSources(body),
  });
}

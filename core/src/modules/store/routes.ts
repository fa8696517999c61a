/** Serves the public pages of stores: the page of a seller, and that of all stores where the platform shows one. */
import { LOCALES, type Locale } from '@feira/schemas/common';
import { PRODUCT_CATEGORIES, type ProductCategory } from '@feira/schemas/options';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { readTracking } from '../checkout/service.ts';
import { PAGE_SIZE, type ShownStore, selectShownCategories, selectShownProducts, selectShownStore } from './model.ts';

type Query = Record<string, unknown>;

const ADDRESS = /^[a-z0-9](?:-?[a-z0-9]){2,39}$/;
const LONGEST_SEARCH = 100;
const MOST_PAGES = 1_000;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

interface Wanted {
  category?: ProductCategory;
  search: string;
  page: number;
}

/** Reads what a visitor looks for. What makes no sense is left out. */
function readWanted({ q, categoria, p }: Query): Wanted {
  const category = textOf(categoria);
  const page = /^[1-9]\d{0,3}$/.test(textOf(p)) ? Math.min(Number(p), MOST_PAGES) : 1;
  return {
    search: textOf(q).replaceAll('\0', '').slice(0, LONGEST_SEARCH),
    page,
    ...(Object.hasOwn(PRODUCT_CATEGORIES, category) && { category: category as ProductCategory }),
  };
}

export default fp(
  async (app) => {
    /** Sends the products of a store, or of all stores of the platform. */
    async function sendStore(request: FastifyRequest, reply: FastifyReply, store: ShownStore | null) {
      const { platform, locale } = request;
      const query = request.query as Query;
      const { category, search, page } = readWanted(query);
      const { currencies, customization } = platform.settings;
      const selling = { platformId: platform.id, currencies, now: app.clock.now() };
      const sellerId = store?.sellerId ?? null;
      const [products, categories, platformUrl] = await Promise.all([
        app.database.list(platform.id, selectShownProducts(selling, { sellerId, category, search }, page)),
        app.database.list(platform.id, selectShownCategories(selling, sellerId)),
        app.findPlatformUrl(platform.id),
      ]);
      const named = categories.map((row) => row.category);
      const { utmQuery, affiliateId } = readTracking(query);
      const carried = { ...utmQuery, ...(affiliateId && { affiliateId }), ...(locale === 'en' && { lang: locale }) };
      const path = store ? `/loja/${store.address}` : '/loja';
      const inLanguage = (lang: Locale) => {
        const { lang: _, ...others } = carried;
        const wanted = { ...others, ...(search && { q: search }), ...(category && { categoria: category }), lang };
        return `${path}?${new URLSearchParams(wanted)}`;
      };
      return app.documents.send(reply, (renderer, nonce) =>
        renderer.renderStore({
          platformName: platform.name,
          store: store && { name: store.title || store.sellerName, about: store.about, sellerName: store.sellerName },
          colorPrimary: store?.colorPrimary ?? customization.visuals?.colorPrimary ?? null,
          products: products.slice(0, PAGE_SIZE),
          categories: named.sort((one, other) =>
            PRODUCT_CATEGORIES[one][locale].localeCompare(PRODUCT_CATEGORIES[other][locale], locale),
          ),
          ...(category && { category }),
          search,
          page,
          hasNext: products.length > PAGE_SIZE,
          pageUrl: `${platformUrl}${path}`,
          carried,
          locale,
          nonce,
          languageUrls: Object.fromEntries(LOCALES.map((one) => [one, inLanguage(one)])) as Record<Locale, string>,
        }),
      );
    }

    const page = { config: { access: { kind: 'public' } }, schema: { hide: true } } as const;

    app.get<{ Params: { address: string } }>('/loja/:address', page, async (request, reply) => {
      const { params, platform } = request;
      const store = ADDRESS.test(params.address)
        ? await app.database.find(platform.id, selectShownStore(platform.id, params.address))
        : undefined;
      return store ? sendStore(request, reply, store) : app.documents.sendMessage(request, reply, 'not-found');
    });

    app.get('/loja', page, (request, reply) =>
      request.platform.settings.showsAllStores
        ? sendStore(request, reply, null)
        : app.documents.sendMessage(request, reply, 'not-found'),
    );
  },
  { name: 'store-routes', dependencies: ['documents', 'database', 'platforms', 'clock'] },
);

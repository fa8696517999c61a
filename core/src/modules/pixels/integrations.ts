/** Gathers, network by network, what a seller's products report to advertising networks. */
import type { Pixels } from '@feira/schemas/catalogue';
import { TOKEN_NETWORKS, type TokenNetwork } from '@feira/schemas/pixels';
import { REPORTED_DAYS } from '@feira/schemas/procedures/pixels';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import type { ConversionRow } from './conversion-model.ts';
import { listIds } from './ids.ts';

type App = Pick<FastifyInstance, 'database'>;
type Call = Pick<PersonCall, 'platform' | 'person'>;

/** A seller with more products sees the newest of them. */
const MOST_PRODUCTS = 500;
const LAST = 20;

interface ProductRow {
  id: string;
  name: string;
  image: string | null;
  pixels: Pixels;
  tokens: { network: TokenNetwork; pixelId: string; savedAt: string }[];
}

/** Products without any pixel are left out. */
const selectProducts = (platformId: string, sellerId: string): Statement<ProductRow> => ({
  text: `SELECT p.id, p.name, p.image, p.pixels,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('network', t.network, 'pixelId', t.pixel_id, 'savedAt', t.saved_at)), '[]')
        FROM pixel_token t WHERE t.platform_id = p.platform_id AND t.product_id = p.id) AS tokens
    FROM product p WHERE p.platform_id = $1 AND p.seller_id = $2 AND p.pixels <> '{}'
    ORDER BY p.created_at DESC, p.id DESC LIMIT ${MOST_PRODUCTS}`,
  values: [platformId, sellerId],
});

interface CountRow {
  productId: string;
  network: TokenNetwork;
  sent: number;
  failed: number;
}

const countReports = (platformId: string, productIds: string[]): Statement<CountRow> => ({
  text: `SELECT product_id, network, count(*) FILTER (WHERE state = 'SENT')::int AS sent,
      count(*) FILTER (WHERE state = 'FAILED')::int AS failed
    FROM conversion WHERE platform_id = $1 AND product_id = ANY($2::uuid[]) AND created_at > now() - make_interval(days => $3)
    GROUP BY product_id, network`,
  values: [platformId, productIds, REPORTED_DAYS],
});

/** Reads the last reports of each product by its index, and keeps the newest of all. */
const selectLastOf = (
  platformId: string,
  productIds: string[],
  network: TokenNetwork,
): Statement<ConversionRow & { productId: string }> => ({
  text: `SELECT c.* FROM unnest($2::uuid[]) AS wanted(id) CROSS JOIN LATERAL (
      SELECT id, product_id, event, sale_id, network, pixel_id, value::float8 AS value, currency, state, attempts, problem, answer,
        created_at
      FROM conversion WHERE platform_id = $1 AND product_id = wanted.id AND network = $3 ORDER BY id DESC LIMIT ${LAST}) c
    ORDER BY c.id DESC LIMIT ${LAST}`,
  values: [platformId, productIds, network],
});

/** The database writes times into JSON in its own way. */
const toTime = (at: string | undefined): string | null => (at === undefined ? null : new Date(at).toISOString());

const idsOf = ({ pixels }: ProductRow, network: TokenNetwork): string[] =>
  listIds(pixels)[network].filter((id) => id !== '');

async function readProducts(app: App, { platform, person }: Call) {
  const products = await app.database.list(platform.id, selectProducts(platform.id, person.id), true);
  const ids = products.map(({ id }) => id);
  const counts = await app.database.list(platform.id, countReports(platform.id, ids), true);
  const sum = (network: TokenNetwork, productId?: string) => {
    const own = counts.filter((row) => row.network === network && (!productId || row.productId === productId));
    return {
      sent: own.reduce((total, { sent }) => total + sent, 0),
      failed: own.reduce((total, { failed }) => total + failed, 0),
    };
  };
  return { products, sum, isListRestricted: platform.settings.pixels.isSellerListRestricted === true };
}

export async function listIntegrations(app: App, call: Call) {
  const { products, sum, isListRestricted } = await readProducts(app, call);
  return {
    networks: TOKEN_NETWORKS.map((network) => {
      const own = products.filter((product) => idsOf(product, network).length > 0);
      const reporting = own.filter((product) => product.tokens.some((token) => token.network === network));
      return { network, products: own.length, reporting: reporting.length, ...sum(network) };
    }),
    isListRestricted,
  };
}

export async function getIntegration(app: App, call: Call, network: TokenNetwork) {
  const { products, sum, isListRestricted } = await readProducts(app, call);
  const { platform } = call;
  const names = new Map(products.map(({ id, name }) => [id, name]));
  const last = await app.database.list(platform.id, selectLastOf(platform.id, [...names.keys()], network), true);
  return {
    products: products.flatMap((product) => {
      const ids = idsOf(product, network);
      if (ids.length === 0) return [];
      const { id: productId, name, image, tokens } = product;
      const pixels = ids.map((pixelCode) => ({
        pixelCode,
        savedAt: toTime(tokens.find((token) => token.network === network && token.pixelId === pixelCode)?.savedAt),
      }));
      return [{ productId, name, image, pixels, ...sum(network, productId) }];
    }),
    conversions: last.map(({ pixelId, createdAt, ...row }) => ({
      ...row,
      pixelCode: pixelId,
      productName: names.get(row.productId) ?? '',
      createdAt: createdAt.toISOString(),
    })),
    isListRestricted,
  };
}

/** Writes what a seller has as the tables that an import takes back: products, offers, customers, and what imports have brought. */
import type { ImportKind } from '@feira/schemas/imports';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import type { SellerTable } from '../../plugins/seller-tables.ts';
import { openRows } from '../../shared/seller-rows.ts';
import type { Column } from '../../shared/table.ts';
import { writeInstallments } from './catalogue.ts';
import { FIELDS, type ImportField, words } from './fields.ts';

type App = Pick<FastifyInstance, 'database'>;
type Row = Record<string, unknown> & { place: string };

const toColumn = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Ids at other sources are theirs: our own file names rows by our ids. */
const isExported = ({ name }: ImportField): boolean => !/ExternalId$/.test(name);

const columnsOf = (kind: ImportKind): Column[] =>
  FIELDS[kind].filter(isExported).map(({ name, kind: type }) => ({
    header: name,
    kind: type === 'money' ? 'money' : type === 'moment' ? 'time' : 'text',
  }));

interface Catalogued {
  place: string;
  product: Record<string, unknown>;
  offer: Record<string, unknown> | null;
}

/** One line for each offer, and one for a product that has none. */
const selectCatalogue = (
  platformId: string,
  sellerId: string,
  { isArchived }: { isArchived: boolean },
  after: string,
  limit: number,
): Statement<Catalogued> => ({
  text: `SELECT p.id || ' ' || coalesce(o.id::text, '') AS place, to_jsonb(p) AS product, to_jsonb(o) AS offer
    FROM product p LEFT JOIN offer o ON o.platform_id = p.platform_id AND o.product_id = p.id AND NOT o.is_hidden
      AND (o.status = 'ARCHIVED') = $3
    WHERE p.platform_id = $1 AND p.seller_id = $2 AND NOT p.is_hidden AND (o.id IS NOT NULL OR NOT $3)
      AND p.id || ' ' || coalesce(o.id::text, '') > $4 ORDER BY 1 LIMIT $5`,
  values: [platformId, sellerId, isArchived, after, limit],
});

const percent = (basisPoints: unknown, comma: string): string | null =>
  basisPoints === null || basisPoints === undefined ? null : String(Number(basisPoints) / 100).replace('.', comma);

function toLine(kind: 'PRODUCTS' | 'OFFERS', { place, product, offer }: Catalogued, comma: string): Row {
  const installments = writeInstallments((offer?.installments as never) ?? null);
  const line: Row = { place };
  for (const field of FIELDS[kind]) {
    const { name } = field;
    if (name === 'productId') line[name] = product.id;
    else if (name === 'productName' || (kind === 'PRODUCTS' && name === 'name')) line[name] = product.name;
    else if (name === 'offerId') line[name] = offer?.id ?? null;
    else if (name in installments)
      line[name] = field.kind === 'percent' ? percent(installments[name], comma) : installments[name];
    else line[name] = (kind === 'PRODUCTS' ? product[toColumn(name)] : undefined) ?? offer?.[toColumn(name)] ?? null;
  }
  return line;
}

const catalogue = (
  app: App,
  file: string,
  about: SellerTable['about'],
  { kind, isArchived }: { kind: 'PRODUCTS' | 'OFFERS'; isArchived: boolean },
): SellerTable => ({
  file,
  about,
  open: ({ platform, sellerId, locale }) => {
    const comma = locale === 'pt-BR' ? ',' : '.';
    let next: Statement<Catalogued>;
    return openRows(
      {
        name: file,
        locale,
        columns: columnsOf(kind),
        select: (after, limit) => {
          next = selectCatalogue(platform.id, sellerId, { isArchived }, after, limit);
          return next as never;
        },
      },
      async () => (await app.database.list(platform.id, next)).map((row) => toLine(kind, row, comma)),
    );
  },
});

/** Buyers as their newest sale names them, and customers that imports have brought, each e-mail once. */
const selectCustomers = (platformId: string, sellerId: string, after: string, limit: number): Statement<Row> => ({
  text: `SELECT DISTINCT ON (email) email AS place, name, email, phone, document FROM (
      SELECT buyer_name AS name, buyer_email_lower AS email, buyer_phone AS phone, buyer_document AS document, created_at
      FROM sale WHERE platform_id = $1 AND seller_id = $2
      UNION ALL SELECT name, email, phone, document, '-infinity' FROM imported_customer WHERE platform_id = $1 AND seller_id = $2
    ) known WHERE email > $3 ORDER BY email, created_at DESC LIMIT $4`,
  values: [platformId, sellerId, after, limit],
});

const imported = (
  app: App,
  file: string,
  about: SellerTable['about'],
  { table, kind, more = [] }: { table: string; kind: ImportKind; more?: string[] },
): SellerTable => {
  const known = columnsOf(kind).filter(
    ({ header }) => !['offerTitle', 'productName'].includes(header) || kind === 'SALES',
  );
  const columns: Column[] = [
    ...known.filter(({ header }) => kind !== 'SUBSCRIPTIONS' || header !== 'status'),
    ...more.map((header) => ({ header, kind: 'text' as const })),
  ];
  return {
    file,
    about,
    open: ({ platform, sellerId, locale }) =>
      openRows(
        {
          name: file,
          locale,
          columns,
          select: (after, limit) => ({
            text: `SELECT id AS place, ${columns.map(({ header }) => `${toColumn(header)} AS "${header}"`).join(', ')} FROM ${table}
              WHERE platform_id = $1 AND seller_id = $2 AND id > $3::uuid ORDER BY id LIMIT $4`,
            values: [platform.id, sellerId, after || FIRST_ID, limit],
          }),
        },
        (statement) => app.database.list(platform.id, statement),
      ),
  };
};
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** The tables that an import takes back, and those that imports have brought. */
export const exportedTables = (app: App): SellerTable[] => [
  catalogue(
    app,
    'products',
    words(
      'Produtos com as ofertas: uma linha para cada oferta. Pode ser importado de novo.',
      'Products with their offers: a line for each offer. Can be imported again.',
    ),
    { kind: 'PRODUCTS', isArchived: false },
  ),
  catalogue(
    app,
    'offers',
    words(
      'Ofertas, sem os dados do produto. Pode ser importado de novo.',
      "Offers without the product's data. Can be imported again.",
    ),
    { kind: 'OFFERS', isArchived: false },
  ),
  catalogue(app, 'archived-offers', words('Ofertas arquivadas.', 'Archived offers.'), {
    kind: 'OFFERS',
    isArchived: true,
  }),
  {
    file: 'customers',
    about: words(
      'Clientes: quem comprou, e quem veio por importação. Pode ser importado de novo.',
      'Customers: those who bought, and those who were imported. Can be imported again.',
    ),
    open: ({ platform, sellerId, locale }) =>
      openRows(
        {
          name: 'customers',
          locale,
          columns: columnsOf('CUSTOMERS'),
          select: (after, limit) => selectCustomers(platform.id, sellerId, after, limit),
        },
        (statement) => app.database.list(platform.id, statement),
      ),
  },
  imported(
    app,
    'imported-sales',
    words(
      'Vendas de outras plataformas. Pode ser importado de novo.',
      'Sales of other platforms. Can be imported again.',
    ),
    {
      table: 'imported_sale',
      kind: 'SALES',
    },
  ),
  imported(
    app,
    'imported-subscriptions',
    words(
      'Assinaturas de outras plataformas. Pode ser importado de novo.',
      'Subscriptions of other platforms. Can be imported again.',
    ),
    { table: 'imported_subscription', kind: 'SUBSCRIPTIONS', more: ['state'] },
  ),
];

/** The tables of the full export that no other domain adds: what hangs on products, and what happened to money. No secret is among them. */
import type { FastifyInstance } from 'fastify';
import type { SellerTable } from '../../plugins/seller-tables.ts';
import { openRows } from '../../shared/seller-rows.ts';
import type { Column } from '../../shared/table.ts';

type App = Pick<FastifyInstance, 'database'>;

interface Described {
  file: string;
  about: SellerTable['about'];
  /** Columns by their kind; text where nothing is said. */
  columns: Record<string, Column['kind']>;
  /** FROM and WHERE; $1 is the platform, $2 the seller. The rows are those of `x`, which has an id. */
  from: string;
  /** The SQL of columns that are not those of `x`. */
  values?: Record<string, string>;
}

const both = (portuguese: string, english: string) => ({ 'pt-BR': portuguese, en: english });
const toColumn = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

const TABLES: readonly Described[] = [
  {
    file: 'coupons',
    about: both('Cupons.', 'Coupons.'),
    columns: {
      id: 'text',
      code: 'text',
      basisPoints: 'text',
      amount: 'money',
      coin: 'text',
      maxUses: 'text',
      cycles: 'text',
      startsAt: 'time',
      endsAt: 'time',
      createdAt: 'time',
      deletedAt: 'time',
    },
    from: 'coupon x WHERE x.platform_id = $1 AND x.seller_id = $2',
  },
  {
    file: 'payment-links',
    about: both('Links de pagamento.', 'Payment links.'),
    columns: {
      id: 'text',
      kind: 'text',
      title: 'text',
      price: 'money',
      leastAmount: 'money',
      mostAmount: 'money',
      coin: 'text',
      note: 'text',
      openings: 'text',
      expiresAt: 'time',
      createdAt: 'time',
      closedAt: 'time',
    },
    from: 'payment_link x JOIN offer o ON o.platform_id = x.platform_id AND o.id = x.id WHERE x.platform_id = $1 AND x.seller_id = $2',
    values: { title: 'o.title', price: 'o.price', coin: 'o.coin', expiresAt: 'o.sale_ends_at' },
  },
  {
    file: 'order-bumps',
    about: both('Order bumps de cada produto.', 'Order bumps of each product.'),
    columns: {
      id: 'text',
      productId: 'text',
      productName: 'text',
      offerId: 'text',
      title: 'text',
      text: 'text',
      position: 'text',
    },
    from: 'order_bump x JOIN product p ON p.platform_id = x.platform_id AND p.id = x.product_id WHERE x.platform_id = $1 AND p.seller_id = $2',
    values: { productName: 'p.name' },
  },
  {
    file: 'deliverables',
    about: both(
      'O que os compradores recebem: textos, endereços e nomes de arquivos. Os próprios arquivos ficam na página do produto.',
      'What buyers get: texts, addresses and names of files. The files themselves are on the page of the product.',
    ),
    columns: {
      id: 'text',
      productId: 'text',
      productName: 'text',
      kind: 'text',
      title: 'text',
      address: 'text',
      text: 'text',
      fileName: 'text',
      mostDownloads: 'text',
      createdAt: 'time',
      removedAt: 'time',
    },
    from: `deliverable x JOIN product p ON p.platform_id = x.platform_id AND p.id = x.product_id
      LEFT JOIN upload u ON u.platform_id = x.platform_id AND u.id = x.upload_id WHERE x.platform_id = $1 AND p.seller_id = $2`,
    values: { productName: 'p.name', fileName: 'u.file_name' },
  },
  {
    file: 'sale-items',
    about: both('Os itens de cada venda.', 'The items of each sale.'),
    columns: {
      saleId: 'text',
      createdAt: 'time',
      position: 'text',
      offerId: 'text',
      title: 'text',
      quantity: 'text',
      unitPrice: 'money',
      currency: 'text',
    },
    from: 'sale x JOIN sale_item i ON i.platform_id = x.platform_id AND i.sale_id = x.id WHERE x.platform_id = $1 AND x.seller_id = $2',
    values: {
      saleId: 'x.id',
      position: 'i.position',
      offerId: 'i.offer_id',
      title: 'i.title',
      quantity: 'i.quantity',
      unitPrice: 'i.unit_price',
    },
  },
  {
    file: 'refunds',
    about: both('Reembolsos.', 'Refunds.'),
    columns: {
      id: 'text',
      paymentId: 'text',
      saleId: 'text',
      amount: 'money',
      currency: 'text',
      cause: 'text',
      state: 'text',
      note: 'text',
      createdAt: 'time',
      updatedAt: 'time',
    },
    from: 'refund x JOIN payment y ON y.platform_id = x.platform_id AND y.id = x.payment_id WHERE x.platform_id = $1 AND x.seller_id = $2',
    values: { paymentId: 'y.public_id', saleId: 'y.sale_id', currency: 'y.currency' },
  },
  {
    file: 'payouts',
    about: both('Saques.', 'Payouts.'),
    columns: {
      id: 'text',
      createdAt: 'time',
      currency: 'text',
      amount: 'money',
      fee: 'money',
      method: 'text',
      state: 'text',
      reason: 'text',
      sentAt: 'time',
      closedAt: 'time',
    },
    from: `withdrawal x WHERE x.platform_id = $1 AND x.person_id = $2 AND x.role = 'seller'`,
  },
  {
    file: 'webhooks',
    about: both('Webhooks, sem os segredos.', 'Webhooks, without their secrets.'),
    columns: {
      id: 'text',
      name: 'text',
      url: 'text',
      events: 'text',
      productIds: 'text',
      isEnabled: 'text',
      createdAt: 'time',
    },
    from: "seller_webhook x WHERE x.platform_id = $1 AND x.seller_id = $2 AND x.purpose = 'EVENTS'",
  },
];

export const ownTables = (app: App): SellerTable[] =>
  TABLES.map(({ file, about, columns, from, values = {} }) => {
    const shown = Object.entries(columns).map(([header, kind]) => ({ header, kind }));
    const selected = shown
      .map(({ header }) => `${values[header] ?? `x.${toColumn(header)}`} AS "${header}"`)
      .join(', ');
    // A sale has several items: its place is the sale's id and the item's position.
    const place = file === 'sale-items' ? `x.id || ' ' || lpad(i.position::text, 6, '0')` : 'x.id::text';
    return {
      file,
      about,
      open: ({ platform, sellerId, locale }) =>
        openRows(
          {
            name: file,
            locale,
            columns: shown,
            select: (after, limit) => ({
              text: `SELECT ${place} AS place, ${selected} FROM ${from} AND x.id >= $3::uuid AND ${place} > $4 ORDER BY x.id, 1 LIMIT $5`,
              values: [platform.id, sellerId, after.slice(0, FIRST_ID.length) || FIRST_ID, after, limit],
            }),
          },
          (statement) => app.database.list(platform.id, statement),
        ),
    };
  });

/** Writes lists of sales as files. */
import type { Locale, PaymentMethod, PaymentStatus } from '@feira/schemas/common';
import { orderCodeOf } from '@feira/schemas/rules/order-code';
import type { FastifyInstance } from 'fastify';
import type { Table } from '../../shared/table.ts';
import type { SalesFilter } from './search.ts';
import { readAllSales } from './service.ts';

interface Labels {
  sales: string;
  columns: Record<
    | 'time'
    | 'code'
    | 'title'
    | 'cycle'
    | 'buyer'
    | 'email'
    | 'seller'
    | 'method'
    | 'installments'
    | 'status'
    | 'coupon'
    | 'currency',
    string
  > &
    Record<'discount' | 'amount', string>;
  methods: Record<PaymentMethod, string>;
  statuses: Record<PaymentStatus, string>;
}

const LABELS: Record<Locale, Labels> = {
  'pt-BR': {
    sales: 'Vendas',
    columns: {
      time: 'Data',
      code: 'Pedido',
      title: 'Produto',
      cycle: 'Cobrança da assinatura',
      buyer: 'Comprador',
      email: 'E-mail',
      seller: 'Vendedor',
      method: 'Forma de pagamento',
      installments: 'Parcelas',
      status: 'Situação',
      coupon: 'Cupom',
      currency: 'Moeda',
      discount: 'Desconto',
      amount: 'Valor',
    },
    methods: { PIX: 'Pix', CREDIT_CARD: 'Cartão de crédito', BILLET: 'Boleto' },
    statuses: {
      PENDING: 'Pendente',
      APPROVED: 'Aprovada',
      REJECTED: 'Recusada',
      CANCELED: 'Expirada',
      REFUNDED: 'Reembolsada',
      CHARGEBACK: 'Contestada',
    },
  },
  en: {
    sales: 'Sales',
    columns: {
      time: 'Date',
      code: 'Order',
      title: 'Product',
      cycle: 'Subscription charge',
      buyer: 'Buyer',
      email: 'Email',
      seller: 'Seller',
      method: 'Payment method',
      installments: 'Installments',
      status: 'Status',
      coupon: 'Coupon',
      currency: 'Currency',
      discount: 'Discount',
      amount: 'Amount',
    },
    methods: { PIX: 'Pix', CREDIT_CARD: 'Credit card', BILLET: 'Boleto' },
    statuses: {
      PENDING: 'Pending',
      APPROVED: 'Approved',
      REJECTED: 'Declined',
      CANCELED: 'Expired',
      REFUNDED: 'Refunded',
      CHARGEBACK: 'Chargeback',
    },
  },
};

/** The sales of a filter. The seller is named where the sales of several may be among them. */
export function openSales(
  app: Pick<FastifyInstance, 'database'>,
  platformId: string,
  filter: SalesFilter,
  { locale, hasSeller }: { locale: Locale; hasSeller: boolean },
): Table {
  const { sales, columns, methods, statuses } = LABELS[locale];
  const text = (header: string) => ({ header, kind: 'text' }) as const;
  const money = (header: string) => ({ header, kind: 'money' }) as const;
  async function* batches() {
    for await (const rows of readAllSales(app, platformId, filter)) {
      yield rows.map((sale) => [
        ...[sale.createdAt, orderCodeOf(sale.id), sale.title, sale.cycle && String(sale.cycle)],
        ...[sale.buyerName, sale.buyerEmail],
        ...(hasSeller ? [sale.sellerName] : []),
        ...[methods[sale.method], String(sale.installments), statuses[sale.status], sale.couponCode],
        ...[sale.discount, sale.currency, sale.amount],
      ]);
    }
  }
  return {
    name: sales,
    locale,
    columns: [
      { header: columns.time, kind: 'time' },
      ...[columns.code, columns.title, columns.cycle, columns.buyer, columns.email].map(text),
      ...(hasSeller ? [text(columns.seller)] : []),
      ...[columns.method, columns.installments, columns.status, columns.coupon].map(text),
      ...[money(columns.discount), text(columns.currency), money(columns.amount)],
    ],
    batches: batches(),
  };
}

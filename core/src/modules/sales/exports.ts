/** Writes lists of sales as files. */
import type { Locale, PaymentMethod, PaymentStatus } from '@feira/schemas/common';
import { orderCodeOf } from '@feira/schemas/rules/order-code';
import type { FastifyInstance } from 'fastify';
import type { Column, Table, Value } from '../../shared/table.ts';
import { selectSaleSums } from '../ledger/payment-model.ts';
import { type SaleRow, type SoldRow, selectSold } from './model.ts';
import { divideSale } from './sale-page.ts';
import type { SalesFilter } from './search.ts';
import { readAllSales } from './service.ts';

type Words = Record<Locale, string>;

const SHEET: Words = { 'pt-BR': 'Vendas', en: 'Sales' };

const METHODS: Record<PaymentMethod, Words> = {
  PIX: { 'pt-BR': 'Pix', en: 'Pix' },
  CREDIT_CARD: { 'pt-BR': 'Cartão de crédito', en: 'Credit card' },
  BILLET: { 'pt-BR': 'Boleto', en: 'Boleto' },
};

const STATUSES: Record<PaymentStatus, Words> = {
  PENDING: { 'pt-BR': 'Pendente', en: 'Pending' },
  APPROVED: { 'pt-BR': 'Aprovada', en: 'Approved' },
  REJECTED: { 'pt-BR': 'Recusada', en: 'Declined' },
  CANCELED: { 'pt-BR': 'Expirada', en: 'Expired' },
  REFUNDED: { 'pt-BR': 'Reembolsada', en: 'Refunded' },
  CHARGEBACK: { 'pt-BR': 'Contestada', en: 'Chargeback' },
};

/** One sale with the division of its money, in cents. `paid` less `returned` and the other parts is `net`. */
type ExportedSale = SaleRow &
  SoldRow & { returned: number; interest: number; fee: number } & Record<
    'affiliateCommission' | 'coProducerCommission' | 'net',
    number
  >;

interface SaleColumn {
  kind: Column['kind'];
  header: Words;
  /** Set for a column of only one of the two files: a seller's own sales, or those of the platform's sellers. */
  only?: 'SELLER' | 'PLATFORM';
  read: (sale: ExportedSale, locale: Locale) => Value;
}

const column = (
  kind: Column['kind'],
  portuguese: string,
  english: string,
  read: SaleColumn['read'],
  only?: SaleColumn['only'],
): SaleColumn => ({ kind, header: { 'pt-BR': portuguese, en: english }, read, ...(only && { only }) });

const campaign = (name: string) => column('text', name, name, ({ utmQuery }) => utmQuery[name] ?? null);

/** Administrators read documents one by one, in a call that is logged. */
const COLUMNS: readonly SaleColumn[] = [
  column('time', 'Data', 'Date', ({ createdAt }) => createdAt),
  column('text', 'Pedido', 'Order', ({ id }) => orderCodeOf(id)),
  column('text', 'Produto', 'Product', ({ title }) => title),
  column('text', 'Itens', 'Items', ({ items }) => items.join(' | ')),
  column('text', 'Cobrança da assinatura', 'Subscription charge', ({ cycle }) => cycle && String(cycle)),
  column('text', 'Comprador', 'Buyer', ({ buyerName }) => buyerName),
  column('text', 'E-mail', 'Email', ({ buyerEmail }) => buyerEmail),
  column('text', 'CPF/CNPJ', 'CPF/CNPJ', ({ buyerDocument }) => buyerDocument, 'SELLER'),
  column('text', 'Vendedor', 'Seller', ({ sellerName }) => sellerName, 'PLATFORM'),
  column('text', 'Forma de pagamento', 'Payment method', ({ method }, locale) => METHODS[method][locale]),
  column('text', 'Parcelas', 'Installments', ({ installments }) => String(installments)),
  column('text', 'Situação', 'Status', ({ status }, locale) => STATUSES[status][locale]),
  column('text', 'Cupom', 'Coupon', ({ couponCode }) => couponCode),
  column('money', 'Desconto', 'Discount', ({ discount, methodDiscount }) => discount + methodDiscount),
  column('money', 'Frete', 'Shipping', ({ freight }) => freight),
  column('text', 'Moeda', 'Currency', ({ currency }) => currency),
  column('money', 'Valor', 'Amount', ({ amount }) => amount),
  column('money', 'Pago', 'Paid', ({ paidAmount }) => paidAmount),
  column('money', 'Devolvido', 'Returned', ({ returned }) => returned),
  column('money', 'Juros do parcelamento', 'Installment interest', ({ interest }) => interest),
  column('money', 'Taxa da plataforma', 'Platform fee', ({ fee }) => fee),
  column('text', 'Afiliado', 'Affiliate', ({ affiliateName }) => affiliateName),
  column('money', 'Comissão do afiliado', 'Affiliate commission', ({ affiliateCommission }) => affiliateCommission),
  column('money', 'Coprodução', 'Co-producers', ({ coProducerCommission }) => coProducerCommission),
  column('money', 'Líquido do vendedor', 'Seller net', ({ net }) => net),
  ...['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'src', 'sck'].map(campaign),
  column(
    'text',
    'Outros campos',
    'Other fields',
    ({ customFields }) => customFields?.map(({ label, value }) => `${label}: ${value}`).join(' | ') ?? null,
    'SELLER',
  ),
];

type App = Pick<FastifyInstance, 'database'>;

/** Adds to a batch of sales how their money was divided. What is on its way back to the buyer counts as returned. */
async function readMoney(app: App, platformId: string, rows: readonly SaleRow[]): Promise<ExportedSale[]> {
  const ids = rows.map(({ id }) => id);
  const [sold, sums] = await app.database.read(
    platformId,
    [selectSold(platformId, ids), selectSaleSums(platformId, ids)],
    true,
  );
  const soldById = new Map(sold.rows.map((row) => [row.id, row]));
  const sumsById = Map.groupBy(sums.rows, ({ saleId }) => saleId);
  return rows.flatMap((row) => {
    const details = soldById.get(row.id);
    if (!details) return [];
    const { left, returning, interest, platformFee, people } = divideSale(details.shares, sumsById.get(row.id) ?? []);
    const ofRole = (wanted: string) =>
      people.reduce((sum, { role, amount }) => sum + (role === wanted ? amount : 0), 0);
    return {
      ...row,
      ...details,
      returned: details.paidAmount - left + returning,
      interest,
      fee: platformFee,
      affiliateCommission: ofRole('affiliate'),
      coProducerCommission: ofRole('co-producer'),
      net: ofRole('seller'),
    };
  });
}

/** The sales of a filter. The seller is named where the sales of several may be among them. */
export function openSales(
  app: App,
  platformId: string,
  filter: SalesFilter,
  { locale, hasSeller }: { locale: Locale; hasSeller: boolean },
): Table {
  const columns = COLUMNS.filter(({ only }) => !only || only === (hasSeller ? 'PLATFORM' : 'SELLER'));
  async function* batches() {
    for await (const rows of readAllSales(app, platformId, filter)) {
      const sales = await readMoney(app, platformId, rows);
      yield sales.map((sale) => columns.map(({ read }) => read(sale, locale)));
    }
  }
  return {
    name: SHEET[locale],
    locale,
    columns: columns.map(({ kind, header }) => ({ kind, header: header[locale] })),
    batches: batches(),
  };
}

/** Writes lists of subscriptions as files. */
import type { Locale } from '@feira/schemas/common';
import { type Frequency, monthsOf } from '@feira/schemas/rules/subscription';
import type { SubscriptionEndReason, SubscriptionMethod, SubscriptionStatus } from '@feira/schemas/subscription';
import type { FastifyInstance } from 'fastify';
import { type PageCursor, parsePlace, selectPage } from '../../shared/list.ts';
import type { Table } from '../../shared/table.ts';
import { type Filter, SUBSCRIPTIONS } from './views.ts';

interface Labels {
  name: string;
  columns: Record<
    | 'since'
    | 'buyer'
    | 'email'
    | 'seller'
    | 'title'
    | 'product'
    | 'status'
    | 'method'
    | 'days'
    | 'months'
    | 'cycle'
    | 'cycles'
    | 'nextChargeAt'
    | 'endedAt'
    | 'endReason'
    | 'currency'
    | 'amount',
    string
  >;
  statuses: Record<SubscriptionStatus, string>;
  methods: Record<SubscriptionMethod, string>;
  reasons: Record<SubscriptionEndReason, string>;
}

const LABELS: Record<Locale, Labels> = {
  'pt-BR': {
    name: 'Assinaturas',
    columns: {
      since: 'Assinante desde',
      buyer: 'Comprador',
      email: 'E-mail',
      seller: 'Vendedor',
      title: 'Plano',
      product: 'Produto',
      status: 'Situação',
      method: 'Forma de pagamento',
      days: 'Dias entre cobranças',
      months: 'Meses entre cobranças',
      cycle: 'Última cobrança paga',
      cycles: 'Número de cobranças',
      nextChargeAt: 'Próxima cobrança',
      endedAt: 'Terminou em',
      endReason: 'Motivo',
      currency: 'Moeda',
      amount: 'Valor da próxima cobrança',
    },
    statuses: {
      TRIALING: 'Em teste',
      ACTIVE: 'Ativa',
      PAST_DUE: 'Em atraso',
      PAUSED: 'Pausada',
      CANCELED: 'Cancelada',
      ENDED: 'Concluída',
    },
    methods: { PIX: 'Pix', CREDIT_CARD: 'Cartão de crédito', BILLET: 'Boleto', PIX_AUTOMATICO: 'Pix Automático' },
    reasons: {
      BUYER: 'Cancelada pelo comprador',
      SELLER: 'Cancelada pelo vendedor',
      PLATFORM: 'Cancelada pela equipe',
      UNPAID: 'Falta de pagamento',
      COMPLETED: 'Todas as cobranças feitas',
      REFUNDED: 'Reembolso',
      CHARGEBACK: 'Contestação no banco',
      MANDATE_ENDED: 'Autorização do Pix Automático encerrada',
    },
  },
  en: {
    name: 'Subscriptions',
    columns: {
      since: 'Subscribed since',
      buyer: 'Buyer',
      email: 'Email',
      seller: 'Seller',
      title: 'Plan',
      product: 'Product',
      status: 'Status',
      method: 'Payment method',
      days: 'Days between charges',
      months: 'Months between charges',
      cycle: 'Latest paid charge',
      cycles: 'Number of charges',
      nextChargeAt: 'Next charge',
      endedAt: 'Ended on',
      endReason: 'Reason',
      currency: 'Currency',
      amount: 'Amount of the next charge',
    },
    statuses: {
      TRIALING: 'Trialing',
      ACTIVE: 'Active',
      PAST_DUE: 'Past due',
      PAUSED: 'Paused',
      CANCELED: 'Canceled',
      ENDED: 'Ended',
    },
    methods: { PIX: 'Pix', CREDIT_CARD: 'Credit card', BILLET: 'Bank slip', PIX_AUTOMATICO: 'Pix Automático' },
    reasons: {
      BUYER: 'Canceled by the buyer',
      SELLER: 'Canceled by the seller',
      PLATFORM: 'Canceled by the team',
      UNPAID: 'Not paid',
      COMPLETED: 'All charges made',
      REFUNDED: 'Refunded',
      CHARGEBACK: 'Disputed at the bank',
      MANDATE_ENDED: 'Pix Automático mandate ended',
    },
  },
};

/** The days or the months between two charges. */
const betweenCharges = (frequency: Frequency): [string | null, string | null] => {
  const months = monthsOf(frequency);
  return months === null ? [String(frequency.frequencyInDays), null] : [null, String(months)];
};

const BATCH = 1_000;

/** Reads all subscriptions of a filter, batch by batch, each in its own transaction. */
async function* readAll({ database }: Pick<FastifyInstance, 'database'>, platformId: string, filter: Filter) {
  let after: PageCursor | null = null;
  for (;;) {
    const rows = await database.list(
      platformId,
      selectPage(SUBSCRIPTIONS, platformId, filter, { after, limit: BATCH }),
    );
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (rows.length < BATCH || !last) return;
    after = parsePlace(last.cursor);
  }
}

/** The subscriptions of a filter. The seller is named where those of several may be among them. */
export function openSubscriptions(
  app: Pick<FastifyInstance, 'database'>,
  platformId: string,
  filter: Filter,
  { locale, hasSeller }: { locale: Locale; hasSeller: boolean },
): Table {
  const { name, columns, statuses, methods, reasons } = LABELS[locale];
  const text = (header: string) => ({ header, kind: 'text' }) as const;
  const time = (header: string) => ({ header, kind: 'time' }) as const;
  async function* batches() {
    for await (const rows of readAll(app, platformId, filter))
      yield rows.map((one) => [
        ...[one.createdAt, one.buyerName, one.buyerEmail],
        ...(hasSeller ? [one.sellerName] : []),
        ...[one.title, one.productName, statuses[one.status], methods[one.method]],
        ...betweenCharges(one),
        ...[String(one.cycle), one.cycles === null ? null : String(one.cycles), one.nextChargeAt, one.endedAt],
        ...[one.endReason && reasons[one.endReason], one.currency, one.amount],
      ]);
  }
  return {
    name,
    locale,
    columns: [
      time(columns.since),
      ...[columns.buyer, columns.email].map(text),
      ...(hasSeller ? [text(columns.seller)] : []),
      ...[
        columns.title,
        columns.product,
        columns.status,
        columns.method,
        columns.days,
        columns.months,
        columns.cycle,
      ].map(text),
      ...[text(columns.cycles), time(columns.nextChargeAt), time(columns.endedAt)],
      ...[text(columns.endReason), text(columns.currency), { header: columns.amount, kind: 'money' as const }],
    ],
    batches: batches(),
  };
}

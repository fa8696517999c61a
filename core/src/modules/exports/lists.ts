/** The lists that are downloaded as files: their columns, by the fields of what their procedures answer. */
import type { Locale } from '@feira/schemas/common';
import type { Procedure } from '@feira/schemas/procedure';
import { listAnticipations, listRequested } from '@feira/schemas/procedures/anticipations';
import { listHolds } from '@feira/schemas/procedures/balances';
import { listMyCoupons } from '@feira/schemas/procedures/coupons';
import { listCases as listDisputeCases, listDisputes } from '@feira/schemas/procedures/disputes';
import { listCharges } from '@feira/schemas/procedures/figures';
import { listInvoices } from '@feira/schemas/procedures/fiscal-invoices';
import { listShipments } from '@feira/schemas/procedures/fulfilment';
import { listItems } from '@feira/schemas/procedures/inbox';
import { listMails } from '@feira/schemas/procedures/mail';
import { listProposals } from '@feira/schemas/procedures/money-rules';
import {
  listAffiliations,
  listContracts,
  listMarketplace,
  listMyAffiliations,
  listMyContracts,
  listProducts as listPartnered,
} from '@feira/schemas/procedures/partners';
import { listParked } from '@feira/schemas/procedures/payments';
import { listBankAccounts, listPayouts, listWithdrawals } from '@feira/schemas/procedures/payouts';
import { listFunctionaries, listManagedUsers, listManagers } from '@feira/schemas/procedures/people';
import { listMyProducts, listProducts } from '@feira/schemas/procedures/products';
import { listPurchases } from '@feira/schemas/procedures/purchases';
import { listPlatformDocuments, listReceivers } from '@feira/schemas/procedures/receivers';
import { listCases } from '@feira/schemas/procedures/reconciliation';
import {
  listPlatformRefunds,
  listPlatformRequests,
  listRefunds,
  listRequests,
} from '@feira/schemas/procedures/refunds';
import {
  listNegativeSellers,
  listReleased,
  listSellerProfit,
  listSellerRevenue,
} from '@feira/schemas/procedures/reports';
import { listDecisions } from '@feira/schemas/procedures/routing';
import { listLogs } from '@feira/schemas/procedures/subscriptions';
import { listExchanges, listWebhooks } from '@feira/schemas/procedures/webhooks';
import { AUDIT_VALUES } from '@feira/schemas/rules/audit-fields';
import type { Column, Value } from '../../shared/table.ts';

type Words = Record<Locale, string>;

/** `code` is a constant that has words; `basisPoints` are written as a percentage. */
interface Field extends Words {
  kind: Column['kind'] | 'code' | 'count' | 'basisPoints';
}

const field = (kind: Field['kind'], portuguese: string, english: string): Field => ({
  kind,
  'pt-BR': portuguese,
  en: english,
});

/** By the path of a value in a row. */
export const FIELDS = {
  amount: field('money', 'Valor', 'Amount'),
  anticipations: field('money', 'Antecipações', 'Advances'),
  at: field('time', 'Quando', 'When'),
  attempts: field('count', 'Tentativas', 'Attempts'),
  basisPoints: field('basisPoints', 'Comissão (%)', 'Commission (%)'),
  buyerName: field('text', 'Comprador', 'Buyer'),
  by: field('code', 'Por', 'By'),
  cause: field('code', 'Causa', 'Cause'),
  charged: field('money', 'Contestado', 'Charged back'),
  city: field('text', 'Cidade', 'City'),
  closedAt: field('time', 'Encerrado em', 'Closed'),
  code: field('text', 'Código', 'Code'),
  commissions: field('money', 'Comissões de gerentes', 'Manager commissions'),
  'connection.name': field('text', 'Conexão', 'Connection'),
  connectionName: field('text', 'Conexão', 'Connection'),
  createdAt: field('time', 'Criado em', 'Created'),
  currency: field('text', 'Moeda', 'Currency'),
  cycle: field('count', 'Cobrança da assinatura', 'Subscription charge'),
  decideBy: field('time', 'Decidir até', 'Decide by'),
  decidedAt: field('time', 'Decidido em', 'Decided'),
  decider: field('text', 'Decidida por', 'Decided by'),
  destinationLabel: field('text', 'Destino', 'Destination'),
  dueAt: field('time', 'Prazo', 'Due'),
  'earned.commission': field('money', 'Comissão', 'Commission'),
  'earned.currency': field('text', 'Moeda', 'Currency'),
  'earned.sales': field('count', 'Vendas', 'Sales'),
  durationMs: field('count', 'Duração (ms)', 'Duration (ms)'),
  effectiveAt: field('time', 'Vale a partir de', 'Effective from'),
  email: field('text', 'E-mail', 'Email'),
  endedAt: field('time', 'Encerrada em', 'Ended'),
  endsAt: field('time', 'Termina em', 'Ends'),
  errorCode: field('text', 'Código do erro', 'Error code'),
  failure: field('text', 'Falha', 'Failure'),
  fee: field('money', 'Taxa', 'Fee'),
  fees: field('money', 'Taxas', 'Fees'),
  gross: field('money', 'Bruto', 'Gross'),
  ground: field('code', 'Fundamento', 'Ground'),
  heldAmount: field('money', 'Valor retido', 'Amount held'),
  heldSince: field('time', 'Retido desde', 'Held since'),
  'holder.name': field('text', 'Responsável', 'Assignee'),
  holderName: field('text', 'Titular', 'Account holder'),
  host: field('text', 'Servidor', 'Host'),
  interest: field('money', 'Juros', 'Interest'),
  canceledAt: field('time', 'Cancelada em', 'Canceled'),
  issuedAt: field('time', 'Emitida em', 'Issued'),
  number: field('text', 'Número', 'Number'),
  saleId: field('text', 'Venda', 'Sale'),
  isActive: field('code', 'Ativo', 'Active'),
  isOpen: field('code', 'Aberto a afiliados', 'Open to affiliates'),
  isOverdue: field('code', 'Atrasado', 'Overdue'),
  kind: field('code', 'Tipo', 'Type'),
  label: field('text', 'Conta', 'Account'),
  lastSeenAt: field('time', 'Último acesso', 'Last seen'),
  ledgerAmount: field('money', 'Valor no razão', 'Amount in the ledger'),
  losses: field('money', 'Perdas', 'Losses'),
  maxUses: field('count', 'Limite de usos', 'Usage limit'),
  method: field('code', 'Forma de pagamento', 'Payment method'),
  name: field('text', 'Nome', 'Name'),
  net: field('money', 'Líquido', 'Net'),
  note: field('text', 'Observação', 'Note'),
  offers: field('count', 'Ofertas', 'Offers'),
  operation: field('text', 'Operação', 'Operation'),
  openedAt: field('time', 'Aberta em', 'Opened'),
  outcome: field('text', 'Resultado', 'Outcome'),
  owed: field('money', 'Em débito', 'Owed'),
  paidAmount: field('money', 'Valor pago', 'Amount paid'),
  paidAt: field('time', 'Pago em', 'Paid'),
  'partner.email': field('text', 'E-mail do coprodutor', 'Co-producer email'),
  'partner.name': field('text', 'Coprodutor', 'Co-producer'),
  path: field('text', 'Caminho', 'Path'),
  paymentId: field('text', 'Pagamento', 'Payment'),
  pending: field('money', 'A liberar', 'Pending'),
  'person.email': field('text', 'E-mail', 'Email'),
  'person.name': field('text', 'Nome', 'Name'),
  phone: field('text', 'Telefone', 'Phone'),
  'platform.name': field('text', 'Plataforma', 'Platform'),
  'product.name': field('text', 'Produto', 'Product'),
  processedAt: field('time', 'Processado em', 'Processed'),
  profit: field('money', 'Lucro', 'Profit'),
  proposer: field('text', 'Proposta por', 'Proposed by'),
  protocol: field('text', 'Protocolo', 'Reference'),
  provider: field('text', 'Provedor', 'Provider'),
  providerAmount: field('money', 'Valor no provedor', 'Amount at the provider'),
  providerCosts: field('money', 'Custos dos provedores', 'Provider costs'),
  reason: field('text', 'Motivo', 'Reason'),
  'reason.code': field('code', 'Motivo', 'Reason'),
  receivedAt: field('time', 'Recebido em', 'Received'),
  receiverId: field('text', 'Código no provedor', 'Provider reference'),
  receiverProvider: field('text', 'Provedor', 'Provider'),
  recipient: field('text', 'Destinatário', 'Recipient'),
  reference: field('text', 'Referência', 'Reference'),
  refunded: field('money', 'Reembolsado', 'Refunded'),
  releaseAt: field('time', 'Libera em', 'Releases'),
  releasedAt: field('time', 'Liberado em', 'Released'),
  replays: field('count', 'Reprocessado', 'Replays'),
  sales: field('count', 'Vendas', 'Sales'),
  'seller.email': field('text', 'E-mail do vendedor', 'Seller email'),
  'seller.name': field('text', 'Vendedor', 'Seller'),
  sellerName: field('text', 'Vendedor', 'Seller'),
  sharedBasisPoints: field('basisPoints', 'Dividido ao todo (%)', 'Shared in all (%)'),
  sentAt: field('time', 'Enviado em', 'Sent'),
  'shipment.carrier': field('text', 'Transportadora', 'Carrier'),
  'shipment.trackingCode': field('text', 'Código de rastreio', 'Tracking code'),
  shipUntil: field('text', 'Enviar até', 'Ship by'),
  since: field('time', 'Desde', 'Since'),
  startedAt: field('time', 'Início', 'Started'),
  startsAt: field('time', 'Vale desde', 'Starts'),
  state: field('code', 'Situação', 'Status'),
  status: field('code', 'Situação', 'Status'),
  subject: field('code', 'Sobre', 'About'),
  subjectName: field('text', 'De', 'For'),
  template: field('text', 'Modelo', 'Template'),
  title: field('text', 'Produto', 'Product'),
  transactionId: field('text', 'Transação', 'Transaction'),
  typeProduct: field('code', 'Formato', 'Format'),
  userCount: field('count', 'Vendedores', 'Sellers'),
  uses: field('count', 'Usos', 'Uses'),
  windowDays: field('count', 'Dias de atribuição', 'Attribution days'),
} satisfies Record<string, Field>;

type FieldPath = keyof typeof FIELDS;

const words = (portuguese: string, english: string): Words => ({ 'pt-BR': portuguese, en: english });

/** Constants that the audit log has no words for. */
const VALUES: Record<string, Words> = {
  APPLIED: words('em vigor', 'applied'),
  BUYER: words('comprador', 'buyer'),
  CANCEL_ORDERED: words('cancelamento pedido', 'cancellation requested'),
  CANCEL_WITHDRAWN: words('cancelamento desfeito', 'cancellation withdrawn'),
  CARD_CHANGED: words('cartão trocado', 'card changed'),
  CHARGE_REFUSED: words('cobrança recusada', 'charge declined'),
  CODE_SENT: words('código enviado', 'code sent'),
  COSTS: words('custos de uma conexão', 'costs of a connection'),
  DUNNING_ENDED: words('régua encerrada', 'dunning ended'),
  DUNNING_STEP: words('passo da régua', 'dunning step'),
  ENGINE: words('automático', 'automatic'),
  LAPSED: words('sem efeito', 'lapsed'),
  METHOD_CHANGED: words('forma de pagamento trocada', 'payment method changed'),
  OUTDATED: words('desatualizada', 'outdated'),
  OVERDUE: words('em atraso', 'overdue'),
  PAUSED: words('pausada', 'paused'),
  PERIOD_ENDED: words('período encerrado', 'period ended'),
  PLAN_CHANGED: words('plano trocado', 'plan changed'),
  PLAN_KEPT: words('plano mantido', 'plan kept'),
  PLATFORM: words('plataforma', 'platform'),
  PRICE_CHANGED: words('preço alterado', 'price changed'),
  RESTORED: words('restabelecido', 'restored'),
  RESUMED: words('retomada', 'resumed'),
  REVERSED: words('dinheiro devolvido', 'reversed'),
  ROUTES: words('rotas', 'routes'),
  RISK_RULES: words('regras contra fraude', 'fraud rules'),
  RISK_ALLOWED: words('liberação de alguém pelas regras contra fraude', 'somebody let through by the fraud rules'),
  SCHEDULED: words('agendada', 'scheduled'),
  DISPUTE: words('contestação', 'dispute'),
  EXPIRED: words('expirado', 'expired'),
  IGNORED: words('ignorado', 'ignored'),
  PAST_DUE: words('em atraso', 'past due'),
  PROCESSED: words('processado', 'processed'),
  RECEIVED: words('recebido', 'received'),
  REFUNDED: words('reembolsado', 'refunded'),
  RELEASE: words('prazo de liberação', 'release'),
  RESERVE: words('reserva', 'reserve'),
  SELLER: words('vendedor', 'seller'),
  TRIALING: words('em teste', 'in trial'),
  TRIAL_ENDING: words('aviso do fim do teste', 'trial ending'),
  SETTINGS: words('regras da plataforma', 'rules of the platform'),
  AMOUNT: words('valor diferente', 'amount differs'),
  ANSWERED: words('defesa enviada', 'defense submitted'),
  APPROVED: words('aprovado', 'approved'),
  CANCELED: words('cancelado', 'canceled'),
  DECLINED: words('recusado', 'declined'),
  DELIVERED: words('entregue', 'delivered'),
  DONE: words('concluído', 'succeeded'),
  DUPLICATE: words('compra duplicada', 'duplicate purchase'),
  EXCESS: words('excedente', 'overpayment'),
  EXTRA: words('só no provedor', 'only at the provider'),
  NOT_AS_DESCRIBED: words('diferente do anunciado', 'not as described'),
  NOT_RECEIVED: words('não recebido', 'not received'),
  OPEN: words('aberto', 'open'),
  OTHER: words('outro', 'other'),
  RECEIVER: words('recebedor', 'receiver'),
  REFUND: words('reembolso', 'refund'),
  REJECTED: words('rejeitado', 'rejected'),
  REMOVED: words('removido', 'removed'),
  RESOLVED: words('resolvido', 'resolved'),
  RETURNED: words('devolvido', 'returned'),
  SENDING: words('enviando', 'sending'),
  SENT: words('enviado', 'sent'),
  SHIPPED: words('enviado', 'shipped'),
  TO_SHIP: words('a enviar', 'to ship'),
  UNDERPAID: words('pago a menos', 'underpayment'),
  UNKNOWN: words('sem confirmação', 'unconfirmed'),
  UNRETURNED: words('não devolvido', 'not returned'),
  VANISHED: words('desfeito', 'cleared'),
  WAITING: words('aguarda', 'waiting'),
  ISSUED: words('emitida', 'issued'),
  WANTED: words('pedido', 'requested'),
  WITHDRAWAL: words('saque', 'withdrawal'),
};

/** Returns the words of a constant, or the constant itself. */
export const toWords = (value: string, locale: Locale): string =>
  (VALUES[value] ?? AUDIT_VALUES[value])?.[locale] ?? value;

export const isKnown = (value: string): boolean => value in VALUES || value in AUDIT_VALUES;

export interface ListFile {
  procedure: Procedure;
  /** The name of the file, without day and ending; the sheet's as well. */
  name: Words;
  /** The property of the answer that holds the rows. */
  rows: 'items' | 'people' | 'shipments' | 'proposals' | 'purchases' | 'webhooks' | 'exchanges' | 'decisions';
  fields: readonly FieldPath[];
}

const file = (
  procedure: Procedure,
  portuguese: string,
  english: string,
  fields: readonly FieldPath[],
  rows: ListFile['rows'] = 'items',
): ListFile => ({ procedure, name: words(portuguese, english), rows, fields });

const PERSON = ['person.name', 'person.email'] as const;
const PAYOUT = ['createdAt', 'method', 'destinationLabel', 'currency', 'amount', 'fee', 'state', 'closedAt'] as const;
const ANTICIPATION = ['createdAt', 'currency', 'amount', 'fee', 'state', 'closedAt'] as const;
const DISPUTE = [
  'openedAt',
  'dueAt',
  'kind',
  'title',
  'cycle',
  'buyerName',
  'currency',
  'amount',
  'heldAmount',
  'state',
] as const;
const REFUND = [
  'createdAt',
  'title',
  'cycle',
  'buyerName',
  'method',
  'currency',
  'amount',
  'paidAmount',
  'state',
] as const;
const REQUEST = ['createdAt', 'protocol', 'title', 'cycle', 'buyerName', 'currency', 'amount', 'reason.code'] as const;
const DECISION = ['ground', 'state', 'decideBy', 'decidedAt'] as const;
const STAFF = ['name', 'email', 'phone', 'status', 'createdAt', 'lastSeenAt'] as const;
const PRODUCT = ['name', 'typeProduct', 'status', 'createdAt'] as const;

export const LIST_FILES: readonly ListFile[] = [
  file(listPayouts, 'saques', 'payouts', [...PERSON, ...PAYOUT, 'holderName', 'provider']),
  file(listWithdrawals, 'meus-saques', 'my-payouts', PAYOUT),
  file(listBankAccounts, 'contas-bancarias', 'bank-accounts', [
    ...PERSON,
    'kind',
    'label',
    'holderName',
    'status',
    'createdAt',
  ]),
  file(listRequested, 'antecipacoes', 'anticipations', [...PERSON, ...ANTICIPATION]),
  file(listAnticipations, 'minhas-antecipacoes', 'my-anticipations', ANTICIPATION),
  file(listDisputeCases, 'contestacoes', 'disputes', ['seller.name', 'seller.email', ...DISPUTE]),
  file(listDisputes, 'contestacoes', 'disputes', DISPUTE),
  file(listPlatformRefunds, 'reembolsos', 'refunds', ['sellerName', ...REFUND, 'cause', 'provider', 'isOverdue']),
  file(listRefunds, 'reembolsos', 'refunds', REFUND),
  file(listPlatformRequests, 'pedidos-de-reembolso', 'refund-requests', ['sellerName', ...REQUEST, ...DECISION]),
  file(listRequests, 'pedidos-de-reembolso', 'refund-requests', [...REQUEST, 'note', ...DECISION]),
  file(listParked, 'cobrancas-sem-resposta', 'unanswered-charges', [
    ...(['createdAt', 'title', 'buyerName', 'sellerName', 'method', 'currency', 'amount'] as const),
    ...(['provider', 'connectionName'] as const),
  ]),
  file(listProducts, 'produtos', 'products', ['seller.name', 'seller.email', ...PRODUCT]),
  file(listMyProducts, 'meus-produtos', 'my-products', [...PRODUCT, 'offers']),
  file(listManagers, 'gerentes', 'managers', [...STAFF, 'userCount'], 'people'),
  file(listFunctionaries, 'equipe', 'team', STAFF, 'people'),
  file(listManagedUsers, 'vendedores', 'sellers', STAFF, 'people'),
  file(listReceivers, 'recebedores', 'receivers', [
    ...PERSON,
    ...(['receiverProvider', 'receiverId', 'status', 'state', 'createdAt'] as const),
  ]),
  file(listCases, 'diferencas-da-conciliacao', 'reconciliation-differences', [
    ...(['createdAt', 'kind', 'subject', 'connection.name', 'transactionId', 'currency'] as const),
    ...(['providerAmount', 'ledgerAmount', 'state', 'closedAt', 'note'] as const),
  ]),
  file(listAffiliations, 'afiliados', 'affiliates', [
    ...PERSON,
    ...(['product.name', 'basisPoints', 'status', 'createdAt'] as const),
    ...(['earned.sales', 'earned.currency', 'earned.commission'] as const),
  ]),
  file(
    listShipments,
    'envios',
    'shipments',
    ['paidAt', 'buyerName', 'city', 'shipUntil', 'isOverdue', 'shipment.carrier', 'shipment.trackingCode'],
    'shipments',
  ),
  file(listInvoices, 'notas-fiscais', 'invoices', [
    ...(['createdAt', 'saleId', 'buyerName', 'state', 'number', 'code', 'currency', 'amount'] as const),
    ...(['issuedAt', 'canceledAt', 'reason'] as const),
  ]),
  file(listSellerRevenue, 'faturamento-por-vendedor', 'revenue-by-seller', [
    ...PERSON,
    ...(['sales', 'gross', 'refunded', 'charged', 'net'] as const),
  ]),
  file(listSellerProfit, 'lucro-por-vendedor', 'profit-by-seller', [
    ...PERSON,
    ...([
      'sales',
      'gross',
      'fees',
      'interest',
      'anticipations',
      'providerCosts',
      'commissions',
      'losses',
      'profit',
    ] as const),
  ]),
  file(listNegativeSellers, 'vendedores-em-debito', 'sellers-in-debt', [...PERSON, 'owed', 'pending', 'since']),
  file(listReleased, 'garantias-liberadas', 'released-guarantees', [
    ...PERSON,
    ...(['title', 'amount', 'heldSince', 'releasedAt'] as const),
  ]),
  file(listCharges, 'cobrancas', 'charges', [
    ...(['createdAt', 'platform.name', 'paymentId', 'method', 'currency', 'amount', 'status', 'state'] as const),
    ...(['connectionName', 'provider', 'transactionId', 'reason'] as const),
  ]),
  file(listMails, 'e-mails', 'mails', ['createdAt', 'template', 'recipient', 'state', 'attempts', 'failure', 'sentAt']),
  file(listPlatformDocuments, 'documentos', 'documents', [
    ...PERSON,
    ...(['receiverProvider', 'title', 'status', 'reason', 'sentAt', 'createdAt'] as const),
  ]),
  file(listItems, 'pendencias', 'inbox', [
    ...(['kind', 'dueAt', 'since', 'title', 'reference'] as const),
    ...PERSON,
    ...(['currency', 'amount', 'holder.name'] as const),
  ]),
  file(listHolds, 'retencoes', 'holds', ['createdAt', 'title', 'reason.code', 'currency', 'amount', 'releaseAt']),
  file(listMyCoupons, 'cupons', 'coupons', [
    ...(['code', 'uses', 'maxUses', 'startsAt', 'endsAt', 'isActive', 'createdAt'] as const),
  ]),
  file(listPartnered, 'produtos-e-afiliacao', 'products-and-affiliation', [
    ...(['product.name', 'isOpen', 'basisPoints', 'windowDays', 'sharedBasisPoints'] as const),
  ]),
  file(listMarketplace, 'mercado-de-afiliacao', 'affiliate-marketplace', [
    ...(['product.name', 'sellerName', 'typeProduct', 'basisPoints', 'windowDays'] as const),
  ]),
  file(listMyAffiliations, 'minhas-afiliacoes', 'my-affiliations', [
    ...(['product.name', 'sellerName', 'basisPoints', 'status', 'createdAt'] as const),
    ...(['earned.sales', 'earned.currency', 'earned.commission'] as const),
  ]),
  file(listContracts, 'contratos-de-coproducao', 'co-production-contracts', [
    ...(['product.name', 'partner.name', 'partner.email', 'basisPoints', 'status'] as const),
    ...(['createdAt', 'startsAt', 'endsAt'] as const),
  ]),
  file(listMyContracts, 'minhas-coproducoes', 'my-co-productions', [
    ...(['product.name', 'seller.name', 'seller.email', 'basisPoints', 'status'] as const),
    ...(['createdAt', 'startsAt', 'endsAt'] as const),
  ]),
  file(listLogs, 'registro-de-assinaturas', 'subscription-log', ['at', 'kind', 'by', 'title', 'sellerName', 'status']),
  file(
    listWebhooks,
    'webhooks',
    'webhooks',
    [
      ...(['receivedAt', 'processedAt', 'connectionName', 'provider', 'state', 'paymentId'] as const),
      ...(['attempts', 'replays', 'reason'] as const),
    ],
    'webhooks',
  ),
  file(
    listExchanges,
    'chamadas-a-provedores',
    'provider-calls',
    [
      ...(['startedAt', 'connectionName', 'provider', 'operation', 'method', 'host', 'path', 'status'] as const),
      ...(['outcome', 'errorCode', 'reason', 'durationMs', 'paymentId'] as const),
    ],
    'exchanges',
  ),
  file(
    listDecisions,
    'decisoes-de-rota',
    'routing-decisions',
    [
      ...(['createdAt', 'paymentId', 'method', 'currency', 'amount', 'status', 'state'] as const),
      ...(['connectionName', 'provider', 'transactionId', 'reason'] as const),
    ],
    'decisions',
  ),
  file(
    listProposals,
    'mudancas-de-regras',
    'money-rule-changes',
    [
      ...(['createdAt', 'kind', 'subjectName', 'status', 'proposer', 'decider'] as const),
      ...(['effectiveAt', 'endedAt', 'note', 'reason'] as const),
    ],
    'proposals',
  ),
  file(
    listPurchases,
    'compras',
    'purchases',
    ['createdAt', 'title', 'sellerName', 'method', 'currency', 'amount', 'status'],
    'purchases',
  ),
];

/** Returns the value at a path; null where the row has none. A path that ends in `code` names the constant before it. */
export function toValue(row: object, path: FieldPath, locale: Locale): Value {
  const found = path
    .replace(/\.code$/, '')
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], row);
  if (found === null || found === undefined) return null;
  const { kind } = FIELDS[path];
  if (kind === 'money') return Number(found);
  if (kind === 'time') return new Date(found as string | Date);
  if (kind === 'basisPoints') return String(Number(found) / 100).replace('.', locale === 'pt-BR' ? ',' : '.');
  return kind === 'code' ? toWords(String(found), locale) : String(found);
}

export const toColumn = (path: FieldPath, locale: Locale): Column => {
  const { kind, [locale]: header } = FIELDS[path];
  return { header, kind: kind === 'money' || kind === 'time' ? kind : 'text' };
};

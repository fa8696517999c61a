/** The fields that a line of each kind of file fills: their names, their words, and how their cells are read. */
import type { Locale } from '@feira/schemas/common';
import { CURRENCIES } from '@feira/schemas/common';
import { type Entity, fieldsOf } from '@feira/schemas/entities/entity';
import { offer } from '@feira/schemas/entities/offer';
import { product } from '@feira/schemas/entities/product';
import { IMPORT_SOURCES, type ImportKind, type SALE_STATES } from '@feira/schemas/imports';
import { PRODUCT_CATEGORIES } from '@feira/schemas/options';
import { AUDIT_VALUES } from '@feira/schemas/rules/audit-fields';
import { foldText } from './values.ts';

export type Words = Record<Locale, string>;
export const words = (portuguese: string, english: string): Words => ({ 'pt-BR': portuguese, en: english });

export type FieldKind =
  | 'text'
  | 'money'
  | 'percent'
  | 'integer'
  | 'boolean'
  | 'choice'
  | 'moment'
  | 'email'
  | 'phone'
  | 'document';

export interface ImportField {
  name: string;
  kind: FieldKind;
  words: Words;
  isRequired?: boolean;
  mostLetters?: number;
  /** The value by each word that stands for it, in the form of `foldText`. */
  choices?: ReadonlyMap<string, string>;
  /** The schema that the value has to meet besides. */
  schema?: object;
}

const MOST_LETTERS = 200;
const text = (name: string, portuguese: string, english: string, rest: Partial<ImportField> = {}): ImportField => ({
  name,
  kind: 'text',
  words: words(portuguese, english),
  mostLetters: MOST_LETTERS,
  ...rest,
});
const field = (
  name: string,
  kind: FieldKind,
  portuguese: string,
  english: string,
  rest: Partial<ImportField> = {},
): ImportField => ({ name, kind, words: words(portuguese, english), ...rest });

const choicesOf = (values: Record<string, readonly string[]>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(values).flatMap(([value, said]) => [value, ...said].map((word) => [foldText(word), value] as const)),
  );

/** Fields that are more than a cell holds, or that name rows of this platform. */
const LEFT_OUT = new Set(['image', 'pixels', 'dunning', 'connectionId', 'installments', 'customFields']);

interface PlainSchema {
  type?: string;
  format?: string;
  enum?: readonly (string | number)[];
  maxLength?: number;
  anyOf?: readonly PlainSchema[];
}
const bare = (schema: PlainSchema): PlainSchema => schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;

/** The words of other platforms for our constants. */
const MORE_WORDS: Record<string, readonly string[]> = {
  DIGITAL: ['digital', 'produto digital', 'curso', 'e-book', 'ebook', 'online'],
  FISICO: ['físico', 'produto físico', 'physical', 'tangível'],
  ONE_TIME: ['única', 'pagamento único', 'venda única', 'one time', 'single', 'avulsa'],
  SUBSCRIPTION: ['assinatura', 'recorrente', 'recorrência', 'subscription', 'recurring'],
};

const saidOf = (value: string): string[] => {
  const said = AUDIT_VALUES[value] ?? PRODUCT_CATEGORIES[value as keyof typeof PRODUCT_CATEGORIES];
  return [...(MORE_WORDS[value] ?? []), ...(said ? Object.values(said) : [])];
};

/** Returns the fields of an entity of which a cell can hold the value. */
const entityFields = (entity: Entity, named: Record<string, Words>): ImportField[] =>
  fieldsOf(entity).flatMap((name): ImportField[] => {
    if (LEFT_OUT.has(name)) return [];
    const { schema, audit } = entity[name] as Entity[string];
    const plain = bare(schema as PlainSchema);
    const said = named[name] ?? (audit && words(audit['pt-BR'], audit.en));
    if (!said) throw new Error(`The field ${name} has no words`);
    const shared = { name, words: said, schema: plain };
    if (audit?.kind === 'money' || name === 'price') return [{ ...shared, kind: 'money' }];
    if (plain.type === 'boolean') return [{ ...shared, kind: 'boolean' }];
    if (plain.type === 'integer') return [{ ...shared, kind: 'integer' }];
    if (plain.format === 'date-time') return [{ ...shared, kind: 'moment' }];
    if (plain.enum)
      return [
        {
          ...shared,
          kind: 'choice',
          choices: choicesOf(Object.fromEntries(plain.enum.map((value) => [value, saidOf(String(value))]))),
        },
      ];
    return [{ ...shared, kind: 'text', mostLetters: plain.maxLength ?? MOST_LETTERS }];
  });

/** The columns of a table of installments: the interest of a sale in so many installments, in percent. Empty ends the table. */
export const INSTALLMENT_COLUMNS = [
  'installmentOne',
  'installmentTwo',
  'installmentThree',
  'installmentFour',
  'installmentFive',
  'installmentSix',
  'installmentSeven',
  'installmentEight',
  'installmentNine',
  'installmentTen',
  'installmentEleven',
  'installmentTwelve',
] as const;
export const INSTALLMENT_MINIMUM = 'installmentMinimum';

const INSTALLMENTS: ImportField[] = [
  ...INSTALLMENT_COLUMNS.map((name, index) =>
    field(name, 'percent', `Juros em ${index + 1}x (%)`, `Interest in ${index + 1} installments (%)`),
  ),
  field(INSTALLMENT_MINIMUM, 'money', 'Parcela mínima', 'Minimum installment'),
];

const require = (fields: ImportField[], ...names: string[]): ImportField[] =>
  fields.map((one) => (names.includes(one.name) ? { ...one, isRequired: true } : one));

const PRODUCT_FIELDS = entityFields(product, {
  name: words('Nome do produto', 'Product name'),
});
const OFFER_FIELDS = [...entityFields(offer, { title: words('Nome da oferta', 'Offer name') }), ...INSTALLMENTS];
const PRODUCT_REFERENCES = [
  text('productId', 'Código do produto aqui', 'Product ID here'),
  text('productExternalId', 'Código do produto na origem', 'Product ID at the source'),
];
const OFFER_REFERENCES = [
  text('offerId', 'Código da oferta aqui', 'Offer ID here'),
  text('offerExternalId', 'Código da oferta na origem', 'Offer ID at the source'),
];
const BUYER = [
  text('name', 'Nome do cliente', 'Customer name', { mostLetters: 120 }),
  field('email', 'email', 'E-mail do cliente', 'Customer email', { isRequired: true }),
  field('phone', 'phone', 'Telefone', 'Phone'),
  field('document', 'document', 'CPF ou CNPJ', 'CPF or CNPJ'),
];
const CURRENCY = field('currency', 'choice', 'Moeda', 'Currency', {
  choices: choicesOf(
    Object.fromEntries(
      CURRENCIES.map((code) => [
        code,
        { BRL: ['R$', 'real', 'reais'], USD: ['US$', 'dólar', 'dollar'], EUR: ['euro'] }[code],
      ]),
    ),
  ),
});

/** Our own export says where each line came from; for every other file its seller says it once. */
const SOURCE = field('source', 'choice', 'Plataforma de origem', 'Platform of origin', {
  choices: choicesOf(Object.fromEntries(IMPORT_SOURCES.map((source) => [source, []]))),
});

/** The words of the three platforms, and ours, for the state of a sale. */
const SALE_WORDS: Record<(typeof SALE_STATES)[number], readonly string[]> = {
  APPROVED: [
    'aprovado',
    'aprovada',
    'completo',
    'completa',
    'concluído',
    'paid',
    'paga',
    'pago',
    'approved',
    'complete',
    'completed',
  ],
  PENDING: [
    'pendente',
    'aguardando pagamento',
    'waiting payment',
    'waiting_payment',
    'pending',
    'aberta',
    'em aberto',
    'billet printed',
    'iniciada',
    'em análise',
  ],
  REFUNDED: ['reembolsado', 'reembolsada', 'refunded', 'devolvido', 'parcialmente reembolsado'],
  CHARGEBACK: ['chargeback', 'chargedback', 'contestado', 'contestada', 'protesto', 'disputa', 'dispute', 'in dispute'],
  CANCELED: [
    'cancelado',
    'cancelada',
    'canceled',
    'cancelled',
    'expirado',
    'expirada',
    'expired',
    'recusado',
    'recusada',
    'refused',
    'declined',
    'atrasado',
  ],
  OTHER: ['outro', 'other'],
};

/** Subscriptions that can go on. Those in other words are refused. */
export const ACTIVE = 'ACTIVE';
const SUBSCRIPTION_WORDS = {
  [ACTIVE]: ['ativa', 'ativo', 'active', 'em dia', 'started', 'adimplente'],
  TRIALING: ['em teste', 'trial', 'trialing', 'período de teste'],
  PAST_DUE: ['atrasada', 'atrasado', 'em atraso', 'past due', 'overdue', 'delayed', 'inadimplente', 'waiting payment'],
  ENDED: [
    'cancelada',
    'cancelado',
    'canceled',
    'cancelled',
    'encerrada',
    'finalizada',
    'ended',
    'expirada',
    'inativa',
    'inactive',
    'vencida',
    'suspensa',
  ],
};

export const FIELDS: Record<ImportKind, readonly ImportField[]> = {
  PRODUCTS: [
    ...PRODUCT_REFERENCES,
    ...require(PRODUCT_FIELDS, 'name'),
    ...OFFER_REFERENCES,
    ...require(OFFER_FIELDS, 'price'),
  ],
  OFFERS: [
    ...PRODUCT_REFERENCES,
    text('productName', 'Nome do produto', 'Product name'),
    ...OFFER_REFERENCES,
    ...require(OFFER_FIELDS, 'title', 'price'),
  ],
  CUSTOMERS: require(BUYER, 'email'),
  SUBSCRIPTIONS: [
    text('externalId', 'Código da assinatura', 'Subscription ID'),
    SOURCE,
    ...BUYER,
    ...OFFER_REFERENCES,
    text('offerTitle', 'Nome da oferta ou do plano', 'Offer or plan name'),
    text('productName', 'Nome do produto', 'Product name'),
    field('amount', 'money', 'Valor da cobrança', 'Amount of a charge'),
    CURRENCY,
    field('nextDueAt', 'moment', 'Próxima cobrança', 'Next charge', { isRequired: true }),
    field('startedAt', 'moment', 'Início da assinatura', 'Start of the subscription'),
    field('status', 'choice', 'Situação', 'Status', { choices: choicesOf(SUBSCRIPTION_WORDS) }),
  ],
  SALES: [
    text('externalId', 'Código da venda', 'Sale ID'),
    SOURCE,
    field('soldAt', 'moment', 'Data da venda', 'Date of the sale', { isRequired: true }),
    text('productName', 'Produto', 'Product', { isRequired: true }),
    text('offerTitle', 'Oferta', 'Offer'),
    field('amount', 'money', 'Valor da venda', 'Amount of the sale', { isRequired: true }),
    field('netAmount', 'money', 'Valor líquido', 'Net amount'),
    CURRENCY,
    field('status', 'choice', 'Situação', 'Status', { choices: choicesOf(SALE_WORDS) }),
    text('method', 'Forma de pagamento', 'Payment method'),
    field('installmentCount', 'integer', 'Parcelas', 'Installments', {
      schema: { type: 'integer', minimum: 1, maximum: 48 },
    }),
    text('coupon', 'Cupom', 'Coupon'),
    text('origin', 'Origem (UTM, SRC)', 'Origin (UTM, SRC)'),
    ...BUYER,
  ],
};

export const fieldOf = (kind: ImportKind, name: string): ImportField | undefined =>
  FIELDS[kind].find((one) => one.name === name);

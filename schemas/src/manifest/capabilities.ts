/** The methods and operations that a provider offers, with their limits. */
import { CURRENCIES, type FromSchema, PAYMENT_METHODS } from '../common.ts';
import {
  MANDATE_AMOUNTS,
  MANDATE_JOURNEYS,
  MANDATE_PERIODS,
  MANDATE_RETRIES,
  type MandateJourney,
  type MandatePeriod,
  type MandateRetries,
} from '../mandate.ts';
import { optional, recordWith } from '../parts.ts';
import { WITHDRAWAL_METHODS } from '../provider.ts';

const currencies = {
  type: 'array',
  items: { type: 'string', enum: CURRENCIES },
  minItems: 1,
  uniqueItems: true,
} as const;

/** Three digits: 001. */
const bankCode = { type: 'string', pattern: '^\\d{3}$' } as const;

export const EXPIRY_KINDS = ['set', 'days', 'fixed', 'none'] as const;

const methodCapabilitySchema = recordWith(
  { refund: { type: 'string', enum: ['none', 'full', 'partial'] } },
  {
    /** Card only. browser: the provider's federated tokenizer; server: the sealed card goes through the core's memory. */
    tokenization: { type: 'string', enum: ['browser', 'server', 'none'] },
    /** Card only, beside `browser`: the token is the card, encrypted with the provider's public key. No call makes it. */
    encryptsCards: { type: 'boolean' },
    maxInstallments: { type: 'integer', minimum: 1, maximum: 12 },
    storedCards: { type: 'boolean' },
    /** Card only: the provider is told who starts a charge of a stored card, and under which agreement of the buyer. */
    agreements: { type: 'boolean' },
    /** Card only: an amount can be held on a card without being charged (`authorizeOnly`), and then captured or voided. */
    authorizes: { type: 'boolean' },
    /** Card only, beside `redirect`: a charge can ask for the confirmation of the card's owner at the bank (`authenticate`). */
    authenticates: { type: 'boolean' },
    /** Card only: the currencies of charges, and those that may be paid in more than one installment. BRL alone unless told. */
    currencies,
    installmentCurrencies: currencies,
    /** The provider's limits of a charge, and of each installment where there are several, in cents. */
    minAmount: { type: 'integer', minimum: 1 },
    maxAmount: { type: 'integer', minimum: 1 },
    minInstallmentAmount: { type: 'integer', minimum: 1 },
    /** The time for which a PIX or boleto stays payable unless the platform sets another, and the provider's limits. */
    expiresInSeconds: { type: 'integer', minimum: 60 },
    minExpiresInSeconds: { type: 'integer', minimum: 60 },
    maxExpiresInSeconds: { type: 'integer', minimum: 60 },
    /**
     * The ends that a PIX or boleto may have. set: the time that it is told, and the rule unless told. days: the end of a day in São Paulo.
     * fixed: `expiresInSeconds` after it was made, whatever is asked. none: the provider lets it stay payable for ever.
     */
    expiry: { type: 'string', enum: EXPIRY_KINDS },
    /**
     * A charge may be answered with a next step: a page of the card's bank (3-D Secure) or of a wallet. The hosts of these pages; the buyer is
     * led to no other.
     */
    redirect: recordWith(
      {
        hosts: {
          type: 'array',
          items: { type: 'string', pattern: '^[a-z0-9-]+(\\.[a-z0-9-]+)+(:\\d{1,5})?$' },
          minItems: 1,
          maxItems: 20,
          uniqueItems: true,
        },
      },
      {
        /** The pages are those of the cards' own banks, whose hosts nobody lists: any other page that a form opens over https is one, too. */
        banks: { type: 'boolean' },
        /** The pages do not lead the buyer back: they open beside the payment page, which sees by itself when the charge is decided. */
        leadsBack: { const: false },
      },
    ),
    /** Boleto only: a lookup hands the document over, which the platform keeps and gives to its buyer by links of 60 seconds. */
    pdf: { type: 'boolean' },
    /** The fields that the checkout must ask of the buyer. It always asks for name and email. */
    requiredBuyerFields: {
      type: 'array',
      items: { type: 'string', enum: ['document', 'phone', 'address'] },
      uniqueItems: true,
    },
  },
);

const someOf = <const T extends readonly (string | number)[]>(values: T) =>
  ({ type: 'array', items: { enum: values }, minItems: 1, uniqueItems: true }) as const;

/** Mandates by which buyers agree to charges at intervals (PIX Automático): what of them the provider has. */
const mandatesSchema = recordWith(
  {
    periods: someOf(MANDATE_PERIODS),
    journeys: someOf(MANDATE_JOURNEYS),
    retries: someOf(MANDATE_RETRIES),
    amounts: someOf(MANDATE_AMOUNTS),
  },
  {
    /** Charges that were paid can be given back: whole, or in parts as well. */
    refund: { type: 'string', enum: ['full', 'partial'] },
  },
);

export const capabilitiesSchema = optional({
  methods: optional(Object.fromEntries(PAYMENT_METHODS.map((method) => [method, methodCapabilitySchema]))),
  /** True where sales can be split. If all parts have to be named, the form has `defaultRecipientId`: the platform's own receiver. */
  splits: { type: 'boolean' },
  withdraw: { type: 'array', items: { type: 'string', enum: WITHDRAWAL_METHODS } },
  /**
   * A withdrawal to a receiver is paid by the platform's own account. Unless told, it pays out what the receiver holds at
   * the provider itself, and never stands for money that the platform holds.
   */
  paysReceivers: { type: 'boolean' },
  /** The documents of people whose accounts can be opened; both unless told. */
  receiverDocuments: {
    type: 'array',
    items: { type: 'string', enum: ['CPF', 'CNPJ'] },
    minItems: 1,
    uniqueItems: true,
  },
  /** The banks of accounts that the provider takes, by their code; every bank unless told. */
  banks: { type: 'array', items: bankCode, minItems: 1, uniqueItems: true },
  /** The banks of receivers' own accounts, where it takes other ones for them than for withdrawals. */
  receiverBanks: { type: 'array', items: bankCode, minItems: 1, uniqueItems: true },
  /** Banks whose accounts it takes only without a digit of the branch. */
  banksWithoutBranchDigit: { type: 'array', items: bankCode, minItems: 1, uniqueItems: true },
  /** `none`: the provider never tells of a chargeback. Unless told, status.payment has its word for one. */
  chargeback: { type: 'string', enum: ['none'] },
  mandates: mandatesSchema,
  /** Purchases are scored before they are charged, also those that another provider charges (`scoreTransaction`). */
  scores: { type: 'boolean' },
  /** The documents of people are looked at (`checkPerson`). */
  personChecks: { type: 'boolean' },
});

export interface MandateCapability {
  periods: MandatePeriod[];
  journeys: MandateJourney[];
  retries: MandateRetries[];
  amounts: (typeof MANDATE_AMOUNTS)[number][];
  refund?: 'full' | 'partial';
}

export type MethodCapability = FromSchema<typeof methodCapabilitySchema>;
export interface Capabilities {
  methods?: Partial<Record<(typeof PAYMENT_METHODS)[number], MethodCapability>>;
  splits?: boolean;
  withdraw?: (typeof WITHDRAWAL_METHODS)[number][];
  paysReceivers?: boolean;
  receiverDocuments?: ('CPF' | 'CNPJ')[];
  banks?: string[];
  receiverBanks?: string[];
  banksWithoutBranchDigit?: string[];
  chargeback?: 'none';
  mandates?: MandateCapability;
  scores?: boolean;
  personChecks?: boolean;
}

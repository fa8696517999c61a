import { pixelsSchema } from './catalogue.ts';
import {
  amountSchema,
  CURRENCIES,
  colourSchema,
  currencySchema,
  type FromSchema,
  LOCALES,
  lineSchema,
  PAYMENT_METHODS,
  textSchema,
  uuidSchema,
} from './common.ts';
import { amountsAbroadSchema, optional, phoneOrNoneSchema, record, recordWith } from './parts.ts';
import { DEFAULT_DUNNING, dunningSchema } from './subscription.ts';
import { PERSON_DOCUMENTS, VERIFICATION_DOCUMENTS, verificationRulesSchema } from './verification.ts';

const basisPointsSchema = { type: 'integer', minimum: 0, maximum: 10_000 } as const;

/** The platform's fee for a sale: a share in basis points plus an amount in cents. */
const feeSchema = recordWith(
  { basisPoints: basisPointsSchema, fixed: amountSchema },
  { fixedAbroad: amountsAbroadSchema },
);

/** When the money of a sale becomes available to the seller, which share stays as a reserve, and for how long (90 days by default). */
const releaseSchema = recordWith(
  { days: { type: 'integer', minimum: 0, maximum: 365 }, reserveBasisPoints: basisPointsSchema },
  {
    reserveDays: { type: 'integer', minimum: 1, maximum: 365 },
    /** The money also waits for the end of the product's guarantee. */
    awaitsGuarantee: { type: 'boolean' },
  },
);

/** The rules of withdrawals, with amounts in cents. A limit of 0 applies to every withdrawal. */
const withdrawalsSchema = recordWith(
  {
    fee: amountSchema,
    minimum: amountSchema,
    /** Withdrawals up to this amount are sent without approval; 0 sends none without it. */
    automaticUpTo: amountSchema,
    /** Withdrawals above this amount need the approval of two people. */
    secondApprovalAbove: amountSchema,
    /** The hours for which a new PIX key or bank account waits before money is sent to it. */
    coolingHours: { type: 'integer', minimum: 0, maximum: 720 },
  },
  {
    /** The connection that sends the withdrawals of each method. Where none is set, the oldest connection that can send them does. */
    payers: optional({ PIX: uuidSchema, BANK_ACCOUNT: uuidSchema }),
    /**
     * One event whose sender is proven ends a withdrawal whose provider cannot be asked, although nothing signs its words. Unless set, two
     * have to agree.
     */
    believesEvents: { type: 'boolean' },
  },
);

const anticipationSchema = recordWith(
  {
    isOffered: { type: 'boolean' },
    /** Basis points of the amount for each day that it is paid early. */
    basisPointsPerDay: { type: 'integer', minimum: 0, maximum: 100 },
    automaticUpTo: amountSchema,
  },
  /** In a currency without an amount every anticipation waits for approval. */
  { automaticUpToAbroad: amountsAbroadSchema },
);

/** The tries of cards after which a purchase by card is refused. */
const cardLimitsSchema = record({
  /** Refusals of a card within 24 hours after which it is not sent to a provider again. */
  refusalsPerCard: { type: 'integer', minimum: 1, maximum: 1_000 },
  /** The same for refusals because of the security code. */
  codeRefusalsPerCard: { type: 'integer', minimum: 1, maximum: 1_000 },
  /** Different cards that one buyer, by e-mail or document, may try within an hour. */
  cardsPerBuyer: { type: 'integer', minimum: 1, maximum: 1_000 },
  /** Refusals of cards on one offer within an hour after which the machines of further buyers prove by work that a person waits. */
  refusalsBeforeChallenge: { type: 'integer', minimum: 1, maximum: 1_000_000 },
  /** Refusals of cards on one offer within an hour after which it takes none, where at least four of five cards are refused. */
  refusalsPerOffer: { type: 'integer', minimum: 1, maximum: 1_000_000 },
});

const perMethod = <const S>(schema: S) => record({ PIX: schema, CREDIT_CARD: schema, BILLET: schema });

/** Only addresses that a browser loads or follows without running code. */
const linkSchema = {
  type: 'string',
  maxLength: 500,
  pattern: '^(https://[^\\s"<>]+|/[^\\s"<>/\\\\][^\\s"<>]*)?$',
} as const;

/** The four parts of a platform's customization. An empty text clears a value. */
export const customizationSchema = optional({
  account: optional({
    legalName: textSchema(120),
    /** The CPF or CNPJ without punctuation. */
    document: { type: 'string', pattern: '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})?$' },
    supportEmail: { type: 'string', maxLength: 254, pattern: '^([^\\s@]+@[^\\s@]+)?$' },
    supportPhone: phoneOrNoneSchema,
  }),
  visuals: optional({ logoUrl: linkSchema, faviconUrl: linkSchema, colorPrimary: colourSchema }),
  redirection: optional({ homeUrl: linkSchema, termsUrl: linkSchema, privacyUrl: linkSchema }),
  banners: {
    type: 'array',
    maxItems: 10,
    items: recordWith(
      {
        imageUrl: { ...linkSchema, minLength: 1 },
        /** The text that screen readers read instead of the picture. */
        description: lineSchema(120, 1),
      },
      { href: linkSchema },
    ),
  },
});
export type Customization = FromSchema<typeof customizationSchema>;

export const platformPixelsSchema = optional({
  ...pixelsSchema.properties,
  /** The restricted list: sellers may use the pixels of Facebook alone. */
  isSellerListRestricted: { type: 'boolean' },
});
export type PlatformPixels = FromSchema<typeof platformPixelsSchema>;

/** The settings that a platform owner makes for every offer. Missing values take the defaults below. */
export const platformSettingsSchema = optional({
  /** The currency of new offers. */
  currency: currencySchema,
  /** The currencies that offers may use. */
  currencies: { type: 'array', minItems: 1, items: { type: 'string', enum: CURRENCIES }, uniqueItems: true },
  locale: { type: 'string', enum: LOCALES },
  /** The payment methods that buyers may use. An offer can only allow fewer. */
  methods: { type: 'array', items: { type: 'string', enum: PAYMENT_METHODS }, uniqueItems: true },
  installments: recordWith(
    {
      max: { type: 'integer', minimum: 1, maximum: 12 },
      interestFree: { type: 'integer', minimum: 1, maximum: 12 },
      /** The whole fee of a sale in n installments at index n − 1, in basis points of the total. */
      feeBasisPoints: {
        type: 'array',
        minItems: 12,
        maxItems: 12,
        items: { type: 'integer', minimum: 0, maximum: 10_000 },
      },
      minimumInstallment: amountSchema,
    },
    /** In a currency without an amount installments may be of any size. */
    { minimumInstallmentAbroad: amountsAbroadSchema },
  ),
  /** The name on card statements: A-Z and 0-9, at most 13 characters. */
  softDescriptor: { type: 'string', pattern: '^[A-Z0-9]{1,13}$' },
  /** The time for which a PIX or boleto can be paid. The limits of the provider apply as well. */
  pixExpiresInSeconds: { type: 'integer', minimum: 60, maximum: 2_592_000 },
  billetExpiresInDays: { type: 'integer', minimum: 1, maximum: 60 },
  /**
   * Applies where a provider demands a document or a phone that the buyer was not asked for. On: the platform sends a dummy phone
   * and a generated CPF. Off: the checkout asks the buyer. It is off unless the owner accepts what a false identity means for
   * refunds and disputes.
   */
  fillMissingIdentity: { type: 'boolean' },
  fees: perMethod(feeSchema),
  /** Basis points that are added to the fee of a card sale in n installments, at index n − 1. */
  installmentFeeBasisPoints: { type: 'array', minItems: 12, maxItems: 12, items: basisPointsSchema },
  /** The share of each sale's price that the seller's manager earns, paid out of the platform's fee. */
  managerBasisPoints: basisPointsSchema,
  release: perMethod(releaseSchema),
  /**
   * The holder of sellers' money until it is paid out. PLATFORM: the owner, who declares to meet the law's requirements for that.
   * PROVIDER: the provider splits each sale among receivers, and the ledger mirrors it.
   */
  custody: { type: 'string', enum: ['PLATFORM', 'PROVIDER'] },
  withdrawals: withdrawalsSchema,
  anticipation: anticipationSchema,
  /**
   * A change of money rules needs a second person where it moves more of the example sale than this, in basis points of its price, or
   * loosens a safeguard. At 10,000 nobody is asked.
   */
  ruleApprovalAbove: basisPointsSchema,
  cardLimits: cardLimitsSchema,
  /** Days after the end of a purchase that was never paid, after which its buyer's name, e-mail, document, phone and address are erased. */
  unpaidBuyerDays: { type: 'integer', minimum: 7, maximum: 90 },
  /** The hours that a seller has to answer a chargeback or a bank's request to return a PIX. */
  disputeHours: { type: 'integer', minimum: 1, maximum: 720 },
  /** True while visitors may register as sellers at /register. */
  isRegistrationOpen: { type: 'boolean' },
  /** The rules by which unpaid cycles of subscriptions are dunned, unless the offer says otherwise. */
  dunning: dunningSchema,
  /** True while the platform reviews each product before it goes on sale. Products already on sale stay there. */
  hasProductReview: { type: 'boolean' },
  /** True while the products of all published stores are shown at /loja. */
  showsAllStores: { type: 'boolean' },
  /** Whether and when people have to prove who they are, and how. */
  verification: verificationRulesSchema,
  customization: customizationSchema,
  /** The platform's own pixels, which run on every checkout beside those of the product. */
  pixels: platformPixelsSchema,
});
export type PlatformSettings = Required<Omit<FromSchema<typeof platformSettingsSchema>, 'softDescriptor'>> & {
  softDescriptor?: string;
};

/** The settings that decide about money: a form shows what a change of them does before it is made. */
export const MONEY_RULES = [
  'installments',
  'fees',
  'installmentFeeBasisPoints',
  'release',
  'managerBasisPoints',
  'custody',
  'withdrawals',
  'anticipation',
  'ruleApprovalAbove',
] as const satisfies readonly (keyof PlatformSettings)[];

/** The monthly fees grow by about 2.5 % for each installment from the second on; an owner sets the real ones. */
export const DEFAULT_PLATFORM_SETTINGS: PlatformSettings = {
  currency: 'BRL',
  currencies: [...CURRENCIES],
  locale: 'pt-BR',
  methods: [...PAYMENT_METHODS],
  installments: {
    max: 12,
    interestFree: 1,
    feeBasisPoints: [0, 450, 599, 749, 899, 1049, 1199, 1349, 1499, 1649, 1799, 1949],
    minimumInstallment: 500,
  },
  pixExpiresInSeconds: 86_400,
  billetExpiresInDays: 3,
  fillMissingIdentity: false,
  fees: {
    PIX: { basisPoints: 499, fixed: 100 },
    CREDIT_CARD: { basisPoints: 599, fixed: 100 },
    BILLET: { basisPoints: 499, fixed: 349 },
  },
  installmentFeeBasisPoints: Array.from({ length: 12 }, () => 0),
  managerBasisPoints: 0,
  release: {
    PIX: { days: 1, reserveBasisPoints: 0 },
    CREDIT_CARD: { days: 30, reserveBasisPoints: 1000 },
    BILLET: { days: 3, reserveBasisPoints: 0 },
  },
  custody: 'PLATFORM',
  withdrawals: { fee: 367, minimum: 1000, automaticUpTo: 0, secondApprovalAbove: 5_000_000, coolingHours: 24 },
  anticipation: { isOffered: false, basisPointsPerDay: 12, automaticUpTo: 0 },
  ruleApprovalAbove: 1_000,
  cardLimits: {
    refusalsPerCard: 4,
    codeRefusalsPerCard: 3,
    cardsPerBuyer: 3,
    refusalsBeforeChallenge: 20,
    refusalsPerOffer: 50,
  },
  unpaidBuyerDays: 30,
  disputeHours: 72,
  isRegistrationOpen: true,
  dunning: DEFAULT_DUNNING,
  hasProductReview: false,
  showsAllStores: false,
  verification: {
    demand: 'NEVER',
    freeUpTo: 0,
    documentsOfPeople: PERSON_DOCUMENTS.filter((kind) => kind !== 'balanceSheet'),
    documentsOfCompanies: [...VERIFICATION_DOCUMENTS],
    validMonths: 24,
    keptDays: 180,
    secondApprovalAbove: 5_000_000,
    provider: 'NONE',
  },
  customization: {},
  pixels: {},
};

/** The settings of a platform, which stores those that differ from the defaults. */
export const withDefaultSettings = (settings: Partial<PlatformSettings>): PlatformSettings => ({
  ...DEFAULT_PLATFORM_SETTINGS,
  ...settings,
  // They may have been stored before one was added.
  cardLimits: { ...DEFAULT_PLATFORM_SETTINGS.cardLimits, ...settings.cardLimits },
  verification: { ...DEFAULT_PLATFORM_SETTINGS.verification, ...settings.verification },
});

import {
  amountSchema,
  CURRENCIES,
  currencySchema,
  type FromSchema,
  LOCALES,
  PAYMENT_METHODS,
  textSchema,
  uuidSchema,
} from './common.ts';
import { optional, record, recordWith } from './parts.ts';

const basisPointsSchema = { type: 'integer', minimum: 0, maximum: 10_000 } as const;

/** What the platform keeps of a sale: a share in basis points plus cents. */
const feeSchema = record({ basisPoints: basisPointsSchema, fixed: amountSchema });

/** When a seller may use the money of a sale, and which share stays as a reserve for how long (90 days unless told). */
const releaseSchema = recordWith(
  { days: { type: 'integer', minimum: 0, maximum: 365 }, reserveBasisPoints: basisPointsSchema },
  {
    reserveDays: { type: 'integer', minimum: 1, maximum: 365 },
    /** Not before the product's guarantee has passed either. */
    awaitsGuarantee: { type: 'boolean' },
  },
);

/** Taking money out. Cents; 0 of a limit: every one of them. */
const withdrawalsSchema = recordWith(
  {
    fee: amountSchema,
    minimum: amountSchema,
    /** Up to this they are sent without anybody looking; 0: none is. */
    automaticUpTo: amountSchema,
    /** Above this two people have to approve. */
    secondApprovalAbove: amountSchema,
    /** How long a new PIX key or bank account waits before money goes there. */
    coolingHours: { type: 'integer', minimum: 0, maximum: 720 },
  },
  {
    /** Which connection sends those of a method, and no other one; where none is named, the oldest that can. */
    payers: optional({ PIX: uuidSchema, BANK_ACCOUNT: uuidSchema }),
  },
);

const anticipationSchema = record({
  isOffered: { type: 'boolean' },
  /** Of the amount, for each day it is paid before its time. */
  basisPointsPerDay: { type: 'integer', minimum: 0, maximum: 100 },
  automaticUpTo: amountSchema,
});

const perMethod = <const S>(schema: S) => record({ PIX: schema, CREDIT_CARD: schema, BILLET: schema });

/** Only addresses a browser loads or follows without running anything. */
const linkSchema = {
  type: 'string',
  maxLength: 500,
  pattern: '^(https://[^\\s"<>]+|/[^\\s"<>/\\\\][^\\s"<>]*)?$',
} as const;
const colourSchema = { type: 'string', pattern: '^#[0-9a-fA-F]{6}$' } as const;

/** How a platform shows itself: the four tabs of its customization. An empty text means none. */
export const customizationSchema = optional({
  account: optional({
    legalName: textSchema(120),
    /** CPF or CNPJ without punctuation. */
    document: { type: 'string', pattern: '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})?$' },
    supportEmail: { type: 'string', maxLength: 254, pattern: '^([^\\s@]+@[^\\s@]+)?$' },
    supportPhone: { type: 'string', pattern: '^([0-9]{10,11})?$' },
  }),
  visuals: optional({ logoUrl: linkSchema, faviconUrl: linkSchema, colorPrimary: colourSchema }),
  redirection: optional({ homeUrl: linkSchema, termsUrl: linkSchema, privacyUrl: linkSchema }),
  banners: {
    type: 'array',
    maxItems: 10,
    items: recordWith(
      {
        imageUrl: { ...linkSchema, minLength: 1 },
        /** Read aloud instead of the picture. */
        description: textSchema(120, 1),
      },
      { href: linkSchema },
    ),
  },
});
export type Customization = FromSchema<typeof customizationSchema>;

/** What a platform owner decides for every offer. Missing values take the defaults below. */
export const platformSettingsSchema = optional({
  /** What new offers are priced in. */
  currency: currencySchema,
  /** What offers may be priced in. */
  currencies: { type: 'array', minItems: 1, items: { type: 'string', enum: CURRENCIES }, uniqueItems: true },
  locale: { type: 'string', enum: LOCALES },
  /** Methods buyers may use at all; an offer can only narrow them. */
  methods: { type: 'array', items: { type: 'string', enum: PAYMENT_METHODS }, uniqueItems: true },
  installments: record({
    max: { type: 'integer', minimum: 1, maximum: 12 },
    interestFree: { type: 'integer', minimum: 1, maximum: 12 },
    /** Whole fee of a sale in n installments at index n − 1, in basis points of the total. */
    feeBasisPoints: {
      type: 'array',
      minItems: 12,
      maxItems: 12,
      items: { type: 'integer', minimum: 0, maximum: 10_000 },
    },
    minimumInstallment: amountSchema,
  }),
  /** Shown on card statements; A-Z 0-9, at most 13. */
  softDescriptor: { type: 'string', pattern: '^[A-Z0-9]{1,13}$' },
  /** How long a PIX or boleto stays payable; the provider's limits still hold. */
  pixExpiresInSeconds: { type: 'integer', minimum: 60, maximum: 2_592_000 },
  billetExpiresInDays: { type: 'integer', minimum: 1, maximum: 60 },
  /**
   * Where a provider demands a document or phone the buyer was not asked for: on sends a dummy phone and a generated
   * CPF, off makes the checkout ask. Off unless the owner accepts what a false identity means for refunds and disputes.
   */
  fillMissingIdentity: { type: 'boolean' },
  fees: perMethod(feeSchema),
  /** Added to the fee of a card sale in n installments at index n − 1, in basis points. */
  installmentFeeBasisPoints: { type: 'array', minItems: 12, maxItems: 12, items: basisPointsSchema },
  /** Of each sale's price, out of the platform's fee, for the manager who looks after the seller. */
  managerBasisPoints: basisPointsSchema,
  release: perMethod(releaseSchema),
  /**
   * Who keeps sellers' money until it is paid out. PLATFORM: the owner, who declares to have what the law asks for that.
   * PROVIDER: each sale is split by its provider among receivers, and the ledger mirrors it.
   */
  custody: { type: 'string', enum: ['PLATFORM', 'PROVIDER'] },
  withdrawals: withdrawalsSchema,
  anticipation: anticipationSchema,
  /** Hours a seller has to answer a chargeback or a bank's wish to have a PIX back. */
  disputeHours: { type: 'integer', minimum: 1, maximum: 720 },
  /** Whether strangers may open a seller's account at /register. */
  isRegistrationOpen: { type: 'boolean' },
  customization: customizationSchema,
});
export type PlatformSettings = Required<Omit<FromSchema<typeof platformSettingsSchema>, 'softDescriptor'>> & {
  softDescriptor?: string;
};

/** Monthly fees grow by about 2.5 % an installment from the second on; an owner sets the real ones. */
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
  disputeHours: 72,
  isRegistrationOpen: true,
  customization: {},
};

/** The settings of a platform, which stores those that differ from the defaults. */
export const withDefaultSettings = (settings: Partial<PlatformSettings>): PlatformSettings => ({
  ...DEFAULT_PLATFORM_SETTINGS,
  ...settings,
});

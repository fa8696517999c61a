import { amountSchema, currencySchema, type FromSchema, LOCALES, PAYMENT_METHODS, textSchema } from './common.ts';

/** What a platform owner decides for every offer. Missing values take the defaults below. */
export const platformSettingsSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    currency: currencySchema,
    locale: { type: 'string', enum: LOCALES },
    /** Methods buyers may use at all; an offer can only narrow them. */
    methods: { type: 'array', items: { type: 'string', enum: PAYMENT_METHODS }, uniqueItems: true },
    installments: {
      type: 'object',
      required: ['max', 'interestFree', 'feeBasisPoints', 'minimumInstallment'],
      additionalProperties: false,
      properties: {
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
      },
    },
    /** Shown on card statements; A-Z 0-9, at most 13. */
    softDescriptor: { type: 'string', pattern: '^[A-Z0-9]{1,13}$' },
    /** How long a PIX or boleto stays payable; the provider's limits still hold. */
    pixExpiresInSeconds: { type: 'integer', minimum: 60 },
    billetExpiresInDays: { type: 'integer', minimum: 1, maximum: 60 },
    /**
     * Where a provider demands a document or phone the buyer was not asked for: on sends a dummy phone and a generated
     * CPF, off makes the checkout ask. Off unless the owner accepts what a false identity means for refunds and disputes.
     */
    fillMissingIdentity: { type: 'boolean' },
    supportEmail: textSchema(254),
  },
} as const;
export type PlatformSettings = Required<
  Omit<FromSchema<typeof platformSettingsSchema>, 'supportEmail' | 'softDescriptor'>
> & {
  supportEmail?: string;
  softDescriptor?: string;
};

/** Monthly fees grow by about 2.5 % an installment from the second on; an owner sets the real ones. */
export const DEFAULT_PLATFORM_SETTINGS: PlatformSettings = {
  currency: 'BRL',
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
};

/** What the public checkout shows and sends: entities of a published offer and of one payment. */
import {
  amountSchema,
  currencySchema,
  dateTimeSchema,
  type FromSchema,
  paymentMethodSchema,
  paymentStatusSchema,
  publicIdSchema,
  textSchema,
  uuidSchema,
} from './common.ts';
import { nullable, optional, record, recordWith } from './parts.ts';

const colour = { type: 'string', pattern: '^#[0-9a-fA-F]{6}$' } as const;
/** An https address, a path of ours, or the literal word "remove", which hides the picture. */
const imageUrl = { type: 'string', maxLength: 2048 } as const;

export const feedbackSchema = recordWith(
  {
    id: textSchema(64, 1),
    title: textSchema(120),
    description: textSchema(1000),
    stars: { type: 'integer', minimum: 0, maximum: 5 },
  },
  { image: imageUrl },
);

export const checkoutBuilderConfigSchema = optional({
  template: { type: 'string', enum: ['DEFAULT', 'VEGA', 'DROPSHIPPING'] },
  logoTopImageURL: imageUrl,
  headerImageURL: imageUrl,
  enabledBannerText: { type: 'boolean' },
  bannerText: textSchema(200),
  bannerTextColor: colour,
  bannerTextBackgroundColor: colour,
  colorPrimary: colour,
  backRedirect: { type: 'string', maxLength: 2048 },
  feedbacks: { type: 'array', maxItems: 20, items: feedbackSchema },
  countdown: recordWith(
    {
      /** Minutes. */
      timer: { type: 'integer', minimum: 1, maximum: 1440 },
      text: textSchema(200),
      endText: textSchema(200),
    },
    { color: colour, backgroundColor: colour },
  ),
  whatsapp: record({
    phone: textSchema(20),
    message: textSchema(500),
    position: { type: 'string', enum: ['LEFT', 'RIGHT'] },
  }),
});
export type CheckoutBuilderConfig = FromSchema<typeof checkoutBuilderConfigSchema>;

export const orderBumpSchema = recordWith(
  {
    id: uuidSchema,
    title: textSchema(120),
    /** Cents. */
    price: amountSchema,
  },
  {
    /** Cents; shown struck through. */
    fakePrice: nullable(amountSchema),
    productName: textSchema(120),
    productImage: nullable(imageUrl),
  },
);

export const deliveryOptionSchema = record({
  id: uuidSchema,
  description: textSchema(120),
  deliveryTime: textSchema(120),
  /** Cents; 0 is shown as free. */
  fareAmount: amountSchema,
  preSelected: { type: 'boolean' },
});

/** How the card is turned into a token for this offer's card connection. */
const cardEntrySchema = record({
  /** browser: the frame loads the provider's tokenizer; server: the frame seals the card for the core. */
  tokenization: { type: 'string', enum: ['browser', 'server'] },
  /** A token that was made without the frame is sent as this, "~" and the token. */
  connectionId: uuidSchema,
  provider: { type: 'string' },
  gatewayPublicKey: { type: 'string' },
  /** Address of the sandboxed card frame document. */
  frameUrl: { type: 'string' },
});

export const checkoutSchema = recordWith(
  {
    /** The offer id; the checkout's address. */
    id: uuidSchema,
    title: textSchema(120),
    /** Cents. */
    price: amountSchema,
    coin: currencySchema,
    type: { type: 'string', enum: ['ONE_TIME', 'SUBSCRIPTION'] },
    sellerName: textSchema(120),
    requiredDocumentAndPhone: { type: 'boolean' },
    pixEnabled: { type: 'boolean' },
    creditCardEnabled: { type: 'boolean' },
    billetEnabled: { type: 'boolean' },
    /** What each enabled method's provider needs from the buyer beyond name and e-mail. */
    requiredBuyerFields: optional({
      PIX: { type: 'array', items: { type: 'string', enum: ['document', 'phone', 'address'] } },
      CREDIT_CARD: { type: 'array', items: { type: 'string', enum: ['document', 'phone', 'address'] } },
      BILLET: { type: 'array', items: { type: 'string', enum: ['document', 'phone', 'address'] } },
    }),
    product: recordWith(
      { name: textSchema(120), typeProduct: { type: 'string', enum: ['DIGITAL', 'FISICO'] } },
      { description: textSchema(2000), image: nullable(imageUrl) },
    ),
    orderBumps: { type: 'array', items: orderBumpSchema },
    deliveryOptions: { type: 'array', items: deliveryOptionSchema },
    checkoutBuilderConfig: checkoutBuilderConfigSchema,
  },
  {
    recurrencePrice: nullable(amountSchema),
    frequencyInDays: nullable({ type: 'integer' }),
    /** Cents of fixed freight; null where the delivery options decide. */
    fretePrice: nullable(amountSchema),
    card: nullable(cardEntrySchema),
  },
);
export type Checkout = FromSchema<typeof checkoutSchema>;

export const installmentOptionSchema = record({
  installmentNumber: { type: 'integer', minimum: 1, maximum: 12 },
  /** Cents. */
  installmentValue: amountSchema,
  /** Cents; carries the rounding residue, so that the installments add up to the total. */
  firstInstallmentValue: amountSchema,
  /** Cents really charged. */
  total: amountSchema,
  hasInterest: { type: 'boolean' },
});

/** What happened to the money besides the status; the payment page says it in words. */
export const PAYMENT_SETTLEMENTS = ['NONE', 'EXACT', 'LATE', 'UNDERPAID', 'OVERPAID', 'DUPLICATE'] as const;

/** One payment as its page shows it. */
export const paymentViewSchema = recordWith(
  {
    id: publicIdSchema,
    status: paymentStatusSchema,
    method: paymentMethodSchema,
    /** Cents charged, interest of installments included. */
    amount: amountSchema,
    currency: currencySchema,
    installments: { type: 'integer' },
    createdAt: dateTimeSchema,
    title: textSchema(120),
    sellerName: textSchema(120),
    offerId: uuidSchema,
    /** The provider's answer is not known yet: the page waits and nothing must be paid again. */
    isConfirming: { type: 'boolean' },
    settlement: { type: 'string', enum: PAYMENT_SETTLEMENTS },
    /** Cents. */
    paidAmount: amountSchema,
    refundedAmount: amountSchema,
  },
  {
    productImage: nullable(imageUrl),
    colorPrimary: nullable(colour),
    expiresAt: nullable(dateTimeSchema),
    approvedAt: nullable(dateTimeSchema),
    pixCode: nullable({ type: 'string' }),
    /** SVG path data of the QR code of pixCode and the side of its square view box. */
    pixQrPath: nullable({ type: 'string' }),
    pixQrSize: nullable({ type: 'integer' }),
    billetCode: nullable({ type: 'string' }),
    billetBarcode: nullable({ type: 'string' }),
    billetUrl: nullable({ type: 'string' }),
    cardBrand: nullable({ type: 'string' }),
    cardLastDigits: nullable({ type: 'string' }),
    /** Only in demonstration environments: where the simulated bank can be told to pay. */
    simulatorUrl: nullable({ type: 'string' }),
  },
);
export type PaymentView = FromSchema<typeof paymentViewSchema>;

/** Declares the data that the public checkout shows and sends: a published offer and one payment. */
import { WRITTEN_PHONE_PATTERN } from '../rules/phone.ts';
import {
  amountSchema,
  colourSchema,
  currencySchema,
  dateTimeSchema,
  type FromSchema,
  paymentMethodSchema,
  paymentStatusSchema,
  publicIdSchema,
  textSchema,
  uuidSchema,
} from './common.ts';
import { DECLINE_ADVICES } from './declines.ts';
import { deliveryFields, deliveryOption } from './entities/delivery-option.ts';
import { schemasOf } from './entities/entity.ts';
import { customFieldSchema } from './entities/offer.ts';
import { RECURRENCE_PERIODS } from './options.ts';
import { leastAmountsSchema, nullable, optional, record, recordWith } from './parts.ts';
import { trackingSchema } from './procedures/shipping.ts';
import { nextStepSchema } from './provider.ts';

const colour = colourSchema;
const imageUrl = { type: 'string', maxLength: 2048 } as const;
/** An https address, a path of this platform, or the word "remove", which hides the picture. Empty where there is none. */
const builderImageUrl = {
  ...imageUrl,
  pattern: '^(remove|https://[^\\s"<>\\\\]+|/[^\\s"<>/\\\\][^\\s"<>\\\\]*)?$',
} as const;
/** A web address of http or https; a script address would run as the page. Empty where there is none. */
const webUrl = { type: 'string', maxLength: 2048, pattern: '^([hH][tT][tT][pP][sS]?://[^\\s]+)?$' } as const;
/** The text of the button for one payment method. Where it is empty or left out, the button says what it does by itself. */
const buttonTextSchema = textSchema(40);

/** The layouts of a checkout. */
export const CHECKOUT_TEMPLATES = ['DEFAULT', 'VEGA', 'DROPSHIPPING'] as const;
/** The sections of a checkout, in their order where the seller has not changed it. SUMMARY holds the total and the button. */
export const CHECKOUT_SECTIONS = [
  'PRODUCT',
  'IDENTIFICATION',
  'DELIVERY',
  'PAYMENT',
  'COUPON',
  'SUMMARY',
  'FEEDBACKS',
] as const;
export type CheckoutSection = (typeof CHECKOUT_SECTIONS)[number];
/** The places of the order bumps: below the product, before the coupon and the payment methods, or right above the button. */
export const ORDER_BUMP_PLACES = ['AFTER_PRODUCT', 'BEFORE_PAYMENT', 'ABOVE_BUTTON'] as const;

export const feedbackSchema = recordWith(
  {
    id: textSchema(64, 1),
    title: textSchema(120),
    description: textSchema(1000),
    stars: { type: 'integer', minimum: 0, maximum: 5 },
  },
  { image: builderImageUrl },
);

export const checkoutBuilderConfigSchema = optional({
  /** DEFAULT where it is left out. */
  template: { type: 'string', enum: CHECKOUT_TEMPLATES },
  /** The sections in the order of the page; rules/checkout-sections.ts adds those that are left out. */
  sections: {
    type: 'array',
    uniqueItems: true,
    maxItems: CHECKOUT_SECTIONS.length,
    items: { type: 'string', enum: CHECKOUT_SECTIONS },
  },
  /** BEFORE_PAYMENT where it is left out. */
  orderBumpPlace: { type: 'string', enum: ORDER_BUMP_PLACES },
  buttonTexts: optional({ PIX: buttonTextSchema, CREDIT_CARD: buttonTextSchema, BILLET: buttonTextSchema }),
  /** Whether a buyer who has typed something is asked before the page is left; true where it is left out. */
  leaveConfirmation: { type: 'boolean' },
  logoTopImageURL: builderImageUrl,
  headerImageURL: builderImageUrl,
  enabledBannerText: { type: 'boolean' },
  bannerText: textSchema(200),
  bannerTextColor: colour,
  bannerTextBackgroundColor: colour,
  colorPrimary: colour,
  /** The address that going back leads to. */
  backRedirect: webUrl,
  feedbacks: { type: 'array', maxItems: 20, items: feedbackSchema },
  countdown: recordWith(
    {
      /** The length of the countdown in minutes. */
      timer: { type: 'integer', minimum: 1, maximum: 1440 },
      text: textSchema(200),
      endText: textSchema(200),
    },
    { color: colour, backgroundColor: colour },
  ),
  whatsapp: record({
    phone: { type: 'string', pattern: WRITTEN_PHONE_PATTERN },
    message: textSchema(500),
    position: { type: 'string', enum: ['LEFT', 'RIGHT'] },
  }),
});
export type CheckoutBuilderConfig = FromSchema<typeof checkoutBuilderConfigSchema>;

export const orderBumpSchema = recordWith(
  {
    id: uuidSchema,
    title: textSchema(120),
    /** The price in cents. */
    price: amountSchema,
    /** Physical goods: once it is chosen the order is shipped. */
    isTangible: { type: 'boolean' },
  },
  {
    /** A sentence of the seller below the title. */
    text: textSchema(300),
    /** A former price in cents, which the page strikes through. */
    fakePrice: nullable(amountSchema),
    productName: textSchema(120),
    productImage: nullable(imageUrl),
  },
);

/** A delivery as its seller edits it. */
export const deliveryOptionSchema = record({
  id: uuidSchema,
  ...schemasOf(deliveryFields),
  // The text as it is stored.
  description: textSchema(120),
});

/** A delivery as buyers choose it: an option of a fixed fare, or a service that is quoted for their zip code, under the id of the quote. */
export const shownDeliverySchema = record({
  id: uuidSchema,
  ...schemasOf(deliveryOption),
  // The text as it is stored.
  description: textSchema(120),
});

/** The way in which the card becomes a token for the card connection of this offer. */
const cardEntrySchema = record({
  /** `browser`: the frame loads the provider's tokenizer. `server`: the frame seals the card for the core. */
  tokenization: { type: 'string', enum: ['browser', 'server'] },
  /** A token that was made outside the frame is sent as this id, "~" and the token. */
  connectionId: uuidSchema,
  provider: { type: 'string' },
  gatewayPublicKey: { type: 'string' },
  /** The address of the sandboxed document of the card frame. */
  frameUrl: { type: 'string' },
});

export const installmentOptionSchema = record({
  installmentNumber: { type: 'integer', minimum: 1, maximum: 12 },
  /** The value of an installment in cents. */
  installmentValue: amountSchema,
  /** The value of the first installment in cents. It carries the rounding difference, so that the installments add up to the total. */
  firstInstallmentValue: amountSchema,
  /** The amount charged, in cents. */
  total: amountSchema,
  hasInterest: { type: 'boolean' },
});

export const checkoutSchema = recordWith(
  {
    /** The id of the offer, which is also the address of its checkout. */
    id: uuidSchema,
    title: textSchema(120),
    /** The price in cents; the first charge of a subscription. */
    price: amountSchema,
    coin: currencySchema,
    type: { type: 'string', enum: ['ONE_TIME', 'SUBSCRIPTION'] },
    sellerName: textSchema(120),
    requiredDocumentAndPhone: { type: 'boolean' },
    pixEnabled: { type: 'boolean' },
    creditCardEnabled: { type: 'boolean' },
    billetEnabled: { type: 'boolean' },
    /** The fields of the buyer that the provider of each enabled method needs besides name and e-mail. */
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
    deliveryOptions: { type: 'array', items: shownDeliverySchema },
    checkoutBuilderConfig: checkoutBuilderConfigSchema,
  },
  {
    /** Services are quoted once the zip code is known: checkout.quoteFreight has the deliveries to choose from. */
    hasFreightQuotes: { type: 'boolean' },
    /** The most pieces that an order may have; one where it is left out. */
    maxQuantity: { type: 'integer' },
    /** The fields that the seller asks for besides. */
    customFields: { type: 'array', items: customFieldSchema },
    /** The discounts for buyers who pay by PIX or by boleto, in basis points of the price. */
    pixDiscountBasisPoints: { type: 'integer' },
    billetDiscountBasisPoints: { type: 'integer' },
    /** The least cents that an order has to cost to be paid by a method, where its providers name a least. */
    leastAmounts: leastAmountsSchema,
    /** The cents between which the buyer of a payment link types the amount; null where the price is fixed. */
    amountRange: nullable(record({ least: amountSchema, most: amountSchema })),
    /** A former price in cents, which the page strikes through. */
    fakePrice: nullable(amountSchema),
    /** Each later charge of a subscription. */
    recurrencePrice: nullable(amountSchema),
    frequencyInDays: nullable({ type: 'integer' }),
    /** CALENDAR: the days stand for months of the calendar. */
    period: { type: 'string', enum: RECURRENCE_PERIODS },
    /** The days that the first charge of a subscription pays for; null where they are a whole period. */
    trialDays: nullable({ type: 'integer' }),
    /** The trial costs nothing: `price` is 0, and the first charge comes when it ends. */
    isTrialFree: { type: 'boolean' },
    /** Paying by PIX also agrees to PIX Automático: the buyer's bank pays each later charge. */
    hasMandate: { type: 'boolean' },
    /** The offer takes a coupon of its seller, so that the page asks for a code. */
    hasCoupons: { type: 'boolean' },
    /** The fixed freight in cents, which leaves no choice; null where the delivery options decide. */
    fretePrice: nullable(amountSchema),
    card: nullable(cardEntrySchema),
    /** The price can be paid with two cards, which are charged together or not at all. */
    takesTwoCards: { type: 'boolean' },
    /** The most installments that the price alone can be paid in, where there are more than one. */
    bestInstallment: nullable(installmentOptionSchema),
    /** The CNPJ of a seller that is a company, or the CPF of a person who lets buyers see it. */
    sellerDocument: nullable({ type: 'string' }),
    sellerAddress: nullable({ type: 'string' }),
    /** The seller's address for questions about the product, else the platform's. */
    supportEmail: nullable({ type: 'string' }),
    /** The days for which the buyer gets the money back on request. */
    guaranteeDays: nullable({ type: 'integer' }),
    /** Only simulated providers serve it, so that nobody can be charged. */
    isDemonstration: { type: 'boolean' },
    termsUrl: nullable({ type: 'string' }),
    privacyUrl: nullable({ type: 'string' }),
  },
);
export type Checkout = FromSchema<typeof checkoutSchema>;

/** The results of comparing the received money with the charge. The payment page explains each. */
export const PAYMENT_SETTLEMENTS = ['NONE', 'EXACT', 'LATE', 'UNDERPAID', 'OVERPAID', 'DUPLICATE'] as const;

/**
 * The agreement to PIX Automático that comes with a payment. ASKED: its code agrees as well. ACTIVE: the buyer has agreed. NONE: nobody has, or
 * the agreement has ended. DEBIT: the payment itself is a charge under one.
 */
export const MANDATE_FACES = ['ASKED', 'ACTIVE', 'NONE', 'DEBIT'] as const;
const mandateViewSchema = record({
  face: { type: 'string', enum: MANDATE_FACES },
  /** Cents of each charge, or of the largest one where `isFixed` is false. */
  amount: amountSchema,
  isFixed: { type: 'boolean' },
  recurrenceDays: { type: 'integer' },
  /** The day of the next charge under it, or of this one; YYYY-MM-DD. */
  date: { type: 'string' },
});
export type MandateView = FromSchema<typeof mandateViewSchema>;

/** The states of a card that pays a part of a price. Nothing is charged to one that is HELD, and nothing was to one that is RELEASED. */
export const HELD_CARD_STATES = ['WAITING', 'HELD', 'CHARGED', 'RELEASED', 'REFUSED'] as const;
export const heldCardSchema = record({
  brand: nullable({ type: 'string' }),
  lastDigits: nullable({ type: 'string' }),
  /** Its part of the amount in cents. */
  amount: amountSchema,
  state: { type: 'string', enum: HELD_CARD_STATES },
});
export type HeldCardView = FromSchema<typeof heldCardSchema>;

/** A payment as its page shows it. */
export const paymentViewSchema = recordWith(
  {
    id: publicIdSchema,
    /** The short code by which people name the order; unlike the id it opens nothing. */
    orderCode: { type: 'string' },
    status: paymentStatusSchema,
    method: paymentMethodSchema,
    /** The amount charged in cents, including the interest of installments. */
    amount: amountSchema,
    currency: currencySchema,
    installments: { type: 'integer' },
    createdAt: dateTimeSchema,
    title: textSchema(120),
    sellerName: textSchema(120),
    offerId: uuidSchema,
    /** The provider's answer is not known yet: the page waits, and the buyer must not pay again. */
    isConfirming: { type: 'boolean' },
    settlement: { type: 'string', enum: PAYMENT_SETTLEMENTS },
    /** The amount paid in cents. */
    paidAmount: amountSchema,
    refundedAmount: amountSchema,
  },
  {
    /** The bought items, for the payment page. With the discount, these lines add up to `amount`. */
    order: nullable(
      record({
        items: { type: 'array', items: record({ title: textSchema(120), amount: amountSchema }) },
        freight: amountSchema,
        /** The interest of installments. */
        interest: amountSchema,
        /** The delivery address in one line. */
        address: nullable({ type: 'string' }),
      }),
    ),
    /** The parcel of what is shipped, on the payment page; null before it is paid, and where the money went back before it left. */
    tracking: nullable(trackingSchema),
    /**
     * WAITING: the amount is held on the card until a person decides. ENDED: nobody accepted it, and nothing was charged. Null for any other
     * payment, and for one that was accepted.
     */
    review: nullable({ type: 'string', enum: ['WAITING', 'ENDED'] }),
    /** It is paid, so that it has a receipt at `receipt.pdf` and `receipt.json` under the page's address. */
    hasReceipt: { type: 'boolean' },
    /** The files of its fiscal invoice, at `invoice.pdf` and `invoice.xml` under the page's address. */
    invoiceFiles: { type: 'array', items: { type: 'string', enum: ['pdf', 'xml'] } },
    /** True where the page's content comes by e-mail too. */
    isMailed: { type: 'boolean' },
    /** The provider did not find the charge of this card, and it may appear all the same. */
    mayBeCharged: { type: 'boolean' },
    /** The advice to the buyer of a refused card; null where nothing was refused, or its charge may still appear. */
    decline: nullable({ type: 'string', enum: DECLINE_ADVICES }),
    /** Cents for which the buyer of this refused card gets a PIX of the same order, on its page; null where none is made. */
    pixAmount: nullable(amountSchema),
    couponCode: nullable(textSchema(30)),
    /** The coupon's discount in cents; `amount` is the price after it. */
    discount: amountSchema,
    /** The cents that the payment method took off the price besides. */
    methodDiscount: amountSchema,
    productImage: nullable(imageUrl),
    /** The document and the address that the seller lets buyers see. */
    sellerDocument: nullable({ type: 'string' }),
    sellerAddress: nullable({ type: 'string' }),
    /** The seller delivers what is paid for elsewhere: there is nothing to open here. */
    isDeliveredBySeller: { type: 'boolean' },
    /** The address for questions about the product: the seller's, else the platform's. */
    supportEmail: nullable({ type: 'string' }),
    /** The secret address at which the buyer opens what they bought, once the payment is approved. */
    accessUrl: nullable({ type: 'string' }),
    /** An https address of the seller, as a link once the payment is approved. The page never leads the buyer there unasked. */
    thankYouUrl: nullable({ type: 'string', maxLength: 500 }),
    /** The seller's logo and colour, as the buyer saw them at the checkout. */
    logoUrl: nullable(builderImageUrl),
    /** The charges that follow, where the purchase is one of a subscription. */
    plan: nullable(
      record({
        /** Cents of the next charge. */
        amount: amountSchema,
        frequencyInDays: { type: 'integer' },
        /** The months between two charges; null where they are counted in days. */
        months: nullable({ type: 'integer' }),
        /** Null before the first payment, and where no charge follows. */
        nextChargeAt: nullable(dateTimeSchema),
      }),
    ),
    colorPrimary: nullable(colour),
    expiresAt: nullable(dateTimeSchema),
    /** Until then the buyer of this expired PIX or boleto gets a new code at the same price; null where none is made. */
    renewableUntil: nullable(dateTimeSchema),
    approvedAt: nullable(dateTimeSchema),
    /** Cents that the code to pay asks for: the amount, or what is missing of it. */
    codeAmount: amountSchema,
    /** Cents for which the buyer of this PIX, which was paid in part, gets a code; null where none is made. */
    restAmount: nullable(amountSchema),
    /** Null where the payment has nothing to do with PIX Automático. */
    mandate: nullable(mandateViewSchema),
    pixCode: nullable({ type: 'string' }),
    /** The provider's picture of pixCode, as a data: URL. */
    pixQrCode: nullable({ type: 'string' }),
    /** Without such a picture: the QR code of pixCode as SVG path data, and the side of its square view box. */
    pixQrPath: nullable({ type: 'string' }),
    pixQrSize: nullable({ type: 'integer' }),
    billetCode: nullable({ type: 'string' }),
    billetBarcode: nullable({ type: 'string' }),
    billetUrl: nullable({ type: 'string' }),
    /** The charge is made and its code comes later: from this time on the page offers another way to pay. Null where nothing is missing. */
    lateCodeAt: nullable(dateTimeSchema),
    /** The page of the buyer's bank on which the charge has to be confirmed. */
    nextStep: nullable(nextStepSchema),
    cardBrand: nullable({ type: 'string' }),
    cardLastDigits: nullable({ type: 'string' }),
    /** The two cards among which the amount was divided; null where one card or another method pays. */
    cards: nullable({ type: 'array', items: heldCardSchema }),
    /** The page where a person can pay at the simulated bank; only in demonstration environments. */
    simulatorUrl: nullable({ type: 'string' }),
  },
);
export type PaymentView = FromSchema<typeof paymentViewSchema>;

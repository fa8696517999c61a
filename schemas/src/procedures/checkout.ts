import { checkoutSchema, installmentOptionSchema, paymentViewSchema, shownDeliverySchema } from '../checkout.ts';
import {
  amountSchema,
  codeSchema,
  lineSchema,
  nameSchema,
  paymentMethodSchema,
  paymentStatusSchema,
  publicIdSchema,
  quantitySchema,
  STATES,
  textSchema,
  uuidSchema,
} from '../common.ts';
import { couponCyclesSchema, couponDiscountSchema } from '../entities/coupon.ts';
import { customFieldSchema, MOST_CUSTOM_FIELDS } from '../entities/offer.ts';
import type { ErrorTexts } from '../errors.ts';
import { LOOKING_UP, PURCHASING, QUOTING_FREIGHT, READING, SAVING_CARTS, TRYING_COUPONS } from '../limits.ts';
import { nothingSchema, optional, pageViewSchema, phoneSchema, record, recordWith } from '../parts.ts';
import { adConsentSchema } from '../pixels.ts';
import type { Procedure } from '../procedure.ts';
import { couponCodeSchema } from './coupons.ts';

const bumps = { type: 'array', items: uuidSchema, maxItems: 20, uniqueItems: true } as const;
const digits = (pattern: string) => ({ type: 'string', pattern }) as const;
/** The parsed query of the checkout address that the buyer opened (utm_* and others). */
const utmQuery = {
  type: 'object',
  maxProperties: 30,
  additionalProperties: { type: 'string', maxLength: 500 },
  propertyNames: { pattern: '^[A-Za-z][A-Za-z0-9_-]{0,60}$' },
} as const;
const COUPON_ERRORS = ['COUPON_UNKNOWN', 'COUPON_EXPIRED', 'COUPON_USED_UP', 'COUPON_NOT_FOR_OFFER'] as const;
/** A CPF (11 digits) or a CNPJ (12 letters or digits and 2 digits), without punctuation. */
const document = digits('^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$');

/** The values that the form of a cart holds besides the named fields, so that a resume link fills all of it. */
export const cartFormProperties = {
  paymentMethod: paymentMethodSchema,
  orderBumpsIds: bumps,
  deliveryOptionId: uuidSchema,
  coupon: couponCodeSchema,
  affiliateId: textSchema(64),
  cep: textSchema(9),
  street: lineSchema(120),
  number: lineSchema(20),
  complement: lineSchema(120),
  district: lineSchema(120),
  city: lineSchema(120),
  state: { type: 'string', enum: STATES },
} as const;

export const getCheckout = {
  name: 'checkout.getCheckout',
  kind: 'query',
  summary: 'Retrieves a published offer as its checkout shows it.',
  access: { kind: 'public' },
  limit: READING,
  input: record({ checkoutId: uuidSchema }),
  output: checkoutSchema,
  errors: ['OFFER_NOT_FOUND'],
} as const satisfies Procedure;

export const getInstallments = {
  name: 'checkout.getInstallments',
  kind: 'query',
  summary:
    "Lists the installment options of a card payment: total × (1 + fee) ÷ n, only those above the platform's minimum.",
  access: { kind: 'public' },
  limit: READING,
  input: recordWith(
    { checkoutId: uuidSchema },
    {
      orderBumpsIds: bumps,
      quantity: quantitySchema,
      /** Cents that the buyer has typed, where the checkout has an amountRange. */
      chosenAmount: amountSchema,
      fareAmount: amountSchema,
      /** The coupon's discount in cents. */
      discount: amountSchema,
    },
  ),
  output: record({ options: { type: 'array', items: installmentOptionSchema } }),
  errors: [
    'OFFER_NOT_FOUND',
    'ORDER_BUMP_NOT_FOUND',
    'QUANTITY_NOT_OFFERED',
    'METHOD_NOT_ENABLED',
    'GATEWAY_NOT_CONFIGURED',
    'METHOD_LIMIT_REACHED',
    'METHOD_PAUSED',
    'AMOUNT_OUT_OF_RANGE',
  ],
} as const satisfies Procedure;

export const getCoupon = {
  name: 'checkout.getCoupon',
  kind: 'query',
  summary: "Retrieves what a coupon takes off an offer's price. A discount leaves a charge of 100 cents of the price.",
  access: { kind: 'public' },
  limit: TRYING_COUPONS,
  input: record({ checkoutId: uuidSchema, code: couponCodeSchema }),
  output: record({ code: couponCodeSchema, discount: couponDiscountSchema, cycles: couponCyclesSchema }),
  errors: ['OFFER_NOT_FOUND', ...COUPON_ERRORS, 'TOO_MANY_REQUESTS'],
} as const satisfies Procedure;

export const tokenCreditCard = {
  name: 'checkout.tokenCreditCard',
  kind: 'mutation',
  summary: 'Stores a card at the provider for a subscription and returns its id. The card frame seals the card data.',
  access: { kind: 'public' },
  limit: PURCHASING,
  input: recordWith(
    {
      checkoutId: uuidSchema,
      /** The sealed card, or the token of the provider's own tokenizer where it has one. */
      token: { type: 'string', minLength: 1, maxLength: 8192 },
      name: nameSchema(30, 4),
      email: { type: 'string', format: 'email', maxLength: 254 },
    },
    {
      cpf: document,
      phone: phoneSchema,
      /** The seller's account at the provider that is to hold the card, as the card form was told. */
      receiverId: textSchema(128),
      pageView: pageViewSchema,
    },
  ),
  output: record({ creditCardId: { type: 'string' } }),
  errors: [
    'OFFER_NOT_FOUND',
    'METHOD_NOT_ENABLED',
    'GATEWAY_NOT_CONFIGURED',
    'METHOD_LIMIT_REACHED',
    'METHOD_PAUSED',
    'OPERATION_UNSUPPORTED',
    'CARD_NOT_SAVED',
    'CARD_TOKEN_INVALID',
    'CARD_UNAVAILABLE',
    'CHALLENGE_REQUIRED',
    'RECEIVER_NOT_FOUND',
    'TOO_MANY_REQUESTS',
  ],
} as const satisfies Procedure;

export const purchase = {
  name: 'checkout.purchase',
  kind: 'mutation',
  summary:
    'Creates a purchase of an offer. The server calculates the price; amounts that the page sends are only compared with it.',
  access: { kind: 'public' },
  isIdempotent: true,
  limit: PURCHASING,
  input: recordWith(
    {
      offerId: uuidSchema,
      email: { type: 'string', format: 'email', maxLength: 254 },
      name: nameSchema(30, 4),
      paymentMethod: paymentMethodSchema,
    },
    {
      phone: phoneSchema,
      cpf: document,
      creditCard: optional({
        /**
         * The value that the card form returned: the sealed card, or the connection id, "~" and the provider's token. A token
         * alone belongs to the connection that getCheckout named.
         */
        token: { type: 'string', minLength: 1, maxLength: 8192 },
        installments: { type: 'integer', minimum: 1, maximum: 12 },
        /** The id that tokenCreditCard returned for the same offer, e-mail and CPF within the last hour. */
        creditCardId: { type: 'string', minLength: 1, maxLength: 1024 },
      }),
      /**
       * A second card, which pays a part of the price: `creditCard` pays the rest. Both amounts are held, and charged together or not at all.
       * Both cards pay in the installments of `creditCard`.
       */
      secondCard: record({
        /** A token like the one of `creditCard`. */
        token: { type: 'string', minLength: 1, maxLength: 8192 },
        /** Cents of the amount charged, including the interest of installments. Each card pays at least 100. */
        amount: { type: 'integer', minimum: 100, maximum: 1_000_000_000 },
      }),
      cep: digits('^[0-9]{8}$'),
      street: lineSchema(120),
      number: lineSchema(20),
      complement: lineSchema(120),
      district: lineSchema(120),
      city: lineSchema(120),
      state: { type: 'string', enum: STATES },
      orderBumpsIds: bumps,
      /** The answers to the offer's own fields. A date is YYYY-MM-DD, a choice one of the options. */
      customFields: {
        type: 'array',
        maxItems: MOST_CUSTOM_FIELDS,
        items: record({ key: customFieldSchema.properties.key, value: lineSchema(500) }),
      },
      /** The code of a coupon of the seller's. */
      coupon: couponCodeSchema,
      quantity: quantitySchema,
      /** Cents that the buyer has typed, where the checkout has an amountRange. */
      chosenAmount: amountSchema,
      /** The chosen delivery option. */
      deliveryOptionId: uuidSchema,
      /** The freight in cents that the page showed. The purchase is refused when the offer says otherwise. */
      deliveryFare: amountSchema,
      /** The total in cents that the page showed. The purchase is refused when the price has changed since. */
      expectedTotal: amountSchema,
      utmQuery,
      /**
       * False: the purchase is refused with ALREADY_PURCHASED where this buyer has bought the offer within 24 hours. True: the buyer was
       * asked and wants it once more. Without it nobody is asked.
       */
      isRepeat: { type: 'boolean' },
      referer: textSchema(2048),
      affiliateId: textSchema(64),
      abandonedCartId: uuidSchema,
      pageView: pageViewSchema,
      /** Present where the buyer agreed that the purchase is reported to advertising networks. */
      adConsent: adConsentSchema,
      fingerPrints: {
        type: 'array',
        maxItems: 5,
        items: record({ provider: textSchema(40, 1), value: codeSchema(256, 1) }),
      },
    },
  ),
  output: record({
    paymentId: publicIdSchema,
    method: paymentMethodSchema,
    status: paymentStatusSchema,
    payment: paymentViewSchema,
    upsellToken: { type: 'string' },
  }),
  errors: [
    'OFFER_NOT_FOUND',
    'ORDER_BUMP_NOT_FOUND',
    'QUANTITY_NOT_OFFERED',
    'METHOD_NOT_ENABLED',
    ...COUPON_ERRORS,
    'COUPON_USED_BY_BUYER',
    'PRICE_CHANGED',
    'FREIGHT_MISSING',
    'FREIGHT_EXPIRED',
    'AMOUNT_OUT_OF_RANGE',
    'ALREADY_PURCHASED',
    'DELIVERY_OPTION_NOT_FOUND',
    'CUSTOM_FIELD_MISSING',
    'CUSTOM_FIELD_INVALID',
    'DOCUMENT_INVALID',
    'DOCUMENT_MISSING',
    'PHONE_MISSING',
    'ADDRESS_MISSING',
    'CARD_TOKEN_MISSING',
    'CARD_TOKEN_INVALID',
    'CARD_UNAVAILABLE',
    'PURCHASE_REFUSED',
    'CHALLENGE_REQUIRED',
    'INSTALLMENTS_NOT_OFFERED',
    'TWO_CARDS_NOT_OFFERED',
    'SECOND_CARD_AMOUNT',
    'GATEWAY_NOT_CONFIGURED',
    'METHOD_LIMIT_REACHED',
    'AMOUNT_TOO_SMALL',
    'METHOD_PAUSED',
    'PAYMENT_REFUSED',
    'TOO_MANY_REQUESTS',
    'IDEMPOTENCY_KEY_MISSING',
    'IDEMPOTENCY_KEY_REUSED',
    'IDEMPOTENCY_KEY_IN_USE',
    'OPERATION_UNSUPPORTED',
  ],
} as const satisfies Procedure;

export const startTrial = {
  name: 'checkout.startTrial',
  kind: 'mutation',
  summary:
    'Begins a subscription with a free trial. Nothing is charged: the first charge comes when the trial ends. A buyer has one for each product.',
  access: { kind: 'public' },
  isIdempotent: true,
  limit: PURCHASING,
  input: purchase.input,
  /** The address of the page of the subscription, whose token is in the fragment. */
  output: record({ url: { type: 'string' } }),
  errors: [
    'TRIAL_USED',
    'OFFER_NOT_FOUND',
    'METHOD_NOT_ENABLED',
    ...COUPON_ERRORS,
    'COUPON_USED_BY_BUYER',
    'PRICE_CHANGED',
    'DOCUMENT_INVALID',
    'DOCUMENT_MISSING',
    'PHONE_MISSING',
    'ADDRESS_MISSING',
    'CARD_TOKEN_MISSING',
    'CARD_TOKEN_INVALID',
    'CARD_UNAVAILABLE',
    'PURCHASE_REFUSED',
    'CHALLENGE_REQUIRED',
    'GATEWAY_NOT_CONFIGURED',
    'METHOD_LIMIT_REACHED',
    'AMOUNT_TOO_SMALL',
    'METHOD_PAUSED',
    'TOO_MANY_REQUESTS',
    'IDEMPOTENCY_KEY_MISSING',
    'IDEMPOTENCY_KEY_REUSED',
    'IDEMPOTENCY_KEY_IN_USE',
  ],
} as const satisfies Procedure;

export const getPaymentQuick = {
  name: 'checkout.getPaymentQuick',
  kind: 'query',
  summary: 'Retrieves a payment by its public id, as the payment page shows it.',
  access: { kind: 'public' },
  limit: READING,
  input: record({ paymentId: publicIdSchema }),
  output: paymentViewSchema,
  errors: ['PAYMENT_NOT_FOUND'],
} as const satisfies Procedure;

export const createRestCode = {
  name: 'checkout.createRestCode',
  kind: 'mutation',
  summary:
    'Makes a PIX code for exactly the missing cents of a PIX that was paid in part, and returns the payment. While such a code is open, the payment is returned with that one.',
  access: { kind: 'public' },
  limit: PURCHASING,
  input: record({ paymentId: publicIdSchema }),
  output: paymentViewSchema,
  errors: ['PAYMENT_NOT_FOUND', 'OFFER_NOT_FOUND', 'METHOD_NOT_ENABLED', 'METHOD_LIMIT_REACHED', 'METHOD_PAUSED'],
} as const satisfies Procedure;

export const quoteFreight = {
  name: 'checkout.quoteFreight',
  kind: 'mutation',
  summary:
    'Lists the deliveries of an order to a zip code: those of fixed fares, and the services that are quoted, whose prices hold for half an hour at least. A purchase names the one that was chosen.',
  access: { kind: 'public' },
  limit: QUOTING_FREIGHT,
  input: recordWith(
    { checkoutId: uuidSchema, cep: digits('^[0-9]{8}$') },
    {
      orderBumpsIds: bumps,
      quantity: quantitySchema,
      /** Cents that the buyer has typed, where the checkout has an amountRange. */
      chosenAmount: amountSchema,
    },
  ),
  output: record({ deliveryOptions: { type: 'array', items: shownDeliverySchema } }),
  errors: ['OFFER_NOT_FOUND', 'QUANTITY_NOT_OFFERED', 'AMOUNT_OUT_OF_RANGE', 'PRICE_CHANGED'],
} as const satisfies Procedure;

export const lookupZipCode = {
  name: 'checkout.lookupZipCode',
  kind: 'query',
  summary:
    'Looks up the address of a zip code (CEP) in a cached third-party service. A purchase never needs it: the buyer may type the address.',
  access: { kind: 'public' },
  limit: LOOKING_UP,
  input: record({ cep: digits('^[0-9]{8}$') }),
  output: record({
    uf: { type: 'string' },
    logradouro: { type: 'string' },
    bairro: { type: 'string' },
    localidade: { type: 'string' },
  }),
  errors: ['ZIP_CODE_NOT_FOUND', 'ZIP_CODE_LOOKUP_FAILED'],
} as const satisfies Procedure;

export const checkAbandonedCartEnabled = {
  name: 'checkout.checkAbandonedCartEnabled',
  kind: 'query',
  summary: 'Retrieves whether an offer saves unfinished carts.',
  access: { kind: 'public' },
  limit: READING,
  input: record({ offerId: uuidSchema }),
  output: record({ enabled: { type: 'boolean' } }),
  errors: ['OFFER_NOT_FOUND'],
} as const satisfies Procedure;

export const putAbandonedCart = {
  name: 'checkout.putAbandonedCart',
  kind: 'mutation',
  summary:
    'Creates or replaces the unfinished cart of this browser, where the offer saves them. A cookie proves whose cart it is.',
  access: { kind: 'public' },
  limit: SAVING_CARTS,
  input: recordWith(
    { offerId: uuidSchema, email: { type: 'string', format: 'email', maxLength: 254 } },
    {
      cartId: uuidSchema,
      name: lineSchema(30),
      document: textSchema(18),
      phone: digits('^[0-9]{0,11}$'),
      /** The amount of the cart in cents. */
      quantity: quantitySchema,
      cartAmt: amountSchema,
      utmQuery,
      ...cartFormProperties,
    },
  ),
  bodyLimit: 4_096,
  output: record({ cartId: uuidSchema }),
  errors: ['OFFER_NOT_FOUND', 'CART_NOT_FOUND', 'CART_CAPTURE_DISABLED', 'TOO_MANY_REQUESTS'],
} as const satisfies Procedure;

export const withdrawAdConsent = {
  name: 'checkout.withdrawAdConsent',
  kind: 'mutation',
  summary: 'Withdraws the consent to report a purchase to advertising networks. Nothing about it is sent from then on.',
  access: { kind: 'public' },
  limit: READING,
  input: record({ paymentId: publicIdSchema }),
  output: nothingSchema,
  errors: ['PAYMENT_NOT_FOUND', 'TOO_MANY_REQUESTS'],
} as const satisfies Procedure;

export const deleteAbandonedCart = {
  name: 'checkout.deleteAbandonedCart',
  kind: 'mutation',
  summary: "Deletes this browser's cart of an offer, for a buyer who does not want it kept. There may be none.",
  access: { kind: 'public' },
  limit: SAVING_CARTS,
  input: record({ offerId: uuidSchema }),
  output: nothingSchema,
  errors: ['TOO_MANY_REQUESTS'],
} as const satisfies Procedure;

export const checkoutErrors = {
  FREIGHT_MISSING: {
    status: 422,
    'pt-BR': 'Escolha a forma de entrega.',
    en: 'Choose a delivery option.',
  },
  FREIGHT_EXPIRED: {
    status: 409,
    'pt-BR': 'O frete escolhido não vale mais para este pedido. Escolha a entrega de novo.',
    en: 'The chosen shipping rate no longer applies to this order. Choose the delivery option again.',
  },
  OFFER_NOT_STARTED: {
    status: 409,
    'pt-BR': 'A venda desta oferta ainda não começou. Volte mais tarde.',
    en: 'The sale of this offer has not started yet. Come back later.',
  },
  OFFER_ENDED: {
    status: 410,
    'pt-BR': 'A venda desta oferta terminou.',
    en: 'The sale of this offer has ended.',
  },
  OFFER_SOLD_OUT: {
    status: 409,
    'pt-BR': 'Esta oferta ou um item adicional esgotou. Nada foi cobrado.',
    en: 'This offer or an extra item is sold out. Nothing was charged.',
  },
  CUSTOM_FIELD_MISSING: {
    status: 422,
    'pt-BR': 'Preencha este campo.',
    en: 'Fill in this field.',
  },
  CUSTOM_FIELD_INVALID: {
    status: 422,
    'pt-BR': 'Escolha uma das opções, ou digite uma data que existe.',
    en: 'Choose one of the options, or enter a date that exists.',
  },
  QUANTITY_NOT_OFFERED: {
    status: 422,
    'pt-BR': 'Esta quantidade não está disponível. Escolha uma menor.',
    en: "This quantity isn't available. Choose a smaller one.",
  },
  AMOUNT_OUT_OF_RANGE: {
    status: 422,
    'pt-BR': 'Digite um valor dentro dos limites deste link.',
    en: 'Enter an amount within the limits of this link.',
  },
  PRICE_NOT_KEPT: {
    status: 409,
    'pt-BR': 'O preço deste pedido não vale mais. Nada foi cobrado. Faça um novo pedido.',
    en: 'The price of this order is no longer kept. Nothing was charged. Make a new order.',
  },
  ORDER_BUMP_NOT_FOUND: {
    status: 422,
    'pt-BR': 'Um item adicional não faz parte desta oferta.',
    en: 'An extra item does not belong to this offer.',
  },
  COUPON_UNKNOWN: {
    status: 422,
    'pt-BR': 'Este cupom não existe. Confira o código.',
    en: 'This coupon does not exist. Check the code.',
  },
  COUPON_EXPIRED: {
    status: 422,
    'pt-BR': 'Este cupom não está valendo agora.',
    en: 'This coupon is not valid now.',
  },
  COUPON_USED_UP: {
    status: 422,
    'pt-BR': 'Este cupom já foi usado o número máximo de vezes.',
    en: 'This coupon has been used as often as it may be.',
  },
  COUPON_USED_BY_BUYER: {
    status: 422,
    'pt-BR': 'Você já usou este cupom o número máximo de vezes.',
    en: 'You have used this coupon as often as you may.',
  },
  COUPON_NOT_FOR_OFFER: {
    status: 422,
    'pt-BR': 'Este cupom não vale para esta oferta.',
    en: 'This coupon is not for this offer.',
  },
  PURCHASE_REFUSED: {
    status: 422,
    'pt-BR': 'Não foi possível concluir esta compra. Fale com o vendedor.',
    en: 'This purchase could not be completed. Contact the seller.',
  },
  METHOD_NOT_ENABLED: {
    status: 422,
    'pt-BR': 'Esta forma de pagamento não está disponível para esta oferta.',
    en: 'This payment method is not available for this offer.',
  },
  PRICE_CHANGED: {
    status: 409,
    'pt-BR': 'O preço mudou desde que a página foi aberta. Recarregue e confira o total.',
    en: 'The price has changed since the page was opened. Reload and check the total.',
  },
  TRIAL_USED: {
    status: 409,
    'pt-BR': 'Você já teve uma assinatura ou um teste deste produto. O teste grátis vale uma vez.',
    en: 'You have had a subscription to or a trial of this product. The free trial is available once.',
  },
  ALREADY_PURCHASED: {
    status: 409,
    'pt-BR': 'Você comprou isto há menos de 24 horas. Nada foi cobrado agora.',
    en: 'You bought this less than 24 hours ago. Nothing has been charged now.',
  },
  DOCUMENT_INVALID: {
    status: 422,
    'pt-BR': 'Seu CPF está inválido, insira um CPF válido para continuar a compra',
    en: 'Your CPF or CNPJ is invalid, enter a valid one to continue',
  },
  DOCUMENT_MISSING: {
    status: 422,
    'pt-BR': 'CPF inválido. Informe seu CPF ou CNPJ',
    en: 'Invalid CPF. Enter your CPF or CNPJ',
  },
  PHONE_MISSING: {
    status: 422,
    'pt-BR': 'Telefone inválido. Informe seu celular com DDD',
    en: 'Invalid phone. Enter your mobile number with area code',
  },
  ADDRESS_MISSING: {
    status: 422,
    'pt-BR': 'Por favor, preencha todos os campos obrigatórios de endereço.',
    en: 'Please fill in all required address fields.',
  },
  DELIVERY_OPTION_NOT_FOUND: {
    status: 422,
    'pt-BR': 'Esta opção de entrega não faz parte da oferta.',
    en: 'This delivery option does not belong to the offer.',
  },
  CARD_FORM_MISSING: {
    status: 422,
    'pt-BR': 'O formulário do cartão não carregou. Tente de novo ou escolha outra forma de pagamento.',
    en: 'The card form did not load. Try again or choose another way to pay.',
  },
  CARD_TOKEN_MISSING: {
    status: 422,
    'pt-BR': 'Card token is required for credit card payments.',
    en: 'Card token is required for credit card payments.',
  },
  CARD_TOKEN_INVALID: {
    status: 422,
    'pt-BR': 'Os dados do cartão expiraram. Digite o cartão de novo.',
    en: 'The card details have expired. Type the card again.',
  },
  CARD_UNAVAILABLE: {
    status: 422,
    'pt-BR': 'Não foi possível pagar com cartão agora. Use outra forma de pagamento ou tente mais tarde.',
    en: 'This can’t be paid by card right now. Use another payment method, or try again later.',
  },
  CHALLENGE_REQUIRED: {
    status: 403,
    'pt-BR':
      'Não foi possível confirmar este pagamento com cartão. Recarregue a página e tente de novo, ou use outra forma de pagamento.',
    en: 'We couldn’t verify this card payment. Reload the page and try again, or use another payment method.',
  },
  CARD_NOT_SAVED: { status: 422, 'pt-BR': 'Erro salvando cartão', en: 'The card could not be saved' },
  INSTALLMENTS_NOT_OFFERED: {
    status: 422,
    'pt-BR': 'Este número de parcelas não está disponível.',
    en: 'This number of installments is not available.',
  },
  TWO_CARDS_NOT_OFFERED: {
    status: 422,
    'pt-BR': 'Não é possível pagar esta compra com dois cartões. Use um cartão ou outra forma de pagamento.',
    en: 'This purchase can’t be paid with two cards. Use one card or another payment method.',
  },
  SECOND_CARD_AMOUNT: {
    status: 422,
    'pt-BR': 'Cada cartão paga no mínimo 1,00, e cada parcela de um cartão, o mínimo das parcelas.',
    en: 'Each card must pay at least 1.00, and each installment at least the minimum installment.',
  },
  GATEWAY_NOT_CONFIGURED: {
    status: 422,
    'pt-BR': 'Gateway de pagamento não configurado.',
    en: 'Payment gateway is not configured.',
  },
  OPERATION_UNSUPPORTED: {
    status: 422,
    'pt-BR': 'Método de pagamento não suportado',
    en: 'Payment method not supported',
  },
  METHOD_LIMIT_REACHED: {
    status: 422,
    'pt-BR': 'Esta forma de pagamento chegou ao limite de hoje. Escolha outra ou tente de novo amanhã.',
    en: 'This payment method has reached its limit for today. Choose another one, or try again tomorrow.',
  },
  AMOUNT_TOO_SMALL: {
    status: 422,
    'pt-BR': 'O valor é menor do que esta forma de pagamento aceita. Escolha outra.',
    en: 'The amount is smaller than this payment method takes. Choose another one.',
  },
  METHOD_PAUSED: {
    status: 503,
    'pt-BR': 'Esta forma de pagamento está em pausa por instantes. Tente de novo em breve ou escolha outra.',
    en: 'This payment method is paused for a moment. Try again soon or choose another one.',
  },
  PAYMENT_REFUSED: { status: 402, 'pt-BR': 'Pagamento recusado, tente novamente.', en: 'Payment refused, try again.' },
  // The words of the specification, in both languages.
  BILLET_PDF_FAILED: { status: 502, 'pt-BR': 'Error on upload pdf', en: 'Error on upload pdf' },
  ZIP_CODE_NOT_FOUND: { status: 404, 'pt-BR': 'CEP não encontrado', en: 'Zip code not found' },
  ZIP_CODE_LOOKUP_FAILED: { status: 503, 'pt-BR': 'Erro ao buscar CEP', en: 'The zip code could not be looked up' },
  CART_CAPTURE_DISABLED: {
    status: 422,
    'pt-BR': 'Esta oferta não guarda carrinhos abandonados.',
    en: 'This offer does not keep abandoned carts.',
  },
} as const satisfies ErrorTexts;

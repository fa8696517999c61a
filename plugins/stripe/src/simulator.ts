/** Plays Stripe over its own wire format: for conformance, and for trying a checkout without an account. */
import { createHmac } from 'node:crypto';
import {
  addDays,
  answerChallenge,
  answerRoute,
  type BookedCharge,
  type BookedRefund,
  type BookRule,
  type ChargeState,
  createBook,
  defineSimulator,
  Fields,
  fromSaoPaulo,
  type NewCharge,
  type OrderState,
  type RouteHandler,
  type Simulator,
  type SimulatorContext,
  type SimulatorRequest,
  type SimulatorResponse,
  toSaoPauloDate,
  WireRefusal,
} from '@feira/plugin-kit';
import type { PaymentMethod } from '@feira/schemas/common';
import { barcodeToLine, buildBarcode } from '@feira/schemas/rules/boleto';
import { buildBrCode } from '@feira/schemas/rules/br-code';
import { cardBrand, isCardNumber } from '@feira/schemas/rules/card';

const REFUSED_CARD = '4000000000009995';
/** A card whose bank asks its owner. */
const CHALLENGED_CARD = '4000000000003220';
const CHALLENGES = '/challenges';
const METHODS: Record<string, PaymentMethod> = { card: 'CREDIT_CARD', pix: 'PIX', boleto: 'BILLET' };
const TYPES = { CREDIT_CARD: 'card', PIX: 'pix', BILLET: 'boleto' } as const;
const CURRENCIES: Record<string, 'BRL' | 'EUR' | 'USD'> = { brl: 'BRL', eur: 'EUR', usd: 'USD' };
const WORDS: Record<ChargeState, string> = {
  WAITING: 'requires_action',
  PROCESSING: 'processing',
  AUTHORIZED: 'requires_capture',
  PAID: 'succeeded',
  PARTLY_REFUNDED: 'succeeded',
  REFUNDED: 'succeeded',
  CHARGED_BACK: 'succeeded',
  REFUSED: 'requires_payment_method',
  EXPIRED: 'requires_payment_method',
  CANCELED: 'canceled',
  UNKNOWN: 'quarantined',
};
const REFUND_WORDS: Record<OrderState, string> = {
  PENDING: 'pending',
  DONE: 'succeeded',
  FAILED: 'failed',
  RETURNED: 'failed',
  UNKNOWN: 'quarantined',
};
const EVENTS: Partial<Record<ChargeState, string>> = {
  PAID: 'payment_intent.succeeded',
  AUTHORIZED: 'payment_intent.amount_capturable_updated',
  REFUSED: 'payment_intent.payment_failed',
  EXPIRED: 'payment_intent.payment_failed',
  CANCELED: 'payment_intent.canceled',
  CHARGED_BACK: 'charge.dispute.created',
};

interface ChargeData {
  description: string | null;
  returnUrl: string | null;
  capture: string;
  card: { brand: string; last4: string } | null;
  nextAction: Record<string, unknown> | null;
}
type Charge = BookedCharge<ChargeData>;
interface StoredCard {
  number: string;
  expiry: { exp_month: number; exp_year: number };
  customer: string | null;
  isDetached: boolean;
}

const refuse = (status: number, message: string, fields: object = {}) =>
  new WireRefusal(status, { error: { type: 'invalid_request_error', message, ...fields } }, message);
const NOT_FOUND = refuse(404, 'No such object.', { code: 'resource_missing' });
const RULES: Partial<Record<BookRule, WireRefusal>> = {
  MISSING: NOT_FOUND,
  KEY_REUSED: refuse(400, 'Keys for idempotent requests can only be used with the same parameters.', {
    type: 'idempotency_error',
  }),
};

/** `card[number]` is a field within a field, and `expand[0]` one of a list. */
function fromForm(body: unknown): Fields {
  const tree: Record<string, unknown> = {};
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, string>)) {
    const [last = '', ...path] = name
      .split(/[[\]]+/)
      .filter(Boolean)
      .reverse();
    let place = tree;
    for (const key of path.reverse()) {
      place[key] ??= {};
      place = place[key] as Record<string, unknown>;
    }
    place[last] = value;
  }
  return new Fields(tree);
}

const toSeconds = (time: string | number) => Math.floor(new Date(time).getTime() / 1_000);

function createSimulator(context: SimulatorContext): Simulator {
  const { store, credentials, clock, publicUrl } = context;
  const book = createBook<ChargeData>(context, {
    notifyCharge: async (state, charge, { times, refund }) => {
      const type = refund ? (refund.status === 'FAILED' ? 'refund.failed' : 'refund.updated') : EVENTS[state];
      const about = refund
        ? toWireRefund(refund)
        : state === 'CHARGED_BACK'
          ? toDispute(charge)
          : toWire(charge, false);
      for (let time = 0; type && time < times; time += 1) await send(type, about);
    },
    isPayable: ({ status, payments }) => ['WAITING', 'PROCESSING'].includes(status) || payments.length > 0,
    isPaidOnce: true,
    refuse: (rule) => RULES[rule] ?? refuse(400, rule),
    wordOf: ({ status }) => WORDS[status],
  });

  /** Signed are the time and the body; endpoints are made in the dashboard. */
  async function send(type: string, about: object): Promise<void> {
    if (!context.webhookUrl) return;
    const created = toSeconds(clock.now().getTime());
    const event = {
      id: book.ids.next('evt_'),
      object: 'event',
      type,
      created,
      livemode: false,
      data: { object: about },
    };
    const body = JSON.stringify(event);
    const signature = createHmac('sha256', credentials.webhookSecret ?? '')
      .update(`${created}.${body}`)
      .digest('hex');
    const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${created},v1=${signature}` };
    await context.sendWebhook({ url: context.webhookUrl, headers, body });
  }

  async function createPaymentMethod({ body }: SimulatorRequest): Promise<SimulatorResponse> {
    const wanted = fromForm(body);
    const number = wanted.text('card.number') ?? '';
    if (!isCardNumber(number))
      throw refuse(402, 'Your card number is incorrect.', { type: 'card_error', code: 'incorrect_number' });
    const id = book.ids.next('pm_');
    const expiry = { exp_month: Number(wanted.text('card.exp_month')), exp_year: Number(wanted.text('card.exp_year')) };
    const card: StoredCard = { number, expiry, customer: null, isDetached: false };
    await store.set(`method:${id}`, card);
    return { status: 200, body: toMethod(id, card) };
  }

  /** A card that was attached is charged through its customer alone, and one that was detached no more. */
  async function readCard(wanted: Fields): Promise<StoredCard> {
    const card = await store.get<StoredCard>(`method:${wanted.text('payment_method')}`);
    if (card && !card.isDetached && card.customer === (wanted.text('customer') ?? null)) return card;
    throw refuse(400, 'No such PaymentMethod.', { code: 'resource_missing', param: 'payment_method' });
  }

  async function createIntent(request: SimulatorRequest): Promise<SimulatorResponse> {
    const wanted = fromForm(request.body);
    const method = METHODS[wanted.text('allowed_payment_method_types.0') ?? ''];
    const currency = CURRENCIES[wanted.requireText('currency')];
    if (!method || !currency || (method !== 'CREDIT_CARD' && currency !== 'BRL'))
      throw refuse(400, 'The currency provided is invalid with one or more payment method types.');
    const card = method === 'CREDIT_CARD' ? await readCard(wanted) : null;
    const amount = Number(wanted.requireText('amount'));
    const charge = await book.createCharge(request, 'pi_', {
      reference: wanted.requireText('metadata.reference'),
      method,
      amount,
      currency,
      ...(wanted.has('metadata.agreement') && {
        agreement: wanted.text('metadata.agreement'),
        initiator: wanted.text('off_session') === 'true' ? 'MERCHANT' : 'BUYER',
      }),
      ...(card ? decide(card.number, wanted) : toVoucher(method, wanted)),
      data: {
        description: wanted.text('description') ?? null,
        returnUrl: wanted.text('return_url') ?? null,
        capture: wanted.text('capture_method') ?? 'automatic',
        card: card && toCard(card.number),
        nextAction: card ? null : toNextAction(method, wanted, amount),
      },
    });
    const intent = toWire(charge, true);
    if (charge.status !== 'REFUSED') return { status: 200, body: intent };
    const { last_payment_error: error } = intent;
    return { status: 402, body: { error: { ...error, payment_intent: toWire(charge, false) } } };
  }

  async function changeMethod(id: string, change: (card: StoredCard) => StoredCard): Promise<SimulatorResponse> {
    const card = await store.get<StoredCard>(`method:${id}`);
    if (!card) throw NOT_FOUND;
    const changed = change(card);
    await store.set(`method:${id}`, changed);
    return { status: 200, body: toMethod(id, changed) };
  }

  /** The same request makes the same customer. */
  async function createCustomer({ body, headers }: SimulatorRequest): Promise<SimulatorResponse> {
    const key = `customer:${headers['idempotency-key']}`;
    const id = (await store.get<string>(key)) ?? book.ids.next('cus_');
    await store.set(key, id);
    const wanted = fromForm(body);
    return { status: 200, body: { id, object: 'customer', name: wanted.text('name'), email: wanted.text('email') } };
  }

  function attach(card: StoredCard, customer: string): StoredCard {
    if (card.isDetached || (card.customer && card.customer !== customer))
      throw refuse(400, 'The payment method you provided has already been attached to a customer.');
    return { ...card, customer };
  }

  function detach(card: StoredCard): StoredCard {
    if (!card.customer) throw refuse(400, 'The payment method you provided is not attached to a customer.');
    return { ...card, customer: null, isDetached: true };
  }

  /** The bank of a card says at once what becomes of it, or asks its owner first. */
  function decide(number: string, wanted: Fields): Pick<NewCharge<ChargeData>, 'status' | 'isChallenged'> {
    if (number === REFUSED_CARD) return { status: 'REFUSED' };
    if (number === CHALLENGED_CARD) return { status: 'PROCESSING', isChallenged: true };
    return { status: wanted.text('capture_method') === 'manual' ? 'AUTHORIZED' : 'PAID' };
  }

  const endOf = (method: PaymentMethod, wanted: Fields): Date => {
    const seconds = Number(wanted.text('payment_method_options.pix.expires_after_seconds') ?? 14_400);
    if (method === 'PIX') return new Date(clock.now().getTime() + seconds * 1_000);
    const days = Number(wanted.text('payment_method_options.boleto.expires_after_days') ?? 3);
    return new Date(fromSaoPaulo(`${addDays(toSaoPauloDate(clock.now()), days)}T23:59:59`));
  };

  function toVoucher(method: PaymentMethod, wanted: Fields): Pick<NewCharge<ChargeData>, 'expiresAt'> {
    const needed = ['name', 'email', 'address.line1', 'address.city', 'address.state', 'address.postal_code'];
    const missing = needed.find((field) => !wanted.has(`payment_method_data.billing_details.${field}`));
    if (method === 'BILLET' && (missing || !wanted.has('payment_method_data.boleto.tax_id')))
      throw refuse(400, `Missing required param: ${missing ?? 'boleto[tax_id]'}.`);
    return { expiresAt: endOf(method, wanted).toISOString() };
  }

  function toNextAction(method: PaymentMethod, wanted: Fields, amount: number): Record<string, unknown> {
    const expires_at = toSeconds(endOf(method, wanted).getTime());
    if (method === 'PIX') {
      const place = { merchantName: 'STRIPE SIMULADOR', merchantCity: 'SAO PAULO' };
      const data = buildBrCode({ key: 'pix@simulator.example', amount, ...place, txid: book.ids.text(25) });
      const urls = { image_url_png: `${publicUrl}/qr.png`, image_url_svg: `${publicUrl}/qr.svg` };
      const pix_display_qr_code = { data, expires_at, hosted_instructions_url: `${publicUrl}/pix`, ...urls };
      return { type: 'pix_display_qr_code', pix_display_qr_code };
    }
    const dueDate = toSaoPauloDate(endOf(method, wanted));
    const number = barcodeToLine(buildBarcode({ bankCode: '033', dueDate, amount, freeField: book.ids.digits(25) }));
    const pages = { hosted_voucher_url: `${publicUrl}/voucher`, pdf: `${publicUrl}/boleto.pdf` };
    return { type: 'boleto_display_details', boleto_display_details: { number, expires_at, ...pages } };
  }

  function toWire(charge: Charge, isExpanded: boolean) {
    const { data, status, amount } = charge;
    const isAsked = charge.isChallenged && status === 'PROCESSING';
    const hasCharge = status === 'AUTHORIZED' || charge.payments.length > 0;
    const chargeId = charge.transactionId.replace(/^pi_/, 'ch_');
    const url = `${publicUrl}${CHALLENGES}/${charge.transactionId}`;
    const redirect = { type: 'redirect_to_url', redirect_to_url: { url, return_url: data.returnUrl } };
    return {
      id: charge.transactionId,
      object: 'payment_intent' as const,
      amount,
      amount_capturable: status === 'AUTHORIZED' ? amount : 0,
      amount_received: charge.paidAmount,
      capture_method: data.capture,
      created: toSeconds(charge.createdAt),
      currency: (charge.currency ?? 'BRL').toLowerCase(),
      description: data.description,
      livemode: false,
      metadata: { reference: charge.reference },
      payment_method_types: [TYPES[charge.method]],
      status: isAsked ? 'requires_action' : WORDS[status],
      last_payment_error: toError(charge),
      next_action: isAsked ? redirect : status === 'WAITING' ? data.nextAction : null,
      latest_charge: hasCharge ? (isExpanded ? toWireCharge(charge, chargeId) : chargeId) : null,
    };
  }

  const show = async (request: SimulatorRequest, id: string): Promise<SimulatorResponse> => {
    const charge = await book.findCharge(request, id);
    return charge ? { status: 200, body: toWire(charge, true) } : NOT_FOUND.response;
  };

  async function search(request: SimulatorRequest): Promise<SimulatorResponse> {
    const [, reference] = /^metadata\['reference'\]:'(.*)'$/.exec(request.query.query ?? '') ?? [];
    if (reference === undefined) throw refuse(400, 'We were unable to parse your search query.');
    const found = (await book.listByReference(request, reference)).map((charge) => toWire(charge, true)).reverse();
    return { status: 200, body: { object: 'search_result', url: request.path, has_more: false, data: found } };
  }

  const routes: Record<string, RouteHandler> = {
    'POST /v1/customers': createCustomer,
    'GET /v1/payment_methods/*': (_request, id) => changeMethod(id!, (card) => card),
    'POST /v1/payment_methods/*/attach': ({ body }, id) =>
      changeMethod(id!, (card) => attach(card, fromForm(body).requireText('customer'))),
    'POST /v1/payment_methods/*/detach': (_request, id) => changeMethod(id!, detach),
    'POST /v1/payment_intents': createIntent,
    'GET /v1/payment_intents/search': search,
    'GET /v1/payment_intents/*': (request, id) => show(request, id!),
    'POST /v1/payment_intents/*/capture': async (_request, id) => ({
      status: 200,
      body: toWire(await book.capture(id!), true),
    }),
    'POST /v1/payment_intents/*/cancel': async (_request, id) => ({
      status: 200,
      body: toWire(await book.void(id!), true),
    }),
    'POST /v1/refunds': async ({ body, headers }) => {
      const wanted = fromForm(body);
      const amount = Number(wanted.requireText('amount'));
      const id = wanted.requireText('payment_intent');
      const charge = await book.controls.getCharge(id);
      if (charge?.method === 'BILLET') throw refuse(400, 'Boleto payments cannot be refunded through the API.');
      const refund = await book.createRefund(id, 're_', { reference: headers['idempotency-key'], amount });
      return { status: 200, body: toWireRefund(refund) };
    },
    'GET /v1/disputes': async (request) => {
      const charge = await book.findCharge(request, request.query.payment_intent ?? '');
      const data = charge?.status === 'CHARGED_BACK' ? [toDispute(charge)] : [];
      return { status: 200, body: { object: 'list', url: request.path, has_more: false, data } };
    },
  };

  async function showChallenge(request: SimulatorRequest): Promise<SimulatorResponse> {
    const charge = await book.findCharge(request, request.path.slice(CHALLENGES.length + 1));
    if (!charge?.isChallenged) return NOT_FOUND.response;
    return answerChallenge(book, request, { charge, returnUrl: charge.data.returnUrl });
  }

  return {
    ...book.controls,
    async handle(request) {
      if (request.path.startsWith(CHALLENGES)) return showChallenge(request);
      const open = {
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'authorization, content-type',
      };
      if (request.method === 'OPTIONS') return { status: 204, headers: open };
      if (request.headers.authorization === `Bearer ${credentials.publicKey}`) {
        const ofBrowser = { 'POST /v1/payment_methods': createPaymentMethod };
        return { ...(await answerRoute(ofBrowser, request, () => NOT_FOUND.response)), headers: open };
      }
      if (request.headers.authorization !== `Bearer ${credentials.secretKey}`)
        return refuse(401, 'Invalid API Key provided.').response;
      return answerRoute(routes, request, () => NOT_FOUND.response);
    },
  };
}

const toMethod = (id: string, { number, expiry, customer }: StoredCard) => ({
  id,
  object: 'payment_method',
  type: 'card',
  customer,
  card: { ...toCard(number), ...expiry },
});

const toCard = (number: string) => ({
  brand: cardBrand(number)?.toLowerCase() ?? 'unknown',
  last4: number.slice(-4),
});

function toError({ status, isChallenged, method }: Charge) {
  if (status === 'EXPIRED' && method !== 'CREDIT_CARD')
    return { type: 'invalid_request_error', code: 'payment_intent_payment_attempt_expired', message: 'It expired.' };
  if (status !== 'REFUSED' && status !== 'EXPIRED') return null;
  const message = isChallenged
    ? 'The owner of the card could not be authenticated.'
    : 'Your card has insufficient funds.';
  return isChallenged
    ? { type: 'card_error', code: 'payment_intent_authentication_failure', message }
    : { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds', message };
}

function toWireCharge(charge: Charge, id: string) {
  const { refunds, data, method } = charge;
  const gone = refunds.filter(({ status }) => status === 'DONE' || status === 'PENDING');
  const amount_refunded = gone.reduce((sum, refund) => sum + refund.amount, 0);
  return {
    id,
    object: 'charge',
    amount: charge.amount,
    amount_captured: charge.paidAmount,
    amount_refunded,
    captured: charge.paidAmount > 0,
    currency: (charge.currency ?? 'BRL').toLowerCase(),
    disputed: charge.status === 'CHARGED_BACK',
    paid: true,
    payment_intent: charge.transactionId,
    payment_method_details: { type: TYPES[method], ...(data.card && { card: data.card }) },
    refunded: amount_refunded >= charge.paidAmount && amount_refunded > 0,
    refunds: {
      object: 'list',
      has_more: false,
      url: `/v1/charges/${id}/refunds`,
      data: refunds.map(toWireRefund).reverse(),
    },
    status: 'succeeded',
  };
}

const toWireRefund = (refund: BookedRefund) => ({
  id: refund.id,
  object: 'refund',
  amount: refund.amount,
  created: toSeconds(refund.createdAt),
  metadata: refund.reference ? { reference: refund.reference } : {},
  payment_intent: refund.chargeId,
  status: REFUND_WORDS[refund.status],
  ...(refund.status === 'FAILED' && { failure_reason: refund.reason ?? 'expired_or_canceled_card' }),
});

const toDispute = ({ transactionId, amount, currency = 'BRL' }: Charge) => ({
  id: transactionId.replace(/^pi_/, 'du_'),
  object: 'dispute',
  amount,
  currency: currency.toLowerCase(),
  charge: transactionId.replace(/^pi_/, 'ch_'),
  payment_intent: transactionId,
  reason: 'fraudulent',
  status: 'needs_response',
});

export default defineSimulator({
  createSimulator,
  samples: {
    credentials: {
      secretKey: 'sk_test_invented_secret_key_0001',
      publicKey: 'pk_test_invented_public_key_0001',
      webhookSecret: 'whsec_invented_webhook_secret_0001',
    },
    cards: { approved: '4242424242424242', refused: REFUSED_CARD, challenged: CHALLENGED_CARD },
  },
});

/** Plays charges: POST /charges, their look-ups and their refunds. */
import {
  answerChallenge,
  CHALLENGE_MS,
  type NewCharge,
  type Share,
  type SimulatorRequest,
  type SimulatorResponse,
  toSaoPauloDate,
} from '@feira/plugin-kit';
import { CURRENCIES, type Currency } from '@feira/schemas/common';
import { barcodeToLine, buildBarcode } from '@feira/schemas/rules/boleto';
import { buildBrCode } from '@feira/schemas/rules/br-code';
import { percentOf } from '@feira/schemas/rules/money';
import { type CardPlan, findChargedCard } from './cards.ts';
import { type Charge, type ChargeData, METHODS, REFUSALS, toWireCharge } from './charge-wire.ts';
import { findKeyOwner, findReceiver } from './receivers.ts';
import { readAmount, readText, refuse, STEP_MS, type World } from './world.ts';

const BANK_CODE = '999';
/** Longer than the manifest's timeoutMs: the charge is made, the answer comes too late. */
const LATE_ANSWER_MS = 15_000;

type Outcome = Pick<NewCharge<ChargeData>, 'status' | 'reason' | 'later' | 'isChallenged'>;
const CARD_OUTCOMES: Record<CardPlan, Outcome> = {
  approved: { status: 'PAID' },
  time_out: { status: 'PAID' },
  chargeback: { status: 'PAID', later: { afterMs: STEP_MS, status: 'CHARGED_BACK' } },
  insufficient_funds: { status: 'REFUSED', reason: REFUSALS.insufficient_funds },
  stolen: { status: 'REFUSED', reason: REFUSALS.stolen_card },
  invalid_cvv: { status: 'REFUSED', reason: REFUSALS.invalid_cvv },
  challenged: { status: 'PROCESSING', isChallenged: true },
  approved_later: { status: 'PROCESSING', later: { afterMs: STEP_MS, status: 'PAID' } },
  refused_later: {
    status: 'PROCESSING',
    later: { afterMs: STEP_MS, status: 'REFUSED', reason: REFUSALS.do_not_honor },
  },
};

/** Cards whose bank has the owner confirm a charge that asks for it; the others are refused as without it. */
const ASKABLE: readonly CardPlan[] = ['approved', 'chargeback'];

/** A charge made with a receiver's key is the receiver's wholly. */
export async function createCharge(world: World, request: SimulatorRequest): Promise<SimulatorResponse> {
  const receiverId = await findKeyOwner(world, request);
  let plan: CardPlan | null = null;
  const charge = await world.book.createCharge(request, 'chg_', async (id) => {
    const built = await readCharge(world, request.body, receiverId);
    const { card, simulation } = request.body as { card?: unknown; simulation?: { auto_pay_seconds?: unknown } };
    if (built.method === 'CREDIT_CARD') {
      await checkAgreement(world, request.body);
      const charged = await findChargedCard(world, card, id);
      plan = charged.plan;
      built.data.card = { brand: charged.brand, last_digits: charged.lastDigits };
      const isAsked = (request.body as { three_d_secure?: unknown }).three_d_secure === 'required';
      const decided = isAsked && ASKABLE.includes(plan) ? 'challenged' : plan;
      if (decided === 'challenged') {
        built.expiresAt = new Date(world.nowMs() + CHALLENGE_MS).toISOString();
        built.data.challengeUrl = `${world.publicUrl}/challenges/${id}`;
      }
      const outcome = CARD_OUTCOMES[decided];
      const isHold = (request.body as { capture?: unknown }).capture === false;
      return { ...built, ...(isHold ? toHold(outcome) : outcome) };
    }
    Object.assign(built.data, built.method === 'PIX' ? toPix(id, built) : toBoleto(world, id, built));
    const seconds = Number(simulation?.auto_pay_seconds);
    return seconds >= 0 ? { ...built, later: { afterMs: seconds * 1_000, status: 'PAID' } } : built;
  });
  await keepAgreement(world, charge, (request.body as { card?: unknown }).card);
  if (plan === 'time_out') await new Promise((resolve) => setTimeout(resolve, LATE_ANSWER_MS).unref());
  return { status: 201, body: toWireCharge(charge) };
}

/** An approved card holds the amount. A card that its bank decides about later holds nothing: it is refused. */
function toHold({ status, reason }: Outcome): Outcome {
  if (status === 'PAID') return { status: 'AUTHORIZED' };
  return { status: 'REFUSED', reason: reason ?? REFUSALS.do_not_honor };
}

/** POST /charges/{id}/capture. */
export const captureCharge = async (world: World, _: SimulatorRequest, id = ''): Promise<SimulatorResponse> => ({
  status: 200,
  body: toWireCharge(await world.book.capture(id)),
});

/** POST /charges/{id}/void. */
export const voidCharge = async (world: World, _: SimulatorRequest, id = ''): Promise<SimulatorResponse> => ({
  status: 200,
  body: toWireCharge(await world.book.void(id)),
});

async function readCharge(
  world: World,
  body: unknown,
  receiverId: string | null,
): Promise<NewCharge<ChargeData> & { expiresAt: string }> {
  const { method, installments, webhook_url, return_url, simulation, splits } = (body ?? {}) as Record<string, unknown>;
  if (method !== 'pix' && method !== 'card' && method !== 'boleto') {
    throw refuse(422, 'method: use pix, card ou boleto.', 'method');
  }
  const amount = readAmount(body);
  const expiresAt = readText(body, 'expires_at');
  if (Number.isNaN(Date.parse(expiresAt))) throw refuse(422, 'expires_at: informe data e hora.', 'expires_at');
  const times = Number(installments ?? 1);
  const currency = readCurrency(body, method);
  if (!Number.isInteger(times) || times < 1 || times > (method === 'card' && currency === 'BRL' ? 12 : 1)) {
    throw refuse(422, 'installments: de 1 a 12, acima de 1 só no cartão e em BRL.', 'installments');
  }
  if (method !== 'pix') readText((body as { payer?: unknown }).payer, 'document');
  const { refund } = (simulation ?? {}) as { refund?: string };
  return {
    reference: readText(body, 'reference'),
    method: METHODS[method],
    amount,
    currency,
    ...readAgreement(body),
    expiresAt: new Date(expiresAt).toISOString(),
    shares: await readShares(world, splits, amount, receiverId),
    data: {
      installments: times,
      pix: null,
      boleto: null,
      card: null,
      challengeUrl: null,
      returnUrl: typeof return_url === 'string' ? return_url : null,
      webhookUrl: typeof webhook_url === 'string' ? webhook_url : null,
      refundOutcome: refund === 'pending' || refund === 'refused' ? refund : 'done',
    },
  };
}

function readAgreement(body: unknown): Pick<NewCharge<ChargeData>, 'initiator' | 'agreement'> {
  const { initiator, agreement } = body as { initiator?: unknown; agreement?: unknown };
  return {
    ...(initiator !== undefined && { initiator: initiator === 'merchant' ? 'MERCHANT' : 'BUYER' }),
    ...(typeof agreement === 'string' && { agreement }),
  };
}

/** A stored card is charged without its owner only under an agreement that the owner's own charge began. */
async function checkAgreement(world: World, body: unknown): Promise<void> {
  const { initiator, agreement } = readAgreement(body);
  if (initiator !== 'MERCHANT') return;
  const cardId = agreement && (await world.store.get<string>(`agreement:${agreement}`));
  if (!cardId || cardId !== (body as { card?: { id?: unknown } }).card?.id)
    throw refuse(422, 'O comprador não autorizou cobranças com este cartão.', 'agreement');
}

/** The owner's charge with a stored card, once it is paid, begins an agreement. */
async function keepAgreement(world: World, charge: Charge, card: unknown): Promise<void> {
  const { id } = (card ?? {}) as { id?: unknown };
  const { agreement, initiator, status } = charge;
  const isBegun = agreement && typeof id === 'string' && initiator !== 'MERCHANT' && status === 'PAID';
  if (isBegun) await world.store.set(`agreement:${agreement}`, id);
}

/** Returns the currency of a charge, BRL where none is given; throws 422 for one that the method does not take. */
function readCurrency(body: unknown, method: 'pix' | 'card' | 'boleto'): Currency {
  const { currency = 'BRL' } = body as { currency?: unknown };
  const taken: readonly Currency[] = method === 'card' ? CURRENCIES : ['BRL'];
  const found = taken.find((code) => code === currency);
  if (!found) throw refuse(422, `currency: use ${taken.join(', ')}.`, 'currency');
  return found;
}

/** Returns the receivers' shares in cents; the platform gets the rest. */
async function readShares(world: World, splits: unknown, amount: number, receiverId: string | null): Promise<Share[]> {
  if (!Array.isArray(splits) || splits.length === 0) return receiverId ? [{ account: receiverId, amount }] : [];
  const shares: Share[] = [];
  for (const [index, split] of splits.entries()) {
    const { receiver_id, amount: part, unit } = (split ?? {}) as Record<string, unknown>;
    const field = `splits.${index}`;
    if (typeof part !== 'number' || !Number.isSafeInteger(part) || part < 0) {
      throw refuse(422, `${field}.amount: informe um número inteiro.`, `${field}.amount`);
    }
    if (typeof receiver_id !== 'string' || !(await findReceiver(world, receiver_id))) {
      throw refuse(422, 'Recebedor não encontrado.', `${field}.receiver_id`);
    }
    shares.push({ account: receiver_id, amount: unit === 'basis_points' ? percentOf(amount, part) : part });
  }
  if (shares.reduce((sum, share) => sum + share.amount, 0) > amount) {
    throw refuse(422, 'splits: a soma passa do valor da cobrança.', 'splits');
  }
  return shares;
}

function toPix(id: string, { amount }: { amount: number }): Pick<ChargeData, 'pix'> {
  const url = `sandbox.acquirer.invalid/pix/${id}`;
  return { pix: { code: buildBrCode({ url, amount, merchantName: 'FEIRA SANDBOX', merchantCity: 'SAO PAULO' }) } };
}

function toBoleto(
  { book, publicUrl }: World,
  id: string,
  { amount, expiresAt }: { amount: number; expiresAt: string },
): Pick<ChargeData, 'boleto'> {
  const dueDate = toSaoPauloDate(new Date(expiresAt));
  const barcode = buildBarcode({ bankCode: BANK_CODE, dueDate, amount, freeField: book.ids.digits(25) });
  return { boleto: { line: barcodeToLine(barcode), barcode, url: `${publicUrl}/boletos/${id}` } };
}

export async function getCharge(world: World, request: SimulatorRequest, id: string): Promise<SimulatorResponse> {
  const charge = await world.book.findCharge(request, id);
  if (!charge) throw refuse(404, 'Cobrança não encontrada.');
  return { status: 200, body: toWireCharge(charge) };
}

/** The page of the owner's bank. Who knows its address may answer; it leads back to where the charge said. */
export async function showChallenge(world: World, request: SimulatorRequest, id: string): Promise<SimulatorResponse> {
  const charge = await world.book.findCharge(request, id);
  if (!charge?.data.challengeUrl) throw refuse(404, 'Nada a confirmar.');
  return answerChallenge(world.book, request, { charge, returnUrl: charge.data.returnUrl });
}

export async function findCharges(world: World, request: SimulatorRequest): Promise<SimulatorResponse> {
  const charges = await world.book.listByReference(request, readText(request.query, 'reference'));
  return { status: 200, body: { items: charges.map(toWireCharge) } };
}

const REFUND_OUTCOMES = {
  done: {},
  pending: { status: 'PENDING', later: { afterMs: STEP_MS, status: 'DONE' } },
  refused: { status: 'FAILED', reason: 'Saldo insuficiente na conta do adquirente.' },
} as const;
const REFUND_WORDS = { PENDING: 'pending', DONE: 'done', FAILED: 'refused', RETURNED: 'refused', UNKNOWN: 'pending' };

/** POST /charges/{id}/refunds. */
export async function createRefund(world: World, request: SimulatorRequest, id: string): Promise<SimulatorResponse> {
  const amount = readAmount(request.body);
  const reference = readText(request.body, 'reference');
  const charge = await world.book.findCharge(request, id);
  if (!charge) throw refuse(404, 'Cobrança não encontrada.');
  const paid = charge.payments.reduce((sum, payment) => sum + payment.amount, 0);
  if (charge.method === 'BILLET' && paid > 0 && amount !== paid) {
    throw refuse(422, 'Um boleto só pode ser reembolsado por inteiro.', 'amount');
  }
  const outcome = REFUND_OUTCOMES[charge.data.refundOutcome];
  const { splits } = (request.body ?? {}) as { splits?: unknown };
  const shares = splits === undefined ? undefined : await readShares(world, splits, amount, null);
  const refund = await world.book.createRefund(id, 'rfd_', { reference, amount, shares, ...outcome });
  return {
    status: 201,
    body: { id: refund.id, status: REFUND_WORDS[refund.status], amount, reason: refund.reason },
  };
}

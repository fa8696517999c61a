/** POST /charges. */
import { type SimulatorRequest, toSaoPauloDate } from '@feira/plugin-kit';
import { barcodeToLine, buildBarcode } from '@feira/schemas/rules/boleto';
import { buildBrCode } from '@feira/schemas/rules/br-code';
import { type CardPlan, findChargedCard } from './cards.ts';
import type { ChargeRecord } from './charge-record.ts';
import { readShares } from './shares.ts';
import { Refusal, readAmount, readText, STEP_MS, type World } from './world.ts';

const BANK_CODE = '999';

type Changes = Partial<ChargeRecord>;

const CARD_OUTCOMES: Record<CardPlan, (nowMs: number) => Changes> = {
  approved: () => ({ status: 'paid' }),
  time_out: () => ({ status: 'paid' }),
  chargeback: (nowMs) => ({ status: 'paid', next: { atMs: nowMs + STEP_MS, event: 'chargeback' } }),
  insufficient_funds: () => ({ status: 'refused', reason: 'Saldo ou limite insuficiente.' }),
  stolen: () => ({ status: 'refused', reason: 'Cartão roubado ou perdido.' }),
  invalid_cvv: () => ({ status: 'refused', reason: 'Código de segurança não confere.' }),
  approved_later: (nowMs) => ({ status: 'processing', next: { atMs: nowMs + STEP_MS, event: 'pay' } }),
  refused_later: (nowMs) => ({ status: 'processing', next: { atMs: nowMs + STEP_MS, event: 'refuse' } }),
};

/** A charge that is not stored yet, with the plan of its card. */
export async function buildCharge(
  world: World,
  { body }: SimulatorRequest,
  id: string,
  receiverId: string | null,
): Promise<{ charge: ChargeRecord; plan: CardPlan | null }> {
  const charge = await readCharge(world, body, id, receiverId);
  const { card, simulation } = body as { card?: unknown; simulation?: { auto_pay_seconds?: unknown } };
  if (charge.method !== 'card') {
    const seconds = Number(simulation?.auto_pay_seconds);
    if (Number.isFinite(seconds) && seconds >= 0) charge.next = { atMs: world.nowMs() + seconds * 1000, event: 'pay' };
    Object.assign(charge, charge.method === 'pix' ? toPix(charge) : toBoleto(world, charge));
    return { charge, plan: null };
  }
  const { plan, brand, lastDigits } = await findChargedCard(world, card, id);
  Object.assign(charge, { card: { brand, last_digits: lastDigits } }, CARD_OUTCOMES[plan](world.nowMs()));
  if (charge.status === 'paid') addPayment(world, charge, charge.amount);
  return { charge, plan };
}

export function addPayment(world: World, charge: ChargeRecord, amount: number): void {
  const id = charge.method === 'pix' ? world.newEndToEndId() : world.newId('pay');
  charge.payments = [...charge.payments, { id, amount, paid_at: world.clock.now().toISOString() }];
}

async function readCharge(world: World, body: unknown, id: string, receiverId: string | null): Promise<ChargeRecord> {
  const { method, installments, webhook_url, simulation, splits } = (body ?? {}) as Record<string, unknown>;
  if (method !== 'pix' && method !== 'card' && method !== 'boleto') {
    throw new Refusal(422, 'method: use pix, card ou boleto.', 'method');
  }
  const amount = readAmount(body);
  const expiresAt = readText(body, 'expires_at');
  if (Number.isNaN(Date.parse(expiresAt))) throw new Refusal(422, 'expires_at: informe data e hora.', 'expires_at');
  const times = installments ?? 1;
  if (
    typeof times !== 'number' ||
    !Number.isInteger(times) ||
    times < 1 ||
    times > 12 ||
    (times > 1 && method !== 'card')
  ) {
    throw new Refusal(422, 'installments: de 1 a 12, acima de 1 só no cartão.', 'installments');
  }
  if (method !== 'pix') readText((body as { payer?: unknown }).payer, 'document');
  const { refund } = (simulation ?? {}) as { refund?: string };
  return {
    id,
    reference: readText(body, 'reference'),
    method,
    status: 'waiting',
    amount,
    payments: [],
    refunds: [],
    reason: null,
    installments: times,
    shares: await readShares(world, splits, amount, receiverId),
    pix: null,
    boleto: null,
    card: null,
    webhookUrl: typeof webhook_url === 'string' ? webhook_url : null,
    refundOutcome: refund === 'pending' || refund === 'refused' ? refund : 'done',
    next: null,
    expiresAt: new Date(expiresAt).toISOString(),
    createdAt: world.clock.now().toISOString(),
    shown: { extraAmount: 0, status: null },
  };
}

function toPix({ id, amount }: ChargeRecord): Changes {
  const url = `sandbox.acquirer.invalid/pix/${id}`;
  return { pix: { code: buildBrCode({ url, amount, merchantName: 'FEIRA SANDBOX', merchantCity: 'SAO PAULO' }) } };
}

function toBoleto(world: World, { id, amount, expiresAt }: ChargeRecord): Changes {
  const dueDate = toSaoPauloDate(new Date(expiresAt));
  const barcode = buildBarcode({ bankCode: BANK_CODE, dueDate, amount, freeField: world.newDigits(25) });
  return { boleto: { line: barcodeToLine(barcode), barcode, url: `${world.publicUrl}/boletos/${id}` } };
}

/** What happens to charges after POST /charges: reads, payments, refunds, chargebacks and time. */
import type { SimulatedCharge, SimulatorRequest, SimulatorResponse } from '@feira/plugin-kit';
import {
  type ChargeRecord,
  isDue,
  paidAmount,
  refundedAmount,
  statusFromMoney,
  toWireCharge,
} from './charge-record.ts';
import { addPayment, buildCharge } from './create-charge.ts';
import { moveShares } from './shares.ts';
import { createOnce, Refusal, readAmount, readText, STEP_MS, type World } from './world.ts';

/** Longer than the manifest's timeoutMs: the charge is made, the answer comes too late. */
const LATE_ANSWER_MS = 15_000;

export async function createCharge(
  world: World,
  request: SimulatorRequest,
  receiverId: string | null,
): Promise<SimulatorResponse> {
  let isLate = false;
  const charge = await createOnce(world, request, 'chg', async (id) => {
    const known = await findCharge(world, id);
    if (known) return known;
    const { charge: built, plan } = await buildCharge(world, request, id, receiverId);
    applyFault(world, request, built);
    // The charge comes last: only then has it happened, whatever a crash leaves behind.
    await world.store.set(`reference:${built.reference}`, id);
    await world.store.set(`charge:${id}`, built);
    await moveShares(world, built, paidAmount(built), 1);
    if (built.next) world.wakeAt(built.next.atMs, () => findCharge(world, id));
    isLate = plan === 'time_out';
    return built;
  });
  if (isLate) await new Promise((resolve) => setTimeout(resolve, LATE_ANSWER_MS).unref());
  return { status: 201, body: toWireCharge(charge) };
}

/** The charge as it is now: what was due by the clock has happened. */
export async function findCharge(world: World, id: string): Promise<ChargeRecord | undefined> {
  const charge = await world.store.get<ChargeRecord>(`charge:${id}`);
  if (!charge || !isDue(charge, world.nowMs())) return charge;
  await change(world, id, async (due, emit) => {
    const nowMs = world.nowMs();
    const { next } = due;
    if (next && next.atMs <= nowMs) {
      due.next = null;
      await applyEvent(world, due, next.event, emit);
    }
    if (due.status === 'waiting' && Date.parse(due.expiresAt) <= nowMs) {
      due.status = 'expired';
      emit('charge.expired');
    }
    for (const refund of due.refunds.filter(({ doneAtMs }) => doneAtMs !== null && doneAtMs <= nowMs)) {
      Object.assign(refund, { status: 'done', doneAtMs: null });
      await finishRefund(world, due, refund.amount, emit);
    }
  });
  return world.store.get<ChargeRecord>(`charge:${id}`);
}

async function applyEvent(
  world: World,
  charge: ChargeRecord,
  event: 'pay' | 'refuse' | 'chargeback',
  emit: (type: string) => void,
): Promise<void> {
  if (event === 'pay' && (charge.status === 'waiting' || charge.status === 'processing')) {
    await receive(world, charge, charge.amount, emit);
  }
  if (event === 'refuse' && charge.status === 'processing') {
    Object.assign(charge, { status: 'refused', reason: 'Recusado pelo banco emissor.' });
    emit('charge.refused');
  }
  if (event === 'chargeback' && (charge.status === 'paid' || charge.status === 'partially_refunded')) {
    await moveShares(world, charge, paidAmount(charge) - refundedAmount(charge), -1);
    charge.status = 'charged_back';
    emit('charge.charged_back');
  }
}

async function receive(
  world: World,
  charge: ChargeRecord,
  amount: number,
  emit: (type: string) => void,
): Promise<void> {
  addPayment(world, charge, amount);
  charge.status = statusFromMoney(charge);
  charge.reason = null;
  await moveShares(world, charge, amount, 1);
  emit('charge.paid');
}

/**
 * Changes a copy of the charge in its turn, stores it and begins to send the events; `notified` resolves when they are
 * delivered or given up. A request never waits for it: its answer must not depend on our own webhook being answered.
 */
async function change(
  world: World,
  id: string,
  work: (charge: ChargeRecord, emit: (type: string) => void) => Promise<void>,
): Promise<{ notified: Promise<unknown> }> {
  return world.inTurn(`charge:${id}`, async () => {
    const stored = await world.store.get<ChargeRecord>(`charge:${id}`);
    if (!stored) throw new Refusal(404, 'Cobrança não encontrada.');
    const charge = structuredClone(stored);
    const events: { type: string; data: object }[] = [];
    await work(charge, (type) => events.push({ type, data: toWireCharge(charge) }));
    await world.store.set(`charge:${id}`, charge);
    return { notified: Promise.all(events.map(({ type, data }) => world.notify(type, data, charge.webhookUrl))) };
  });
}

export async function getCharge(world: World, request: SimulatorRequest, id: string): Promise<SimulatorResponse> {
  const found = await findCharge(world, id);
  if (!found) throw new Refusal(404, 'Cobrança não encontrada.');
  if (!world.fault(request)) return { status: 200, body: toWireCharge(found) };
  const charge = { ...found };
  applyFault(world, request, charge);
  await world.store.set(`charge:${id}`, charge);
  return { status: 200, body: toWireCharge(charge) };
}

export async function findCharges(world: World, request: SimulatorRequest): Promise<SimulatorResponse> {
  const id = await world.store.get<string>(`reference:${readText(request.query, 'reference')}`);
  const charge = id === undefined ? undefined : await findCharge(world, id);
  return { status: 200, body: { items: charge ? [toWireCharge(charge)] : [] } };
}

function applyFault(world: World, request: SimulatorRequest, charge: ChargeRecord): void {
  const fault = world.fault(request);
  if (fault === 'wrong-amount') charge.shown = { ...charge.shown, extraAmount: 1 };
  if (fault === 'unknown-status') charge.shown = { ...charge.shown, status: 'quarantined' };
}

/** POST /charges/{id}/refunds. */
export async function createRefund(world: World, request: SimulatorRequest, id: string): Promise<SimulatorResponse> {
  const amount = readAmount(request.body);
  const reference = readText(request.body, 'reference');
  await findCharge(world, id);
  let answer: SimulatorResponse = { status: 500 };
  await change(world, id, async (charge, emit) => {
    let refund = charge.refunds.find((known) => known.reference === reference);
    if (refund && refund.amount !== amount) throw new Refusal(409, 'A referência já tem um reembolso de outro valor.');
    if (!refund) {
      refund = buildRefund(world, charge, amount, reference);
      charge.refunds.push(refund);
      if (refund.status === 'done') await finishRefund(world, charge, amount, emit);
      if (refund.doneAtMs !== null) world.wakeAt(refund.doneAtMs, () => findCharge(world, id));
    }
    const { reason, status } = refund;
    answer = { status: 201, body: { id: refund.id, status, amount, reason } };
  });
  return answer;
}

function buildRefund(world: World, charge: ChargeRecord, amount: number, reference: string) {
  const open = paidAmount(charge) - refundedAmount(charge, ['done', 'pending']);
  if (charge.status !== 'paid' && charge.status !== 'partially_refunded') {
    throw new Refusal(422, 'Só uma cobrança paga pode ser reembolsada.');
  }
  if (amount > open) throw new Refusal(422, 'O valor passa do que ainda pode ser reembolsado.', 'amount');
  if (charge.method === 'boleto' && amount !== paidAmount(charge)) {
    throw new Refusal(422, 'Um boleto só pode ser reembolsado por inteiro.', 'amount');
  }
  const status = charge.refundOutcome;
  const reason = status === 'refused' ? 'Saldo insuficiente na conta do adquirente.' : null;
  const doneAtMs = status === 'pending' ? world.nowMs() + STEP_MS : null;
  return { id: world.newId('rfd'), reference, amount, status, reason, doneAtMs };
}

async function finishRefund(world: World, charge: ChargeRecord, amount: number, emit: (type: string) => void) {
  charge.status = statusFromMoney(charge);
  await moveShares(world, charge, amount, -1);
  emit('charge.refunded');
}

/** Pays as a bank would: any amount, several times, before or after the due date. Each payment sends its event. */
export async function payCharge(
  world: World,
  id: string,
  { amount, times = 1 }: { amount?: number; times?: number } = {},
) {
  await findCharge(world, id);
  const { notified } = await change(world, id, async (charge, emit) => {
    if (charge.method === 'card' && charge.status !== 'processing') {
      throw new Refusal(409, 'Um cartão só pode ser pago enquanto está em processamento.');
    }
    charge.next = null;
    for (let time = 0; time < times; time++) await receive(world, charge, amount ?? charge.amount, emit);
  });
  await notified;
}

export async function expireCharge(world: World, id: string): Promise<void> {
  await findCharge(world, id);
  const { notified } = await change(world, id, async (charge, emit) => {
    if (charge.status !== 'waiting') throw new Refusal(409, 'Só uma cobrança à espera de pagamento pode vencer.');
    Object.assign(charge, { status: 'expired', next: null, expiresAt: world.clock.now().toISOString() });
    emit('charge.expired');
  });
  await notified;
}

export async function chargeBack(world: World, id: string): Promise<void> {
  await findCharge(world, id);
  const { notified } = await change(world, id, async (charge, emit) => {
    if (charge.status !== 'paid' && charge.status !== 'partially_refunded') {
      throw new Refusal(409, 'Só uma cobrança paga pode ser contestada.');
    }
    await applyEvent(world, charge, 'chargeback', emit);
  });
  await notified;
}

const METHODS = { pix: 'PIX', card: 'CREDIT_CARD', boleto: 'BILLET' } as const;

export const toSimulated = (charge: ChargeRecord): SimulatedCharge => ({
  transactionId: charge.id,
  reference: charge.reference,
  method: METHODS[charge.method],
  amount: charge.amount,
  paidAmount: paidAmount(charge),
  status: charge.status,
  createdAt: charge.createdAt,
});

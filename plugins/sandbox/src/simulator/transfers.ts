/** Withdrawals to a PIX key, a bank account or a receiver. */
import type { SimulatorRequest, SimulatorResponse } from '@feira/plugin-kit';
import { changeReceiver, findReceiver } from './receivers.ts';
import { createOnce, Refusal, readAmount, readText, STEP_MS, type World } from './world.ts';

interface TransferRecord {
  id: string;
  reference: string;
  kind: 'pix' | 'bank_account' | 'receiver';
  amount: number;
  status: 'processing' | 'paid' | 'refused' | 'canceled';
  reason: string | null;
  paidAt: string | null;
  /** When one that takes its time is decided, and how. */
  decidedAtMs: number | null;
  decidedAs: 'paid' | 'refused';
  /** Made, and never told about. */
  isAnswerLost: boolean;
  shownAmount: number;
  shownStatus: string | null;
}

/** bounced: taken, and refused later. lost: paid, but the answer never comes. dropped: never heard of. busy: not the first time. */
const OUTCOMES = ['paid', 'refused', 'pending', 'slow', 'canceled', 'bounced', 'lost', 'dropped', 'busy'] as const;
type Outcome = (typeof OUTCOMES)[number];
/** The last four digits of the account: its place in the list. */
const byNumber = (digits: string): Outcome | undefined =>
  /^000[1-8]$/.test(digits) ? OUTCOMES[Number(digits)] : undefined;
const REASONS: Partial<Record<Outcome, string>> = {
  refused: 'A conta de destino não existe.',
  bounced: 'A conta de destino não existe.',
  canceled: 'Transferência cancelada pela análise de risco.',
};

const toWire = (transfer: TransferRecord) => ({
  id: transfer.id,
  reference: transfer.reference,
  kind: transfer.kind,
  amount: transfer.shownAmount,
  status: transfer.shownStatus ?? transfer.status,
  reason: transfer.reason,
  paid_at: transfer.paidAt,
});

export async function createTransfer(world: World, request: SimulatorRequest): Promise<SimulatorResponse> {
  const transfer = await createOnce(world, request, 'trf', async (id) => {
    const known = await findTransfer(world, id);
    if (known) return known;
    const built = await buildTransfer(world, request, id);
    const references = `transfer-reference:${built.reference}`;
    await world.store.set(references, [...((await world.store.get<string[]>(references)) ?? []), id]);
    await world.store.set(`transfer:${id}`, built);
    if (built.decidedAtMs !== null) world.wakeAt(built.decidedAtMs, () => findTransfer(world, id));
    return built;
  });
  if (transfer.isAnswerLost) throw new Refusal(504, 'A resposta se perdeu.');
  return { status: 201, body: toWire(transfer) };
}

async function buildTransfer(world: World, request: SimulatorRequest, id: string): Promise<TransferRecord> {
  const { body } = request;
  const amount = readAmount(body);
  const reference = readText(body, 'reference');
  const kind = readText(body, 'kind');
  if (kind !== 'pix' && kind !== 'bank_account' && kind !== 'receiver') {
    throw new Refusal(422, 'kind: use pix, bank_account ou receiver.', 'kind');
  }
  const { outcome, reason } = await decide(world, kind, body, amount);
  if (outcome === 'dropped') throw new Refusal(500, 'Erro interno.');
  if (outcome === 'busy') await refuseFirst(world, reference);
  const isSlow = outcome === 'slow' || outcome === 'bounced';
  const isPaid = outcome === 'paid' || outcome === 'lost' || outcome === 'busy';
  const fault = world.fault(request);
  return {
    id,
    reference,
    kind,
    amount,
    status: isPaid ? 'paid' : outcome === 'refused' || outcome === 'canceled' ? outcome : 'processing',
    reason: outcome === 'bounced' ? null : reason,
    paidAt: isPaid ? world.clock.now().toISOString() : null,
    decidedAtMs: isSlow ? world.nowMs() + STEP_MS : null,
    decidedAs: outcome === 'bounced' ? 'refused' : 'paid',
    isAnswerLost: outcome === 'lost',
    shownAmount: fault === 'wrong-amount' ? amount + 1 : amount,
    shownStatus: fault === 'unknown-status' ? 'quarantined' : null,
  };
}

async function refuseFirst(world: World, reference: string): Promise<void> {
  const key = `transfer-tried:${reference}`;
  if (await world.store.get<boolean>(key)) return;
  await world.store.set(key, true);
  throw new Refusal(429, 'Muitas transferências. Tente de novo em instantes.');
}

async function decide(
  world: World,
  kind: TransferRecord['kind'],
  body: unknown,
  amount: number,
): Promise<{ outcome: Outcome; reason: string | null }> {
  if (kind === 'receiver') {
    const problem = await payReceiver(world, readText(body, 'receiver_id'), amount);
    return { outcome: problem ? 'refused' : 'paid', reason: problem };
  }
  const outcome = kind === 'pix' ? byPixKey(readText(body, 'pix_key')) : byAccount(body);
  return { outcome, reason: REASONS[outcome] ?? null };
}

const byPixKey = (key: string): Outcome =>
  OUTCOMES.find((outcome) => outcome === key.split('@')[0]!.toLowerCase()) ?? 'paid';

function byAccount(body: unknown): Outcome {
  const account = (body as { bank_account?: unknown }).bank_account;
  readText(account, 'bank_code');
  return byNumber(readText(account, 'account').slice(-4)) ?? 'paid';
}

/** The platform pays into the receiver's balance; the reason why not, when it cannot. */
async function payReceiver(world: World, receiverId: string, amount: number): Promise<string | null> {
  let problem: string | null = null;
  await findReceiver(world, receiverId);
  const receiver = await changeReceiver(world, receiverId, async (changed) => {
    if (changed.status !== 'active') problem = 'O recebedor não está ativo.';
    else changed.balance += amount;
  });
  if (!receiver) throw new Refusal(422, 'Recebedor não encontrado.', 'receiver_id');
  return problem;
}

/** The transfer as it is now; what becomes of it later is told by webhook. */
async function findTransfer(world: World, id: string): Promise<TransferRecord | undefined> {
  const key = `transfer:${id}`;
  const isDue = (transfer?: TransferRecord) => transfer?.decidedAtMs != null && transfer.decidedAtMs <= world.nowMs();
  const transfer = await world.store.get<TransferRecord>(key);
  if (!isDue(transfer)) return transfer;
  return world.inTurn(key, async () => {
    const due = await world.store.get<TransferRecord>(key);
    if (!due || !isDue(due)) return due;
    const isPaid = due.decidedAs === 'paid';
    const decided: TransferRecord = {
      ...due,
      status: due.decidedAs,
      decidedAtMs: null,
      paidAt: isPaid ? world.clock.now().toISOString() : null,
      reason: isPaid ? null : (REASONS.bounced ?? null),
    };
    await world.store.set(key, decided);
    void world.notify(`transfer.${due.decidedAs}`, toWire(decided), null);
    return decided;
  });
}

export async function getTransfer(world: World, id: string): Promise<SimulatorResponse> {
  const transfer = await findTransfer(world, id);
  if (!transfer) throw new Refusal(404, 'Transferência não encontrada.');
  return { status: 200, body: toWire(transfer) };
}

export async function findTransfers(world: World, { query }: SimulatorRequest): Promise<SimulatorResponse> {
  const ids = (await world.store.get<string[]>(`transfer-reference:${readText(query, 'reference')}`)) ?? [];
  const transfers = await Promise.all(ids.map((id) => findTransfer(world, id)));
  return { status: 200, body: { items: transfers.filter((transfer) => transfer !== undefined).map(toWire) } };
}

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
  /** When a slow one is paid. */
  paidAtMs: number | null;
  toldAmount: number;
  toldStatus: string | null;
}

type Outcome = 'paid' | 'refused' | 'pending' | 'slow' | 'canceled';
const BY_PIX_NAME: Record<string, Outcome> = {
  refused: 'refused',
  pending: 'pending',
  slow: 'slow',
  canceled: 'canceled',
};
const BY_ACCOUNT: Record<string, Outcome> = {
  '0001': 'refused',
  '0002': 'pending',
  '0003': 'slow',
  '0004': 'canceled',
};
const REASONS: Partial<Record<Outcome, string>> = {
  refused: 'A conta de destino não existe.',
  canceled: 'Transferência cancelada pela análise de risco.',
};

const toWire = (transfer: TransferRecord) => ({
  id: transfer.id,
  reference: transfer.reference,
  kind: transfer.kind,
  amount: transfer.toldAmount,
  status: transfer.toldStatus ?? transfer.status,
  reason: transfer.reason,
  paid_at: transfer.paidAt,
});

export async function createTransfer(world: World, request: SimulatorRequest): Promise<SimulatorResponse> {
  const transfer = await createOnce(world, request, 'trf', async (id) => {
    const known = await findTransfer(world, id);
    if (known) return known;
    const built = await buildTransfer(world, request, id);
    await world.store.set(`transfer-reference:${built.reference}`, id);
    await world.store.set(`transfer:${id}`, built);
    if (built.paidAtMs !== null) world.wakeAt(built.paidAtMs, () => findTransfer(world, id));
    return built;
  });
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
  const isOpen = outcome === 'slow' || outcome === 'pending';
  const fault = world.fault(request);
  return {
    id,
    reference,
    kind,
    amount,
    status: isOpen ? 'processing' : outcome,
    reason,
    paidAt: outcome === 'paid' ? world.clock.now().toISOString() : null,
    paidAtMs: outcome === 'slow' ? world.nowMs() + STEP_MS : null,
    toldAmount: fault === 'wrong-amount' ? amount + 1 : amount,
    toldStatus: fault === 'unknown-status' ? 'quarantined' : null,
  };
}

async function decide(
  world: World,
  kind: TransferRecord['kind'],
  body: unknown,
  amount: number,
): Promise<{ outcome: Outcome; reason: string | null }> {
  if (kind === 'receiver') {
    const problem = await payOut(world, readText(body, 'receiver_id'), amount);
    return { outcome: problem ? 'refused' : 'paid', reason: problem };
  }
  const outcome = kind === 'pix' ? byPixKey(readText(body, 'pix_key')) : byAccount(body);
  return { outcome, reason: REASONS[outcome] ?? null };
}

const byPixKey = (key: string): Outcome => BY_PIX_NAME[key.split('@')[0]!.toLowerCase()] ?? 'paid';

function byAccount(body: unknown): Outcome {
  const account = (body as { bank_account?: unknown }).bank_account;
  readText(account, 'bank_code');
  return BY_ACCOUNT[readText(account, 'account').slice(-4)] ?? 'paid';
}

/** Takes the money from the receiver's balance; the reason why not, when it cannot. */
async function payOut(world: World, receiverId: string, amount: number): Promise<string | null> {
  let problem: string | null = null;
  await findReceiver(world, receiverId);
  const receiver = await changeReceiver(world, receiverId, async (changed) => {
    if (changed.status !== 'active') problem = 'O recebedor não está ativo.';
    else if (changed.balance < amount) problem = 'Saldo insuficiente do recebedor.';
    else changed.balance -= amount;
  });
  if (!receiver) throw new Refusal(422, 'Recebedor não encontrado.', 'receiver_id');
  return problem;
}

/** The transfer as it is now; being paid is told by webhook. */
async function findTransfer(world: World, id: string): Promise<TransferRecord | undefined> {
  const key = `transfer:${id}`;
  const isDue = (transfer?: TransferRecord) => transfer?.paidAtMs != null && transfer.paidAtMs <= world.nowMs();
  const transfer = await world.store.get<TransferRecord>(key);
  if (!isDue(transfer)) return transfer;
  return world.inTurn(key, async () => {
    const due = await world.store.get<TransferRecord>(key);
    if (!due || !isDue(due)) return due;
    const paid: TransferRecord = { ...due, status: 'paid', paidAt: world.clock.now().toISOString(), paidAtMs: null };
    await world.store.set(key, paid);
    void world.notify('transfer.paid', toWire(paid), null);
    return paid;
  });
}

export async function getTransfer(world: World, id: string): Promise<SimulatorResponse> {
  const transfer = await findTransfer(world, id);
  if (!transfer) throw new Refusal(404, 'Transferência não encontrada.');
  return { status: 200, body: toWire(transfer) };
}

export async function findTransfers(world: World, { query }: SimulatorRequest): Promise<SimulatorResponse> {
  const id = await world.store.get<string>(`transfer-reference:${readText(query, 'reference')}`);
  const transfer = id === undefined ? undefined : await findTransfer(world, id);
  return { status: 200, body: { items: transfer ? [toWire(transfer)] : [] } };
}

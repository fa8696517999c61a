/** Withdrawals to a PIX key, a bank account or a receiver. */
import type { NewWithdrawal, SimulatorRequest, SimulatorResponse } from '@feira/plugin-kit';
import { findReceiver } from './receivers.ts';
import { type TransferData, toWireTransfer } from './transfer-wire.ts';
import { readAmount, readText, refuse, STEP_MS, type World } from './world.ts';

/** bounced: taken, and refused later. lost: paid, but the answer never comes. dropped: never heard of. busy: not the first time. */
const OUTCOMES = ['paid', 'refused', 'pending', 'slow', 'canceled', 'bounced', 'lost', 'dropped', 'busy'] as const;
type Outcome = (typeof OUTCOMES)[number];
/** The last four digits of the account: its place in the list. */
const byNumber = (digits: string): Outcome | undefined =>
  /^000[1-8]$/.test(digits) ? OUTCOMES[Number(digits)] : undefined;

const NO_ACCOUNT = 'A conta de destino não existe.';
const ENDS: Record<Outcome, Pick<NewWithdrawal<TransferData>, 'status' | 'reason' | 'later'>> = {
  paid: { status: 'DONE' },
  lost: { status: 'DONE' },
  busy: { status: 'DONE' },
  refused: { status: 'FAILED', reason: NO_ACCOUNT },
  canceled: { status: 'FAILED', reason: 'Transferência cancelada pela análise de risco.' },
  pending: {},
  dropped: {},
  slow: { later: { afterMs: STEP_MS, status: 'DONE' } },
  bounced: { later: { afterMs: STEP_MS, status: 'FAILED', reason: NO_ACCOUNT } },
};

export async function createTransfer(world: World, request: SimulatorRequest): Promise<SimulatorResponse> {
  const transfer = await world.book.createWithdrawal(request, 'trf_', () => readTransfer(world, request.body));
  if (transfer.data.isAnswerLost) throw refuse(504, 'A resposta se perdeu.');
  return { status: 201, body: toWireTransfer(transfer) };
}

async function readTransfer(world: World, body: unknown): Promise<NewWithdrawal<TransferData>> {
  const amount = readAmount(body);
  const reference = readText(body, 'reference');
  const kind = readText(body, 'kind');
  if (kind === 'receiver') return { reference, amount, ...(await payReceiver(world, readText(body, 'receiver_id'))) };
  if (kind !== 'pix' && kind !== 'bank_account') {
    throw refuse(422, 'kind: use pix, bank_account ou receiver.', 'kind');
  }
  const outcome = kind === 'pix' ? byPixKey(readText(body, 'pix_key')) : byAccount(body);
  if (outcome === 'dropped') throw refuse(500, 'Erro interno.');
  if (outcome === 'busy') await refuseFirst(world, reference);
  const failure = outcome === 'canceled' ? 'canceled' : 'refused';
  return { reference, amount, ...ENDS[outcome], data: { kind, failure, isAnswerLost: outcome === 'lost' } };
}

/** The platform pays into the receiver's balance. */
async function payReceiver(
  world: World,
  id: string,
): Promise<Omit<NewWithdrawal<TransferData>, 'reference' | 'amount'>> {
  const receiver = await findReceiver(world, id);
  if (!receiver) throw refuse(422, 'Recebedor não encontrado.', 'receiver_id');
  const data = { kind: 'receiver', failure: 'refused', isAnswerLost: false } as const;
  if (receiver.status !== 'active') return { status: 'FAILED', reason: 'O recebedor não está ativo.', data };
  return { status: 'DONE', to: id, data };
}

async function refuseFirst(world: World, reference: string): Promise<void> {
  const key = `transfer-tried:${reference}`;
  if (await world.store.get<boolean>(key)) return;
  await world.store.set(key, true);
  throw refuse(429, 'Muitas transferências. Tente de novo em instantes.');
}

const byPixKey = (key: string): Outcome =>
  OUTCOMES.find((outcome) => outcome === key.split('@')[0]!.toLowerCase()) ?? 'paid';

function byAccount(body: unknown): Outcome {
  const account = (body as { bank_account?: unknown }).bank_account;
  readText(account, 'bank_code');
  return byNumber(readText(account, 'account').slice(-4)) ?? 'paid';
}

export async function getTransfer(world: World, _: SimulatorRequest, id: string): Promise<SimulatorResponse> {
  const transfer = await world.book.findWithdrawal(id);
  if (!transfer) throw refuse(404, 'Transferência não encontrada.');
  return { status: 200, body: toWireTransfer(transfer) };
}

export async function findTransfers(world: World, { query }: SimulatorRequest): Promise<SimulatorResponse> {
  const transfers = await world.book.listWithdrawalsByReference(readText(query, 'reference'));
  return { status: 200, body: { items: transfers.map(toWireTransfer) } };
}

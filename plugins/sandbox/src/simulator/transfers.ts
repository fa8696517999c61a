/** Plays withdrawals to a PIX key, a bank account or a receiver. */
import type { NewWithdrawal, SimulatedDestination, SimulatorRequest, SimulatorResponse } from '@feira/plugin-kit';
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
  const destination = kind === 'pix' ? readPixKey(body) : readAccount(body);
  const outcome = byPixKey(destination.pixKey) ?? byNumber(destination.accountNumber?.slice(-4) ?? '') ?? 'paid';
  if (outcome === 'dropped') throw refuse(500, 'Erro interno.');
  if (outcome === 'busy') await refuseFirst(world, reference);
  const failure = outcome === 'canceled' ? 'canceled' : 'refused';
  const data = { kind, failure, isAnswerLost: outcome === 'lost' } as const;
  return { reference, amount, ...ENDS[outcome], destination, data };
}

/** The platform pays into the receiver's balance. */
async function payReceiver(
  world: World,
  id: string,
): Promise<Omit<NewWithdrawal<TransferData>, 'reference' | 'amount'>> {
  const receiver = await findReceiver(world, id);
  if (!receiver) throw refuse(422, 'Recebedor não encontrado.', 'receiver_id');
  const data = { kind: 'receiver', failure: 'refused', isAnswerLost: false } as const;
  const destination = { receiverId: id };
  if (receiver.status !== 'active') {
    return { status: 'FAILED', reason: 'O recebedor não está ativo.', destination, data };
  }
  return { status: 'DONE', to: id, destination, data };
}

async function refuseFirst(world: World, reference: string): Promise<void> {
  const key = `transfer-tried:${reference}`;
  if (await world.store.get<boolean>(key)) return;
  await world.store.set(key, true);
  throw refuse(429, 'Muitas transferências. Tente de novo em instantes.');
}

const byPixKey = (key = ''): Outcome | undefined =>
  OUTCOMES.find((outcome) => outcome === key.split('@')[0]!.toLowerCase());

/** The shape of a key of each kind. */
const KEY_SHAPES: Record<NonNullable<SimulatedDestination['pixType']>, RegExp> = {
  CPF: /^\d{11}$/,
  CNPJ: /^[0-9A-Z]{12}\d{2}$/,
  EMAIL: /@/,
  PHONE: /^\+?\d{10,13}$/,
  RANDOM: /^[0-9a-f-]{32,36}$/i,
};

function readPixKey(body: unknown): SimulatedDestination {
  const pixKey = readText(body, 'pix_key');
  const pixType = readText(body, 'pix_key_type') as keyof typeof KEY_SHAPES;
  if (!KEY_SHAPES[pixType]?.test(pixKey)) throw refuse(422, 'A chave não é do tipo informado.', 'pix_key_type');
  return { pixKey, pixType };
}

function readAccount(body: unknown): SimulatedDestination {
  const account = (body as { bank_account?: unknown }).bank_account;
  return {
    bankCode: readText(account, 'bank_code'),
    branchNumber: readText(account, 'branch'),
    accountNumber: readText(account, 'account'),
    accountDigit: readText(account, 'account_digit'),
    accountType: readText(account, 'type') as SimulatedDestination['accountType'],
    accountHolder: readText(account, 'holder'),
    accountDocument: readText(account, 'document'),
  };
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

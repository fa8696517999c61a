import type { SimulatorContext, SimulatorResponse } from '@feira/plugin-kit';
import { allocate } from '@feira/schemas/rules/money';
import { type Handler, invalid, load, newId, notFound, sendEvent, timestamp, WireRefusal } from './wire.ts';

export interface SplitRule {
  type: 'flat' | 'percentage';
  amount: number;
  recipient_id: string;
  options?: { liable?: boolean };
}

interface StoredRecipient extends Record<string, unknown> {
  id: string;
  status: string;
}

interface Balance {
  available_amount: number;
  waiting_funds_amount: number;
  transferred_amount: number;
}

interface Movement {
  id: string;
  amount: number;
  status: string;
  fee: number;
  type: string;
  metadata?: unknown;
  created_at: string;
  updated_at: string;
  funding_date?: string;
  source: { source_id: string; type: 'recipient' };
  target: { target_id: string; type: 'bank_account' | 'recipient' };
}

/** Whose e-mail begins so has to prove who they are first. */
const ASKED = 'documents@';
const UNPROVED = {
  status: 'affiliation',
  kyc_details: { status: 'partially_denied', status_reason: 'additional_documents_required' },
};
const PROVED = { status: 'active', kyc_details: { status: 'approved', status_reason: 'ok' } };
const LINK_MS = 20 * 60_000;

const EMPTY: Balance = { available_amount: 0, waiting_funds_amount: 0, transferred_amount: 0 };
/** A withdrawal whose last two digits are these never reaches the bank. */
const FAILING_CENTS = 13;

const readBalance = async (context: SimulatorContext, id: string) =>
  (await context.store.get<Balance>(`balance:${id}`)) ?? EMPTY;

async function move(context: SimulatorContext, id: string, available: number, transferred = 0): Promise<void> {
  const balance = await readBalance(context, id);
  await context.store.set(`balance:${id}`, {
    ...balance,
    available_amount: balance.available_amount + available,
    transferred_amount: balance.transferred_amount + transferred,
  });
}

/**
 * Money that was received goes to the recipients of its split at once, for the simulator has no settlement calendar.
 * Below zero it is taken back, even where that leaves a recipient owing.
 */
export async function creditShares(context: SimulatorContext, split: SplitRule[], received: number): Promise<void> {
  if (split.length === 0) return;
  const weights = split.map(({ amount }) => amount);
  const shares = allocate(Math.abs(received), weights);
  for (const [index, { recipient_id }] of split.entries()) {
    await move(context, recipient_id, Math.sign(received) * (shares[index] ?? 0));
  }
}

export const createRecipient: Handler = async ({ context, body }) => {
  const person = body.register_information as Record<string, unknown> | undefined;
  if (!person) throw invalid('recipient.register_information', 'The register_information field is required.');
  for (const field of ['email', 'document', 'type']) {
    if (!person[field]) throw invalid(`recipient.${field}`, `The ${field} field is required.`);
  }
  const account = body.default_bank_account as Record<string, unknown> | undefined;
  if (!account) throw invalid('recipient.default_bank_account', 'The default_bank_account field is required.');
  if (account.holder_document !== person.document) {
    throw invalid('recipient.default_bank_account.holder_document', 'It must be the document of the recipient.');
  }
  const recipient: StoredRecipient = {
    ...body,
    name: person.name ?? person.company_name,
    email: person.email,
    document: person.document,
    id: newId(context, 're'),
    ...(String(person.email).startsWith(ASKED) ? UNPROVED : PROVED),
    created_at: timestamp(context),
  };
  await context.store.set(`recipient:${recipient.id}`, recipient);
  return { status: 200, body: recipient };
};

async function loadRecipient(context: SimulatorContext, id = ''): Promise<StoredRecipient> {
  // The platform's own recipient exists from the start.
  if (id && id === context.credentials.defaultRecipientId) return { id, status: 'active', name: 'Platform' };
  return load<StoredRecipient>(context, `recipient:${id}`, 'Recipient');
}

export const getRecipient: Handler = async ({ context, parts }) => ({
  status: 200,
  body: await loadRecipient(context, parts[0]),
});

export const createKycLink: Handler = async ({ context, parts }) => {
  const { id, status } = await loadRecipient(context, parts[0]);
  if (status !== UNPROVED.status) throw new WireRefusal(412, 'The recipient has nothing to prove.');
  const expiresAt = new Date(context.clock.now().getTime() + LINK_MS);
  return {
    status: 200,
    body: { url: `${context.publicUrl}/kyc/${id}`, base64: '', expiration_date: expiresAt.toISOString() },
  };
};

/** The page behind the link: whoever sends its form has proved who they are. */
export async function showKyc(context: SimulatorContext, id: string, isSent: boolean): Promise<SimulatorResponse> {
  const recipient = await loadRecipient(context, id);
  if (isSent && recipient.status === UNPROVED.status) {
    const proved = { ...recipient, ...PROVED };
    await context.store.set(`recipient:${id}`, proved);
    void sendEvent(context, 'recipient.updated', proved);
  }
  const content = isSent ? '<p>Pronto.</p>' : '<form method="post"><button>Sou eu</button></form>';
  const body = `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>Prova de vida simulada</title>${content}</html>`;
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

export const getBalance: Handler = async ({ context, parts }) => {
  const { id } = await loadRecipient(context, parts[0]);
  return { status: 200, body: { currency: 'BRL', ...(await readBalance(context, id)) } };
};

async function reserve(context: SimulatorContext, id: string, amount: unknown): Promise<number> {
  if (!Number.isInteger(amount) || (amount as number) < 1) throw invalid('amount', 'The amount must be above 0.');
  const { available_amount } = await readBalance(context, id);
  if (available_amount < (amount as number)) throw new WireRefusal(412, 'The recipient has not enough balance.');
  return amount as number;
}

export const createWithdrawal: Handler = async ({ context, parts, body }) => {
  const { id: recipientId } = await loadRecipient(context, parts[0]);
  const amount = await reserve(context, recipientId, body.amount);
  const now = timestamp(context);
  const withdrawal: Movement = {
    id: newId(context, 'with'),
    amount,
    status: 'pending',
    fee: 0,
    type: 'ted',
    metadata: body.metadata,
    created_at: now,
    updated_at: now,
    source: { source_id: recipientId, type: 'recipient' },
    target: { target_id: 'bank', type: 'bank_account' },
  };
  await move(context, recipientId, -amount, amount);
  await context.store.set(`withdrawal:${recipientId}:${withdrawal.id}`, withdrawal);
  await context.store.set(`transfer:${withdrawal.id}`, `withdrawal:${recipientId}:${withdrawal.id}`);
  return { status: 200, body: withdrawal };
};

/** The bank answers between two reads: whoever asks again finds the withdrawal done. */
async function settle(context: SimulatorContext, withdrawal: Movement): Promise<Movement> {
  if (withdrawal.status !== 'pending') return withdrawal;
  const hasFailed = withdrawal.amount % 100 === FAILING_CENTS;
  const now = timestamp(context);
  const settled: Movement = {
    ...withdrawal,
    status: hasFailed ? 'failed' : 'transferred',
    updated_at: now,
    ...(!hasFailed && { funding_date: now }),
  };
  const recipientId = withdrawal.source.source_id;
  if (hasFailed) await move(context, recipientId, withdrawal.amount, -withdrawal.amount);
  await context.store.set(`withdrawal:${recipientId}:${withdrawal.id}`, settled);
  void sendEvent(context, hasFailed ? 'transfer.failed' : 'transfer.paid', settled);
  return settled;
}

export const getWithdrawal: Handler = async ({ context, parts: [recipientId, id] }) => ({
  status: 200,
  body: await settle(context, await load<Movement>(context, `withdrawal:${recipientId}:${id}`, 'Withdrawal')),
});

export const listWithdrawals: Handler = async ({ context, request, parts }) => {
  const { id } = await loadRecipient(context, parts[0]);
  const size = Math.min(Number(request.query.size ?? 10), 30);
  const data = await context.store.list<Movement>(`withdrawal:${id}:`, size);
  return { status: 200, body: { data, paging: { total: data.length } } };
};

export const createTransfer: Handler = async ({ context, body }) => {
  const source = await loadRecipient(context, String(body.source_id));
  const target = await loadRecipient(context, String(body.target_id));
  const amount = await reserve(context, source.id, body.amount);
  const now = timestamp(context);
  const transfer: Movement = {
    id: newId(context, 'tr'),
    amount,
    status: 'transferred',
    fee: 0,
    type: 'inter_recipient',
    metadata: body.metadata,
    created_at: now,
    updated_at: now,
    funding_date: now,
    source: { source_id: source.id, type: 'recipient' },
    target: { target_id: target.id, type: 'recipient' },
  };
  await move(context, source.id, -amount);
  await move(context, target.id, amount);
  await context.store.set(`transfer:${transfer.id}`, transfer);
  return { status: 200, body: transfer };
};

export const getTransfer: Handler = async ({ context, parts }) => {
  const found = await load<Movement | string>(context, `transfer:${parts[0]}`, 'Transfer');
  if (typeof found !== 'string') return { status: 200, body: found };
  const withdrawal = await context.store.get<Movement>(found);
  if (!withdrawal) throw notFound('Transfer');
  return { status: 200, body: await settle(context, withdrawal) };
};

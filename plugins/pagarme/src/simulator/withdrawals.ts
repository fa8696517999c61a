/** Plays withdrawals of recipients, transfers between them, and their balances. */
import { loadRecipient } from './recipients.ts';
import { answer, answerList, bodyOf, invalid, notFound, sizeOf } from './wire.ts';
import { toWireMovement } from './withdrawal-wire.ts';
import type { Handler, World } from './world.ts';

/** A withdrawal whose last two digits are these never reaches the bank. */
const FAILING_CENTS = 13;

function readAmount({ amount }: Record<string, unknown>): number {
  if (!Number.isInteger(amount) || (amount as number) < 1) throw invalid('amount', 'The amount must be above 0.');
  return amount as number;
}

export const getBalance: Handler = async (world, _, recipientId = '') => {
  const { id } = await loadRecipient(world, recipientId);
  const transferred = (await listOf(world, id)).filter(({ status, to }) => !to && status !== 'FAILED');
  return answer({
    currency: 'BRL',
    available_amount: await world.book.balances.read(id),
    waiting_funds_amount: 0,
    transferred_amount: transferred.reduce((sum, { amount }) => sum + amount, 0),
  });
};

const listOf = async ({ book }: World, id: string) =>
  (await book.listWithdrawals()).filter((movement) => movement.from === id);

export const createWithdrawal: Handler = async (world, request, recipientId = '') => {
  const { id: from } = await loadRecipient(world, recipientId);
  const { metadata, ...body } = bodyOf(request);
  const amount = readAmount(body);
  const reference = (metadata as { reference?: string } | undefined)?.reference ?? '';
  const withdrawal = await world.book.createWithdrawal(request, 'with_', {
    reference,
    amount,
    from,
    // The bank answers between two reads: the next read finds the withdrawal done.
    later: { afterMs: 0, status: amount % 100 === FAILING_CENTS ? 'FAILED' : 'DONE' },
    // The bank account that the recipient was registered with.
    destination: { receiverId: from },
    data: { metadata },
  });
  return answer(toWireMovement(withdrawal));
};

export const getWithdrawal: Handler = async ({ book }, _, recipientId, id = '') => {
  const withdrawal = await book.findWithdrawal(id);
  if (withdrawal?.from !== recipientId) throw notFound('Withdrawal');
  return answer(toWireMovement(withdrawal));
};

export const listWithdrawals: Handler = async (world, request, recipientId = '') => {
  const { id } = await loadRecipient(world, recipientId);
  const own = (await listOf(world, id)).filter(({ to }) => !to);
  return answerList(own.slice(0, sizeOf(request)).map(toWireMovement));
};

export const createTransfer: Handler = async (world, request) => {
  const { source_id, target_id, metadata, ...body } = bodyOf(request);
  const { id: from } = await loadRecipient(world, String(source_id));
  const { id: to } = await loadRecipient(world, String(target_id));
  const amount = readAmount(body);
  const destination = { receiverId: to };
  const order = { reference: '', amount, status: 'DONE', from, to, destination, data: { metadata } } as const;
  return answer(toWireMovement(await world.book.createWithdrawal(request, 'tr_', order)));
};

export const getTransfer: Handler = async ({ book }, _, id = '') => {
  const movement = await book.findWithdrawal(id);
  if (!movement) throw notFound('Transfer');
  return answer(toWireMovement(movement));
};

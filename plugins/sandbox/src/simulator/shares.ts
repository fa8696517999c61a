/** Which part of a charge belongs to which receiver, and their balances. */
import { allocate, percentOf } from '@feira/schemas/rules/money';
import type { ChargeRecord } from './charge-record.ts';
import { changeReceiver, findReceiver } from './receivers.ts';
import { Refusal, type World } from './world.ts';

/** Cents of the whole charge as weights; the platform's own part comes last and is not stored. */
export async function readShares(
  world: World,
  splits: unknown,
  amount: number,
  receiverId: string | null,
): Promise<ChargeRecord['shares']> {
  if (!Array.isArray(splits) || splits.length === 0) return receiverId ? [{ receiverId, weight: amount }] : [];
  const shares: ChargeRecord['shares'] = [];
  for (const [index, split] of splits.entries()) {
    const { receiver_id, amount: part, unit } = (split ?? {}) as Record<string, unknown>;
    const field = `splits.${index}`;
    if (typeof part !== 'number' || !Number.isSafeInteger(part) || part < 0) {
      throw new Refusal(422, `${field}.amount: informe um número inteiro.`, `${field}.amount`);
    }
    if (typeof receiver_id !== 'string' || !(await findReceiver(world, receiver_id))) {
      throw new Refusal(422, 'Recebedor não encontrado.', `${field}.receiver_id`);
    }
    shares.push({ receiverId: receiver_id, weight: unit === 'basis_points' ? percentOf(amount, part) : part });
  }
  if (shares.reduce((sum, { weight }) => sum + weight, 0) > amount) {
    throw new Refusal(422, 'splits: a soma passa do valor da cobrança.', 'splits');
  }
  return shares;
}

/** Adds the receivers' part of this money to their balances; takes it back with direction −1. */
export async function moveShares(world: World, charge: ChargeRecord, amount: number, direction: 1 | -1): Promise<void> {
  if (charge.shares.length === 0 || amount === 0) return;
  const weights = charge.shares.map(({ weight }) => weight);
  const rest = charge.amount - weights.reduce((sum, weight) => sum + weight, 0);
  const parts = allocate(amount, [...weights, rest]);
  for (const [index, { receiverId }] of charge.shares.entries()) {
    await changeReceiver(world, receiverId, async (receiver) => {
      receiver.balance += direction * parts[index]!;
    });
  }
}

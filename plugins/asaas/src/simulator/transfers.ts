/** Plays the transfers of the simulated Asaas to PIX keys, bank accounts and wallets. */
import { isDeepStrictEqual } from 'node:util';
import type { SimulatedDestination, SimulatorRequest } from '@feira/plugin-kit';
import { BLOCKED, type Transfer, toTransfer } from './transfer-wire.ts';
import {
  asFields,
  asText,
  type Call,
  type Fields,
  missing,
  refuse,
  requireCents,
  requireText,
  toList,
} from './wire.ts';
import type { World } from './world.ts';

/** The time after the request at which the bank answers, whether or not a caller reads the transfer. */
const BANK_MS = 10_000;
const MOST_LISTED = 100;
/** A transfer of the same value to the same destination is refused for so long. */
const ALIKE_MS = 15 * 60_000;

function readDestination(fields: Fields): { operationType: string; destination: SimulatedDestination } {
  if (fields.walletId !== undefined) {
    return { operationType: 'INTERNAL', destination: { receiverId: requireText(fields, 'walletId') } };
  }
  if (fields.bankAccount !== undefined) {
    const account = asFields(fields.bankAccount);
    const isSavings = requireText(account, 'bankAccountType', /^CONTA_(CORRENTE|POUPANCA)$/) === 'CONTA_POUPANCA';
    return {
      operationType: 'TED',
      destination: {
        bankCode: requireText(asFields(account.bank), 'code', /^\d{3}$/),
        branchNumber: requireText(account, 'agency'),
        accountNumber: requireText(account, 'account'),
        accountDigit: requireText(account, 'accountDigit'),
        accountType: isSavings ? 'SAVINGS' : 'CHECKING',
        accountHolder: requireText(account, 'ownerName'),
        accountDocument: requireText(account, 'cpfCnpj'),
      },
    };
  }
  requireText(fields, 'operationType', /^PIX$/);
  const pixKey = requireText(fields, 'pixAddressKey');
  const type = requireText(fields, 'pixAddressKeyType', /^(CPF|CNPJ|EMAIL|PHONE|EVP)$/);
  const pixType = (type === 'EVP' ? 'RANDOM' : type) as SimulatedDestination['pixType'];
  return { operationType: 'PIX', destination: { pixKey, pixType } };
}

export function createTransfers({ book, clock, webhooks }: World) {
  const isAlike = (one: Transfer, amount: number, destination: SimulatedDestination) =>
    one.status !== 'FAILED' &&
    one.amount === amount &&
    isDeepStrictEqual(one.destination, destination) &&
    clock.now().getTime() - Date.parse(one.createdAt) < ALIKE_MS;

  return {
    async create({ request, fields, account }: Call) {
      const { operationType, destination } = readDestination(fields);
      const amount = requireCents(fields, 'value');
      if ((await book.listWithdrawals()).some((one) => one.from === account && isAlike(one, amount, destination))) {
        throw refuse(
          409,
          'conflict',
          'Já existe uma transferência deste valor para este destino há menos de 15 minutos.',
        );
      }
      const isBlocked = destination.pixKey?.startsWith(BLOCKED);
      const transfer = await book.createWithdrawal(request, book.ids.uuid, {
        reference: asText(fields.externalReference) ?? '',
        amount,
        later: isBlocked ? undefined : { afterMs: BANK_MS, status: 'DONE' },
        from: account,
        to: destination.receiverId,
        destination,
        data: {
          operationType,
          walletId: destination.receiverId ?? null,
          description: asText(fields.description) ?? null,
          endToEndIdentifier: operationType === 'PIX' ? book.ids.endToEnd('19540550') : null,
        },
      });
      const shown = toTransfer(transfer);
      if (isBlocked) void webhooks.send('TRANSFER_BLOCKED', { transfer: shown });
      return shown;
    },

    async get({ id, account }: Call) {
      const transfer = await book.findWithdrawal(id);
      if (transfer?.from !== account) throw missing();
      return toTransfer(transfer);
    },

    async list({ request, account }: { request: SimulatorRequest; account: string }) {
      const offset = Number(request.query.offset ?? 0);
      const limit = Math.min(Number(request.query.limit ?? 10), MOST_LISTED);
      const own = (await book.listWithdrawals()).filter((transfer) => transfer.from === account);
      return toList(own.slice(offset, offset + limit).map(toTransfer), own.length > offset + limit);
    },
  };
}

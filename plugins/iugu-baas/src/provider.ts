import {
  type Fields,
  invalidRequest,
  orUnknown,
  type ProviderContext,
  ProviderError,
  whenRefused,
} from '@feira/plugin-kit';
import type { Memo, Provider, RefundResult } from '@feira/schemas/provider';
import { createAccountOperations } from '../../family-iugu/src/accounts.ts';
import { registerEvents } from '../../family-iugu/src/events.ts';
import { createTransferOperations } from '../../family-iugu/src/transfers.ts';
import { createClient } from './client.ts';
import * as mapping from './mapping.ts';
import { EVENTS, fromWebhook } from './webhook.ts';

export function createIuguBaasProvider(context: ProviderContext): Provider {
  const client = createClient(context);

  /** The deposits of a code: among the newest, and those that events told of before. What names another code is not its money. */
  async function findDeposits(codeId: string, memo: Memo = {}): Promise<mapping.Deposit[]> {
    const latest = await client.listDeposits();
    const known = new Set(latest.map((deposit) => deposit.text('id')));
    const older: Fields[] = [];
    for (const id of Object.values(memo)) {
      const deposit = known.has(id) ? null : await client.findDeposit(id);
      if (deposit) older.push(deposit);
    }
    return [...latest, ...older].map(mapping.fromDeposit).filter((deposit) => deposit.codeId === codeId);
  }

  return {
    createTransaction: async (request) => mapping.fromCode(await client.createCode(mapping.toCode(request))),

    async getTransaction({ transactionId, memo }) {
      if (!transactionId)
        throw invalidRequest('getTransaction needs transactionId: iugu is not asked by our reference.');
      const deposits = await findDeposits(transactionId, memo);
      const code = await client.findCode(transactionId);
      return code && mapping.fromCode(code, deposits);
    },

    async refund({ transactionId, amount, memo }): Promise<RefundResult> {
      const deposits = (await findDeposits(transactionId, memo)).filter((deposit) => deposit.amount === amount);
      const deposit = deposits.find(({ status }) => status === 'accepted');
      // The first of two calls may have been carried out: then the money is on its way back.
      const earlier = deposits.find(mapping.isReturning);
      if (!deposit && earlier) return mapping.fromRefund(earlier);
      if (!deposit)
        throw new ProviderError('INVALID_REQUEST', 'REJECTED', 'No deposit of this code has exactly this amount.');
      const { id } = deposit;
      return client.refundDeposit(id).then(
        (changed) => mapping.fromRefund(mapping.fromDeposit(changed)),
        whenRefused([400, 422], async (reason) => {
          const now = await orUnknown(client.findDeposit(id), 'A refused refund could not be looked for.');
          const found = now && mapping.fromDeposit(now);
          return found && mapping.isReturning(found)
            ? mapping.fromRefund(found)
            : { refundId: id, status: 'REFUSED' as const, reason };
        }),
      );
    },

    ...createTransferOperations(client),
    ...createAccountOperations(client, context),

    processWebhook: async ({ body }) => fromWebhook(body),

    ensureWebhook: ({ webhookUrl }) => registerEvents(client, webhookUrl, EVENTS),
  };
}

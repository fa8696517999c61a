/** Lists the withdrawals and anticipations of the demo's people, paid and waiting ones. */

import { backdateRows } from './backdate-rows.ts';
import { askPartners } from './partners.ts';
import { ADMIN, AFFILIATE, MANAGER, MARIA } from './people.ts';
import type { Entry } from './sales.ts';
import type { DemoSession } from './session.ts';

const KEYS = [MARIA, AFFILIATE, MANAGER];

export function listPayouts(demo: DemoSession): Entry[] {
  const { call } = demo;
  const keys = new Map<string, string>();
  const take = async (email: string, amount: number) => {
    const input = { amount, destinationId: keys.get(email) };
    const { withdrawal } = await call<{ withdrawal: { id: string } }>(email, 'payouts.requestWithdrawal', input);
    return withdrawal.id;
  };
  const receive = async (email: string, amount: number) => {
    const withdrawalId = await take(email, amount);
    await call(ADMIN, 'payouts.decideWithdrawal', { withdrawalId, decision: 'APPROVE' });
    await demo.sendWithdrawal(withdrawalId);
  };
  const anticipate = async (amount: number) => {
    const quoted = { amount: String(amount) };
    const { fee } = await call<{ fee: number }>(MARIA, 'anticipations.quoteAnticipation', quoted, true);
    const input = { amount, expectedFee: fee };
    return call<{ anticipation: { id: string } }>(MARIA, 'anticipations.requestAnticipation', input);
  };
  return [
    {
      moment: { daysAgo: 40, hour: 9.5 },
      happen: async () => {
        for (const email of KEYS) {
          const { destination } = await call<{ destination: { id: string } }>(email, 'payouts.addPixKey', {
            pixKey: email,
          });
          keys.set(email, destination.id);
        }
        // The cooling time of a key follows the database's clock, so its row has to be old at once.
        await backdateRows(demo.env, demo.platformId);
      },
    },
    { moment: { daysAgo: 21, hour: 11 }, happen: () => receive(MARIA, 60_000) },
    { moment: { daysAgo: 8, hour: 15 }, happen: () => receive(AFFILIATE, 10_000) },
    {
      moment: { daysAgo: 15, hour: 14 },
      happen: async () => {
        const { anticipation } = await anticipate(40_000);
        await call(ADMIN, 'anticipations.decideAnticipation', { anticipationId: anticipation.id, decision: 'PAY' });
      },
    },
    { moment: { minutesAgo: 300 }, happen: () => take(MARIA, 35_000) },
    { moment: { minutesAgo: 280 }, happen: () => take(MANAGER, 1_500) },
    { moment: { minutesAgo: 180 }, happen: () => anticipate(30_000) },
    {
      moment: { minutesAgo: 150 },
      happen: () =>
        call(MARIA, 'payouts.addBankAccount', {
          bankCode: '341',
          branchNumber: '0001',
          accountNumber: '12345',
          accountDigit: '6',
          accountType: 'CHECKING',
        }),
    },
    { moment: { minutesAgo: 90 }, happen: () => askPartners(demo) },
  ];
}

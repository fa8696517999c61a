/** A bank that pays whatever it is asked to, as often as it is asked, and fails to say so. It outlives the server that asks. */
import { setTimeout as pause } from 'node:timers/promises';
import { type BankServer, openBankServer, send } from './bank-server.ts';

export interface BankPayout {
  id: string;
  reference: string;
  amount: number;
  status: 'paid' | 'refused';
}

/** Shares of calls. */
const NEVER_HEARD = 0.1;
const BUSY = 0.1;
const ANSWER_LOST = 0.2;
const REFUSED = 0.1;
const SLOWEST_MS = 150;

export interface PayoutBank extends BankServer {
  payouts: readonly BankPayout[];
}

export async function openPayoutBank(random: () => number): Promise<PayoutBank> {
  const payouts: BankPayout[] = [];
  const server = await openBankServer(async ({ method, path, body }, response) => {
    if (method === 'GET') {
      const reference = decodeURIComponent(path.split('/').at(-1) ?? '');
      const found = payouts.find((payout) => payout.reference === reference);
      return send(response, found ? 200 : 404, found ?? {});
    }
    const luck = random();
    if (luck < NEVER_HEARD) return void response.destroy();
    if (luck < NEVER_HEARD + BUSY) return send(response, 429, {});
    const { reference, amount } = body as BankPayout;
    const status = random() < REFUSED ? 'refused' : 'paid';
    const payout = { id: `b${payouts.length + 1}`, reference, amount, status } as const;
    payouts.push(payout);
    await pause(random() * SLOWEST_MS);
    if (luck < NEVER_HEARD + BUSY + ANSWER_LOST) return void response.destroy();
    send(response, 201, payout);
  });
  return { ...server, payouts };
}

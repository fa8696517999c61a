/** A bank that pays every request, even repeated ones, and loses responses. It outlives the server. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Draw } from '../../core/test/draw.ts';
import { type BankServer, openBankServer, send } from './bank-server.ts';

export interface BankPayout {
  id: string;
  reference: string;
  amount: number;
  status: 'paid' | 'refused';
}

/** The fates of a call. */
const FATES = ['never heard', 'busy', 'answer lost', 'answer lost', ...Array<'answered'>(6).fill('answered')] as const;
const REFUSED = [true, ...Array<false>(8).fill(false)];
const SLOWEST_MS = 150;

export interface PayoutBank extends BankServer {
  payouts: readonly BankPayout[];
}

export async function openPayoutBank({ deck, fraction }: Draw): Promise<PayoutBank> {
  const payouts: BankPayout[] = [];
  const nextFate = deck(FATES);
  const isRefused = deck(REFUSED);
  const server = await openBankServer(async ({ method, path, body }, response) => {
    if (method === 'GET') {
      const reference = decodeURIComponent(path.split('/').at(-1) ?? '');
      const found = payouts.find((payout) => payout.reference === reference);
      return send(response, found ? 200 : 404, found ?? {});
    }
    const fate = nextFate();
    if (fate === 'never heard') return void response.destroy();
    if (fate === 'busy') return send(response, 429, {});
    const { reference, amount } = body as BankPayout;
    const status = isRefused() ? 'refused' : 'paid';
    const payout = { id: `b${payouts.length + 1}`, reference, amount, status } as const;
    payouts.push(payout);
    await pause(fraction() * SLOWEST_MS);
    if (fate === 'answer lost') return void response.destroy();
    send(response, 201, payout);
  });
  return { ...server, payouts };
}

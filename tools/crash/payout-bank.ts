/** A bank that pays whatever it is asked to, as often as it is asked, and fails to say so. It outlives the server that asks. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

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

export interface PayoutBank {
  url: string;
  payouts: readonly BankPayout[];
  close(): Promise<void>;
}

export async function openPayoutBank(random: () => number): Promise<PayoutBank> {
  const payouts: BankPayout[] = [];
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method === 'GET') {
      const reference = decodeURIComponent(request.url?.split('/').at(-1) ?? '');
      const found = payouts.find((payout) => payout.reference === reference);
      return send(response, found ? 200 : 404, found ?? {});
    }
    const luck = random();
    if (luck < NEVER_HEARD) return void response.destroy();
    if (luck < NEVER_HEARD + BUSY) return send(response, 429, {});
    const { reference, amount } = JSON.parse(Buffer.concat(chunks).toString()) as BankPayout;
    const status = random() < REFUSED ? 'refused' : 'paid';
    const payout = { id: `b${payouts.length + 1}`, reference, amount, status } as const;
    payouts.push(payout);
    await pause(random() * SLOWEST_MS);
    if (luck < NEVER_HEARD + BUSY + ANSWER_LOST) return void response.destroy();
    send(response, 201, payout);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    payouts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

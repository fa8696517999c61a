/** Runs the sandbox behind a proxy that a test controls: it decides whether each charge is made and what the caller receives. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type StartedSimulator, startSimulator } from '@feira/plugin-kit/testing';
import type { FastifyInstance } from 'fastify';
import { SANDBOX_SECRETS } from './world.ts';

/** The fate of one POST /charges: whether it is made, and what the caller receives. */
export interface Fate {
  isMade: boolean;
  /** busy: 429, certainly not sent. refused: 422. lost: the connection breaks. held: no response until the bank closes. */
  answer: 'honest' | 'busy' | 'refused' | 'lost' | 'held';
}

export const HONEST: Fate = { isMade: true, answer: 'honest' };
export const BUSY: Fate = { isMade: false, answer: 'busy' };
export const REFUSED: Fate = { isMade: false, answer: 'refused' };
export const LOST: Fate = { isMade: false, answer: 'lost' };

export interface UnsteadyBank {
  url: string;
  simulator: StartedSimulator;
  /** Fates of the next charges; later ones are honest. */
  next: Fate[];
  /** Draws the fates of all charges when a test sets it; `reference` is the attempt's id. */
  draw: ((reference: string) => Fate) | null;
  /** Other requests whose method and path match are carried out, and get no answer until the bank closes. */
  held: RegExp | null;
  /** Those requests. */
  heldRequests: string[];
  /** References of all requested charges, made or not. */
  asked: string[];
  close(): Promise<void>;
}

const ERRORS = { busy: 429, refused: 422 } as const;

export async function openBank(app: FastifyInstance): Promise<UnsteadyBank> {
  const module = await app.providers
    .list()
    .find(({ id }) => id === 'sandbox')
    ?.loadSimulator?.();
  if (!module) throw new Error('The sandbox has no simulator.');
  const simulator = await startSimulator(module, {
    credentials: { ...SANDBOX_SECRETS, publicKey: 'pk_test_0123456789' },
  });
  const next: Fate[] = [];
  const asked: string[] = [];
  const forward = async (request: IncomingMessage, body: string) => {
    const headers = Object.fromEntries(
      Object.entries(request.headers)
        .filter(([name]) => !['host', 'connection', 'content-length', 'transfer-encoding'].includes(name))
        .map(([name, value]) => [name, String(value)]),
    );
    const method = request.method ?? 'GET';
    return fetch(`${simulator.url}${request.url}`, { method, headers, ...(body && { body }) });
  };
  const findFate = (body: string): Fate => {
    const { reference } = JSON.parse(body) as { reference: string };
    asked.push(reference);
    return bank.draw?.(reference) ?? next.shift() ?? HONEST;
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const line = `${request.method} ${request.url}`;
    if (bank.held?.test(line)) {
      await forward(request, body);
      bank.heldRequests.push(line);
      return;
    }
    const fate = request.method === 'POST' && request.url === '/charges' ? findFate(body) : HONEST;
    const answer = fate.isMade ? await forward(request, body) : null;
    if (fate.answer === 'held') return;
    if (fate.answer === 'lost') return void response.destroy();
    if (fate.answer !== 'honest' || !answer) {
      const status = ERRORS[fate.answer as keyof typeof ERRORS];
      return void response.writeHead(status, { 'content-type': 'application/json' }).end('{"message":"Agora não."}');
    }
    const type = answer.headers.get('content-type') ?? 'application/json';
    response.writeHead(answer.status, { 'content-type': type }).end(await answer.text());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bank: UnsteadyBank = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    simulator,
    next,
    draw: null,
    held: null,
    heldRequests: [],
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await simulator.close();
    },
  };
  return bank;
}

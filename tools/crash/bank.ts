/**
 * A bank in a process of its own, which survives the server's deaths. It has no idempotency: every POST that arrives is a charge. Failures
 * are drawn from one seed.
 */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { openDraw } from '../../core/test/draw.ts';

export interface WireCharge {
  id: string;
  reference: string;
  status: 'waiting' | 'paid' | 'refused';
  amount: number;
  paid: number;
  movements: string[];
}

export interface BankCharge extends WireCharge {
  payer: string;
}

export interface WireCard {
  id: string;
}

interface Order {
  reference: string;
  amount: number;
  method: 'PIX' | 'CREDIT_CARD';
  payer: string;
  /** A card that the bank keeps; left out where the order brings a token. */
  cardId?: string;
  webhookUrl: string;
}

/** The fates of a call; most are answered normally. */
const FATES = [
  ...(['error before charging', 'error before charging', 'answer lost', 'answer lost'] as const),
  ...(['slow', 'slow', 'slow', ...Array<'answered'>(13).fill('answered')] as const),
];
const CARD_REFUSED = [true, ...Array<false>(6).fill(false)];
/** No log may hold the id of a card. */
export const CARD_PREFIX = 'card_id_canary_';
const SLOWEST_MS = 1_500;
const BUYER_SLOWEST_MS = 1_000;
const EVENT_LATE_MS = 4_000;
/** Events are repeated while the server is down; its longest downtime is far shorter than all attempts. */
const WEBHOOK_TRIES = 200;
const WEBHOOK_PAUSE_MS = 500;

const { deck, fraction, below } = openDraw();
const nextFate = deck(FATES);
const isCardRefused = deck(CARD_REFUSED);
const { BANK_KEY = '', BANK_WEBHOOK_SECRET = '', BANK_IS_SILENT = 'off' } = process.env;
/** Events are late: for some seconds nobody hears what became of a charge whose answer was lost. */
const isSilent = BANK_IS_SILENT === 'on';
const charges: BankCharge[] = [];
const cards = new Set<string>();
const underWay = new Set<Promise<void>>();
let delivered = 0;
let givenUp = 0;

const inBackground = (work: Promise<void>) => {
  const task = work.finally(() => underWay.delete(task));
  underWay.add(task);
};

async function createCharge(order: Order, response: ServerResponse): Promise<void> {
  const fate = nextFate();
  if (fate === 'error before charging') return send(response, 500, { error: 'try later' });
  if (fate === 'slow') await pause(fraction() * SLOWEST_MS);
  if (order.cardId !== undefined && !cards.has(order.cardId)) return send(response, 400, { error: 'no such card' });
  const isRefused = order.method === 'CREDIT_CARD' && isCardRefused();
  const isPaid = order.method === 'CREDIT_CARD' && !isRefused;
  const charge: BankCharge = {
    id: `c${charges.length + 1}`,
    reference: order.reference,
    amount: order.amount,
    payer: order.payer,
    status: isRefused ? 'refused' : isPaid ? 'paid' : 'waiting',
    paid: isPaid ? order.amount : 0,
    movements: isPaid ? [`m${charges.length + 1}`] : [],
  };
  charges.push(charge);
  if (order.method === 'PIX') inBackground(buyerPays(charge, order.webhookUrl));
  else inBackground(pause(isSilent ? EVENT_LATE_MS : 0).then(() => sendEvents(charge, order.webhookUrl)));
  if (fate === 'answer lost') response.destroy();
  else send(response, 201, toWire(charge));
}

/** Keeps a card, perhaps without the caller ever hearing of it. */
async function keepCard(response: ServerResponse): Promise<void> {
  const fate = nextFate();
  if (fate === 'error before charging') return send(response, 500, { error: 'try later' });
  const card: WireCard = { id: `${CARD_PREFIX}${cards.size + 1}` };
  cards.add(card.id);
  if (fate === 'answer lost') response.destroy();
  else send(response, 201, card);
}

async function buyerPays(charge: BankCharge, webhookUrl: string): Promise<void> {
  const before = sendEvents({ ...charge }, webhookUrl);
  await pause(fraction() * BUYER_SLOWEST_MS);
  Object.assign(charge, { status: 'paid', paid: charge.amount, movements: [`e2e-${charge.id}`] });
  await Promise.all([before, sendEvents(charge, webhookUrl)]);
}

/** Sends one to three equal events concurrently. */
async function sendEvents(charge: BankCharge, webhookUrl: string): Promise<void> {
  const body = JSON.stringify(toWire(charge));
  const signature = createHmac('sha256', BANK_WEBHOOK_SECRET).update(body).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-bank-signature': signature };
  const copies = 1 + below(3);
  await Promise.all(Array.from({ length: copies }, () => deliver(webhookUrl, headers, body)));
}

async function deliver(url: string, headers: Record<string, string>, body: string): Promise<void> {
  for (let tries = 0; tries < WEBHOOK_TRIES; tries++) {
    const status = await fetch(url, { method: 'POST', headers, body }).then(
      (response) => response.body?.cancel().then(() => response.status),
      () => undefined,
    );
    if (status === 200) {
      delivered += 1;
      return;
    }
    await pause(WEBHOOK_PAUSE_MS);
  }
  givenUp += 1;
}

const toWire = ({ id, reference, status, amount, paid, movements }: BankCharge): WireCharge => ({
  id,
  reference,
  status,
  amount,
  paid,
  movements,
});

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (request.url === '/log') return send(response, 200, { charges, underWay: underWay.size, delivered, givenUp });
  if (request.headers.authorization !== `Bearer ${BANK_KEY}`) return send(response, 401, { error: 'who are you?' });
  if (request.method === 'POST' && request.url === '/cards') return keepCard(response);
  if (request.method === 'POST') return createCharge(JSON.parse(Buffer.concat(chunks).toString()), response);
  const reference = decodeURIComponent(request.url?.split('/')[2] ?? '');
  const found = charges.find((charge) => charge.reference === reference);
  return found ? send(response, 200, toWire(found)) : send(response, 404, { error: 'no such charge' });
}

if (import.meta.main) {
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
  // The bank ends with its parent, so that a killed test leaves no process behind.
  process.stdin.on('end', () => process.exit(0)).resume();
}

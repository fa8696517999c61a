/**
 * A bank that makes every refund, even repeated ones and more than it was paid, and loses responses. Buyers' banks also take money from it.
 */
import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Draw } from '../../core/test/draw.ts';
import { type Asked, type BankServer, openBankServer, send } from './bank-server.ts';

export interface ReturnCharge {
  id: string;
  reference: string;
  status: 'paid' | 'returned' | 'taken_back' | 'med_opened' | 'med_won' | 'med_lost';
  /** Cents. */
  paid: number;
  returned: number;
}

export interface WireReturn {
  id: string;
  reference: string;
  status: 'done' | 'pending' | 'refused';
}

export interface BankReturn extends WireReturn {
  amount: number;
}

interface Kept extends ReturnCharge {
  /** Cents that another bank has taken back. */
  taken: number;
  webhookUrl: string;
}

/** The fates of a refund request. */
const FATES = ['never heard', 'busy', 'answer lost', 'answer lost', ...Array<'answered'>(8).fill('answered')] as const;
/** The ends of an accepted refund. */
const ENDS = ['refused', 'late', 'late', ...Array<'done'>(7).fill('done')] as const;
/** The first requests are lost, so that only a person can find out their result. */
const FIRST_NEVER_HEARD = 2;
/** The draw for the other requests: true leaves one without a response. */
const UNANSWERED = [true, ...Array<false>(19).fill(false)];
const SLOWEST_MS = 150;
const LATEST_MS = 600;
/** Events are repeated while the server is down; its longest downtime is far shorter than all attempts. */
const WEBHOOK_TRIES = 300;
const WEBHOOK_PAUSE_MS = 300;

export interface ReturnBank extends BankServer {
  charges: readonly Readonly<Kept>[];
  returns: readonly BankReturn[];
  /** The number of received requests. */
  requests(): number;
  /** The number of undelivered events and open refunds. */
  underWay(): number;
  /** Before this call every request is answered normally. */
  becomeUnsteady(): void;
  /** Another bank takes back what is left. Returns false when nothing is. */
  takeBack(transactionId: string): boolean;
  /** Another bank requests what is left. */
  openSpecialReturn(transactionId: string): boolean;
  /** Ends either of these; a special return sends an event. */
  decide(transactionId: string, isWon: boolean): void;
}

export async function openReturnBank({ below, deck, fraction }: Draw, key: string): Promise<ReturnBank> {
  const charges: Kept[] = [];
  const returns: BankReturn[] = [];
  const underWay = new Set<Promise<void>>();
  const nextFate = deck(FATES);
  const nextEnd = deck(ENDS);
  const isUnanswered = deck(UNANSWERED);
  let requestCount = 0;
  let asked = 0;
  let isUnsteady = false;

  const inBackground = (work: Promise<void>) => {
    const task = work.finally(() => underWay.delete(task));
    underWay.add(task);
  };
  const find = (id: string) => charges.find((charge) => charge.id === id || charge.reference === id);
  const known = (id: string): Kept => find(id) as Kept;
  const left = ({ paid, returned, taken }: Kept) => paid - returned - taken;

  async function serve({ method, path, body }: Asked, response: ServerResponse): Promise<void> {
    requestCount += 1;
    if (method === 'POST' && path === '/returns') return refund(body as never, response);
    if (isUnsteady && isUnanswered()) return void response.destroy();
    if (method === 'GET') {
      const found = find(decodeURIComponent(path.split('/').at(-1) ?? ''));
      return send(response, found ? 200 : 404, found ? toWire(found) : {});
    }
    const { reference, amount, webhookUrl } = body as { reference: string; amount: number; webhookUrl: string };
    const id = `c${charges.length + 1}`;
    const charge: Kept = { id, reference, status: 'paid', paid: amount, returned: 0, taken: 0, webhookUrl };
    charges.push(charge);
    send(response, 201, toWire(charge));
  }

  async function refund(
    { reference, transactionId, amount }: { reference: string; transactionId: string; amount: number },
    response: ServerResponse,
  ): Promise<void> {
    asked += 1;
    const fate = asked <= FIRST_NEVER_HEARD ? 'never heard' : nextFate();
    if (fate === 'never heard') return void response.destroy();
    if (fate === 'busy') return send(response, 429, {});
    const charge = known(transactionId);
    const made: BankReturn = { id: `r${returns.length + 1}`, reference, amount, status: 'pending' };
    returns.push(made);
    const end = nextEnd();
    if (end === 'refused') made.status = 'refused';
    else if (end === 'late') inBackground(pause(fraction() * LATEST_MS).then(() => finish(charge, made)));
    else finish(charge, made);
    const answer = { id: made.id, reference, status: made.status };
    await pause(fraction() * SLOWEST_MS);
    if (fate === 'answer lost') return void response.destroy();
    send(response, 201, answer);
  }

  function finish(charge: Kept, made: BankReturn): void {
    made.status = charge.taken > 0 ? 'refused' : 'done';
    if (made.status === 'refused') return;
    charge.returned += made.amount;
    if (charge.status === 'paid' && charge.returned >= charge.paid) charge.status = 'returned';
    sendEvents(charge);
  }

  /** Sends one or two equal events concurrently. */
  function sendEvents(charge: Kept): void {
    const body = JSON.stringify(toWire(charge));
    const signature = createHmac('sha256', key).update(body).digest('hex');
    const headers = { 'content-type': 'application/json', 'x-bank-signature': signature };
    for (let copies = 1 + below(2); copies > 0; copies--) inBackground(deliver(charge.webhookUrl, headers, body));
  }

  function changeStatus(charge: Kept, status: ReturnCharge['status']): boolean {
    if (left(charge) <= 0) return false;
    charge.status = status;
    if (status === 'taken_back' || status === 'med_lost') charge.taken += left(charge);
    sendEvents(charge);
    return true;
  }

  const server = await openBankServer(serve);
  return {
    ...server,
    charges,
    returns,
    requests: () => requestCount,
    underWay: () => underWay.size,
    becomeUnsteady() {
      isUnsteady = true;
    },
    takeBack: (id) => changeStatus(known(id), 'taken_back'),
    openSpecialReturn: (id) => changeStatus(known(id), 'med_opened'),
    decide(id, isWon) {
      const charge = known(id);
      if (charge.status === 'med_opened') changeStatus(charge, isWon ? 'med_won' : 'med_lost');
      else if (isWon) Object.assign(charge, { status: 'paid', taken: 0 });
    },
  };
}

const toWire = ({ id, reference, status, paid, returned }: Kept): ReturnCharge => ({
  id,
  reference,
  status,
  paid,
  returned,
});

async function deliver(url: string, headers: Record<string, string>, body: string): Promise<void> {
  for (let tries = 0; tries < WEBHOOK_TRIES; tries++) {
    const status = await fetch(url, { method: 'POST', headers, body }).then(
      (response) => response.body?.cancel().then(() => response.status),
      () => undefined,
    );
    if (status === 200) return;
    await pause(WEBHOOK_PAUSE_MS);
  }
  throw new Error('An event was never taken.');
}

/** People and providers open, defend, decide and list cases. */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkWorld } from '../../../test/check-world.ts';
import {
  callDisputes,
  deliverEvents,
  disputesOf,
  openPeople,
  type People,
  type Sold,
  sell,
} from '../../../test/disputed-sales.ts';
import { type Market, openMarket } from '../../../test/market.ts';
import { writeVariants } from '../../../test/provider-variants.ts';
import { openSessionOf, openStaff } from '../../../test/staff.ts';
import { waitFor } from '../../../test/wait-for.ts';
import { SANDBOX_SECRETS } from '../../../test/world.ts';
import { listConnections } from '../connections/service.ts';
import { pollChargebacks } from './polling.ts';

let variants: Awaited<ReturnType<typeof writeVariants>>;
let market: Market;
let people: People;

beforeAll(async () => {
  variants = await writeVariants({
    pixbank: (manifest) => {
      Object.assign(manifest.status.payment.map, { med_opened: 'APPROVED', med_won: 'APPROVED', med_lost: 'APPROVED' });
      Object.assign(manifest.status.payment.map, { taken_back_won: 'APPROVED', taken_back_lost: 'CHARGEBACK' });
      manifest.disputeWords = { med_opened: 'OPENED', med_won: 'WON', MED_LOST: 'LOST' };
      Object.assign(manifest.disputeWords, { taken_back_won: 'WON', taken_back_lost: 'LOST' });
    },
  });
  market = await openMarket({ provider: 'pixbank', providerDirectory: variants.directory });
  people = await openPeople(market);
});
afterAll(async () => {
  await market?.close();
  await variants?.remove();
});

/** As the provider would send it, signed, as often as told. */
async function sendEvent(sold: Sold, status: string, times = 1): Promise<void> {
  const letter = market.letters.find(({ body }) => body.includes(sold.transactionId));
  const event = JSON.parse(letter?.body as string);
  event.data.status = status;
  const body = JSON.stringify({ ...event, id: `${status}-${sold.transactionId}` });
  const signature = `sha256=${createHmac('sha256', SANDBOX_SECRETS.webhookSecret).update(body).digest('hex')}`;
  const headers = { 'content-type': 'application/json', 'x-sandbox-signature': signature };
  await Promise.all(Array.from({ length: times }, () => market.deliver({ headers, body })));
  await waitFor('the events are read', async () => {
    const [open] = await market.inspector.rows(`SELECT 1 FROM webhook WHERE state = 'RECEIVED'`);
    return !open;
  });
}

const states = async (sold: Sold) =>
  (await disputesOf(market, sold.paymentId)).map(({ kind, state }) => `${kind} ${state}`);

describe('words that a manifest calls those of special returns', () => {
  it.each([
    ['med_won', 'WON'],
    ['med_lost', 'LOST'],
  ])('open one case, however often they are told, and decide it: %s', async (word, outcome) => {
    const sold = await sell(market);
    await sendEvent(sold, 'med_opened', 3);
    expect(await states(sold)).toEqual(['MED OPEN']);

    await sendEvent(sold, word, 2);
    await sendEvent(sold, 'med_opened');

    expect(await states(sold)).toEqual([`MED ${outcome}`]);
    expect((await market.readPayment(sold.paymentId)).status).toBe(outcome === 'WON' ? 'APPROVED' : 'CHARGEBACK');
    await checkWorld(market.node.databaseUrl);
  });

  it('open and decide a case at once where the first was lost on the way', async () => {
    const sold = await sell(market);
    await sendEvent(sold, 'med_lost');
    await sendEvent(sold, 'med_opened');
    expect(await states(sold)).toEqual(['MED LOST']);
  });
});

describe('words that tell how a chargeback was decided', () => {
  it.each([
    ['taken_back_won', 'WON', 'APPROVED'],
    ['taken_back_lost', 'LOST', 'CHARGEBACK'],
  ])('close the chargeback, however often they are told: %s', async (word, outcome, status) => {
    const sold = await sell(market);
    await sold.chargeBack();
    await deliverEvents(market, sold.paymentId);
    expect(await states(sold)).toEqual(['CHARGEBACK OPEN']);

    await sendEvent(sold, word, 2);
    await sendEvent(sold, 'med_opened');

    expect(await states(sold)).toEqual([`CHARGEBACK ${outcome}`]);
    expect((await market.readPayment(sold.paymentId)).status).toBe(status);
    await checkWorld(market.node.databaseUrl);
  });

  it('close no dispute that was opened after them', async () => {
    const sold = await sell(market);
    await sold.chargeBack();
    await deliverEvents(market, sold.paymentId);
    await sendEvent(sold, 'taken_back_won');
    const input = { paymentId: sold.publicId, kind: 'CHARGEBACK', reason: 'Outra vez' };
    expect((await call('openDispute', people.admin.headers, input)).status).toBe(200);

    await sendEvent(sold, 'med_opened');

    expect((await states(sold)).sort()).toEqual(['CHARGEBACK OPEN', 'CHARGEBACK WON']);
  });

  it.each([
    ['taken_back_won', 'WON'],
    ['taken_back_lost', 'LOST'],
  ])('close it also where the event was lost, and the provider is asked: %s', async (providerStatus, outcome) => {
    const sold = await sell(market);
    await sold.chargeBack();
    await deliverEvents(market, sold.paymentId);

    const connection = (await listConnections(market.node.app, market.world.platformId)).get(market.connectionId);
    const asked = vi.spyOn(connection?.provider as { getTransaction: () => Promise<unknown> }, 'getTransaction');
    asked.mockResolvedValue({ transactionId: sold.transactionId, providerStatus, amount: 9_990 });
    await pollChargebacks(market.node.app).finally(() => asked.mockRestore());

    expect(await states(sold)).toEqual([`CHARGEBACK ${outcome}`]);
  });
});

const call = (name: string, headers: Record<string, string>, input: Record<string, unknown>, isQuery = false) =>
  callDisputes(market, name, headers, input, isQuery);

async function openCase(): Promise<string> {
  const { publicId } = await sell(market);
  const input = { paymentId: publicId, kind: 'MED', reason: 'Golpe', providerReference: 'BC-77' };
  return (await call('openDispute', people.admin.headers, input)).body.disputeId;
}

const PDF = Buffer.from('%PDF-1.7 nota').toString('base64');
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2]).toString('base64');

describe('a defence', () => {
  it('takes files that are what they are called, ten of them, until it is sent in', async () => {
    const disputeId = await openCase();
    const add = (name: string, content: string) => call('addDisputeFile', people.seller, { disputeId, name, content });
    for (const [name, content] of [
      ['nota.png', PDF],
      ['nota.exe', PDF],
      ['nota.pdf', Buffer.from('<script>').toString('base64')],
      ['nota.svg', Buffer.from('<svg/>').toString('base64')],
    ] as const)
      expect((await add(name, content)).body.code).toBe('FILE_KIND');
    expect((await add('../nota.pdf', PDF)).body.code).toBe('VALIDATION_FAILED');
    const large = Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(5_242_880)]).toString('base64');
    expect((await add('nota.pdf', large)).status).toBe(413);

    const first = (await add('nota.pdf', PDF)).body.fileId;
    const added = await Promise.all(Array.from({ length: 14 }, (_, index) => add(`foto-${index}.png`, PNG)));
    expect(added.filter(({ status }) => status === 200)).toHaveLength(9);
    expect(added.find(({ status }) => status !== 200)?.body.code).toBe('FILE_LIMIT');

    const file = await call('getDisputeFile', people.seller, { disputeId, fileId: first }, true);
    expect(file.body).toEqual({ name: 'nota.pdf', mediaType: 'application/pdf', content: PDF });
    expect(file.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
    expect(file.headers['content-type']).toMatch(/^application\/json/);

    const defence = 'O comprador recebeu o curso e assistiu a todas as aulas.';
    expect((await call('answerDispute', people.seller, { disputeId, defence })).status).toBe(200);
    for (const [name, input] of [
      ['answerDispute', { disputeId, defence }],
      ['addDisputeFile', { disputeId, name: 'nota.pdf', content: PDF }],
      ['removeDisputeFile', { disputeId, fileId: first }],
    ] as const)
      expect((await call(name, people.seller, input)).body.code).toBe('DISPUTE_CLOSED');
    const { body } = await call('getDispute', people.admin.headers, { disputeId }, true);
    expect(body).toMatchObject({ state: 'ANSWERED', defence, providerReference: 'BC-77', note: '', heldAmount: 9_392 });
    expect(body.files).toHaveLength(10);
  });

  it('is nobody else’s: not another seller’s, nor of an administrator who may not see charges', async () => {
    const disputeId = await openCase();
    const fileId = (await call('addDisputeFile', people.seller, { disputeId, name: 'a.pdf', content: PDF })).body
      .fileId;
    const { app } = market.node;
    const { platformId } = market.world;
    const rival = await openStaff(app, platformId, { roles: ['seller'] });
    const clerk = await openStaff(app, platformId, { roles: ['admin'], permissions: ['isUsersAvailable'] });
    const both = await openStaff(app, platformId, { roles: ['admin', 'seller'], permissions: ['isUsersAvailable'] });
    const codes = async (headers: Record<string, string>) => [
      (await call('getDispute', headers, { disputeId }, true)).body.code,
      (await call('getDisputeFile', headers, { disputeId, fileId }, true)).body.code,
    ];
    expect(await codes(rival.headers)).toEqual(['DISPUTE_NOT_FOUND', 'DISPUTE_NOT_FOUND']);
    expect(await codes(both.headers)).toEqual(['DISPUTE_NOT_FOUND', 'DISPUTE_NOT_FOUND']);
    expect(await codes(clerk.headers)).toEqual(['ACCESS_DENIED', 'ACCESS_DENIED']);
    const other = await openCase();
    const astray = await call('getDisputeFile', people.seller, { disputeId: other, fileId }, true);
    expect(astray.body.code).toBe('DISPUTE_NOT_FOUND');
  });

  it('wants a fresh proof of who sends it in', async () => {
    const disputeId = await openCase();
    const stale = await openSessionOf(market.node.app, market.world.platformId, market.world.sellerId, {
      confirmedMinutesAgo: 30,
    });
    const input = { disputeId, defence: 'O comprador recebeu o curso inteiro.' };
    expect((await call('answerDispute', stale, input)).body.code).toBe('REAUTHENTICATION_REQUIRED');
  });
});

describe('a list', () => {
  it('shows those that wait first, the least time left before the others, on pages of any size', async () => {
    for (let index = 0; index < 3; index++) await openCase();
    await market.inspector.rows(
      `UPDATE dispute SET due_at = now() + (hashtext(id::text) % 50 + 60) * interval '1 minute' WHERE state = 'OPEN'`,
    );
    const listAll = async (limit: number) => {
      const found: { id: string; state: string; dueAt: string; openedAt: string }[] = [];
      let next: string | null = null;
      do {
        const input: Record<string, unknown> = { limit: String(limit), ...(next && { after: next }) };
        const { body } = await call('listCases', people.admin.headers, input, true);
        found.push(...body.items);
        next = body.next;
      } while (next);
      return found;
    };
    const all = await listAll(100);
    const waiting = all.filter(({ state }) => state === 'OPEN');
    expect(all.slice(0, waiting.length)).toEqual(waiting);
    expect(waiting.map(({ dueAt }) => dueAt)).toEqual(waiting.map(({ dueAt }) => dueAt).sort());
    const others = all.slice(waiting.length).map(({ openedAt }) => openedAt);
    expect(others).toEqual([...others].sort().reverse());
    for (const limit of [1, 2, waiting.length, waiting.length + 1]) expect(await listAll(limit)).toEqual(all);
    const { body } = await call('listDisputes', people.seller, { state: 'OPEN', limit: '1' }, true);
    expect(body.open).toBe(waiting.length);
    const searched = await call('listCases', people.admin.headers, { search: 'BC-77', kind: 'CHARGEBACK' }, true);
    expect(searched.body.items).toEqual([]);
    // The seller's name tells cases apart for the team alone.
    const ofSeller = await call('listCases', people.admin.headers, { search: 'maria vend', limit: '100' }, true);
    expect(ofSeller.body.items).toEqual(all);
    const own = await call('listDisputes', people.seller, { search: 'maria vend' }, true);
    expect(own.body.items).toEqual([]);
    const wrong = await call('listCases', people.admin.headers, { from: '2026-02-01', to: '2026-01-01' }, true);
    expect(wrong.body.code).toBe('PERIOD_INVALID');
  });
});

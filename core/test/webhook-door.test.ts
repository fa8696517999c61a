/** Providers call the address of webhooks in several ways: with an end of its own, by GET, as a form, and with several events at once. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { checkWorld } from './check-world.ts';
import { writeVariants } from './provider-variants.ts';
import { waitFor } from './wait-for.ts';
import { openPayouts, type Payouts } from './withdrawing.ts';
import { SANDBOX_SECRETS } from './world.ts';

/** A sandbox whose events name an id and nothing else, as some providers do. */
const ADAPTER = `
import { defineProvider } from '@feira/plugin-kit';
import { createSandboxProvider } from './provider.ts';

const read = ({ id }, event) => ({ subject: 'either', event, transactionId: id });

export default defineProvider({
  createProvider: (context) => ({
    ...createSandboxProvider(context),
    async processWebhook({ method = 'POST', path = '', body }) {
      if (body.pix) return { subject: 'several', events: body.pix.map((one) => read(one, 'pix')) };
      return body.id ? read(body, method + path) : { subject: 'ignored', event: method + path };
    },
  }),
});
`;

let variants: Awaited<ReturnType<typeof writeVariants>>;
beforeAll(async () => {
  variants = await writeVariants({
    terse: (manifest) => {
      manifest.webhook.authentication = { type: 'none' };
    },
    wordy: (manifest) => {
      manifest.webhook = {
        authentication: { type: 'field', in: 'body', field: 'auth.token', credential: 'webhookSecret' },
        alternatives: [{ type: 'field', in: 'query', field: 'token', credential: 'webhookSecret' }],
      };
    },
  });
  for (const id of ['terse', 'wordy']) await writeFile(join(variants.directory, id, 'src/index.ts'), ADAPTER);
});
afterAll(() => variants.remove());

async function open(provider = 'terse'): Promise<Payouts> {
  const payouts = await openPayouts({ provider, providerDirectory: variants.directory });
  onTestFinished(payouts.close);
  return payouts;
}

interface Row {
  part: number | null;
  state: string;
  reason: string | null;
  path: string;
  method: string;
}
const readRows = ({ inspector }: Payouts) =>
  inspector.rows<Row>('SELECT part, state, reason, method, path FROM webhook ORDER BY received_at, part NULLS FIRST');
const areDone = (payouts: Payouts, count: number) =>
  waitFor(`${count} events have ended`, async () => {
    const rows = await readRows(payouts);
    return rows.length === count && rows.every(({ state }) => state !== 'RECEIVED');
  });

async function buyAndPay(payouts: Payouts) {
  const bought = await payouts.buyPix();
  await (await payouts.host()).simulator.pay(bought.transactionId as string);
  return { ...bought, transactionId: bought.transactionId as string };
}

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };

describe('an event', () => {
  it.each<[string, (id: string) => Partial<InjectOptions> & { end?: string }, Partial<Row>]>([
    ['at an address with an end', (id) => ({ end: '/pix', payload: { id } }), { method: 'POST', path: '/pix' }],
    ['at a longer end', (id) => ({ end: '/a/b%2Fc', payload: { id } }), { path: '/a/b/c' }],
    ['by GET', (id) => ({ method: 'GET', query: { id } }), { method: 'GET', path: '' }],
    ['by GET with an end', (id) => ({ method: 'GET', end: '/pix', query: { id } }), { method: 'GET', path: '/pix' }],
    ['by HEAD', (id) => ({ method: 'HEAD', query: { id } }), { method: 'HEAD' }],
    ['as a form', (id) => ({ headers: FORM_TYPE, payload: `event=paid&id=${id}` }), { method: 'POST' }],
  ])('%s counts', async (_way, toCall, row) => {
    const payouts = await open();
    const { paymentId, transactionId } = await buyAndPay(payouts);
    const { end = '', ...call } = toCall(transactionId);

    const answer = await payouts.node.app.inject({
      method: 'POST',
      url: payouts.webhookPath + end,
      headers: JSON_TYPE,
      ...call,
    });

    expect(answer.statusCode).toBe(200);
    await areDone(payouts, 1);
    expect(await readRows(payouts)).toMatchObject([{ state: 'PROCESSED', reason: null, part: null, ...row }]);
    expect(await payouts.readPayment(paymentId)).toMatchObject({ status: 'APPROVED' });
  });

  it('is only a visit where it says nothing, and none at all where its address is nobody’s', async () => {
    const payouts = await open();
    const call = (method: 'GET' | 'HEAD', url: string) => payouts.node.app.inject({ method, url });

    expect((await call('GET', payouts.webhookPath)).statusCode).toBe(200);
    expect((await call('HEAD', `${payouts.webhookPath}/pix`)).statusCode).toBe(200);
    expect((await call('GET', '/webhooks/terse/AAAAAAAAAAAAAAAAAAAAAA/pix')).statusCode).toBe(404);
    expect((await call('GET', `${payouts.webhookPath}/${'x'.repeat(201)}`)).statusCode).toBe(404);
    expect(await readRows(payouts)).toEqual([]);
  });
});

describe('a secret that comes with the event', () => {
  it.each<[string, (id: string, token: string) => Partial<InjectOptions>]>([
    ['in the body', (id, token) => ({ payload: { id, auth: { token }, amount: 10.5 } })],
    ['in a form', (id, token) => ({ headers: FORM_TYPE, payload: `id=${id}&auth.token=${token}` })],
    ['in the address', (id, token) => ({ payload: { id }, query: { token } })],
  ])('%s proves the sender, and is stored nowhere in the clear', async (_where, toCall) => {
    const payouts = await open('wordy');
    const { paymentId, transactionId } = await buyAndPay(payouts);
    const send = (token: string) =>
      payouts.node.app.inject({
        method: 'POST',
        url: payouts.webhookPath,
        headers: JSON_TYPE,
        ...toCall(transactionId, token),
      });

    await send('wrong');
    await areDone(payouts, 1);
    expect(await readRows(payouts)).toMatchObject([{ state: 'PARKED', reason: 'SENDER_NOT_PROVEN' }]);
    await send(SANDBOX_SECRETS.webhookSecret);
    await waitFor('the sale is paid', async () => (await payouts.readPayment(paymentId)).status === 'APPROVED');

    const stored = await payouts.inspector.rows<{ text: string }>(
      `SELECT concat(headers, query, convert_from(body, 'UTF8'), search_text) AS text FROM webhook`,
    );
    expect(stored).toHaveLength(2);
    expect(JSON.stringify(stored)).not.toContain(SANDBOX_SECRETS.webhookSecret);
    expect(JSON.stringify(stored)).toMatch(/hmac-sha256(:|%3A)/);
  });
});

describe('several events in one request', () => {
  it('are stored and applied one by one: a stranger’s holds up none, and nothing counts twice', async () => {
    const payouts = await open();
    const [first, second] = [await buyAndPay(payouts), await buyAndPay(payouts)];
    const body = JSON.stringify({
      pix: [
        { id: first.transactionId },
        { id: 'chg_nobody' },
        { id: second.transactionId },
        { id: first.transactionId },
      ],
    });
    const bothApproved = async () => {
      for (const { paymentId } of [first, second])
        expect(await payouts.readPayment(paymentId)).toMatchObject({ status: 'APPROVED', paid_amount: 9_990 });
    };

    await payouts.deliver({ url: `${payouts.webhookPath}/pix`, headers: JSON_TYPE, body });
    await waitFor('all but the unknown one are processed', async () => {
      const rows = await readRows(payouts);
      return rows.length === 5 && rows.filter(({ state }) => state === 'PROCESSED').length === 4;
    });
    await bothApproved();
    expect(await readRows(payouts)).toMatchObject([
      { part: null, reason: 'SEVERAL' },
      { part: 0, reason: null },
      { part: 1, reason: 'UNKNOWN_PAYMENT', state: 'RECEIVED' },
      { part: 2, reason: null },
      { part: 3, reason: null },
    ]);

    // The node that split the request may die before it has said so.
    await payouts.inspector.rows(
      `UPDATE webhook SET state = 'RECEIVED', reason = NULL, next_attempt_at = now() WHERE part IS NULL`,
    );
    payouts.node.app.webhooks.wake();
    await waitFor('it is split again', async () => (await readRows(payouts))[0]?.state === 'PROCESSED');
    expect(await readRows(payouts)).toHaveLength(5);
    await bothApproved();
    await waitFor('the unknown one is left to a person', async () => {
      await payouts.makeDue();
      return (await readRows(payouts)).every(({ state }) => state !== 'RECEIVED');
    });
    await checkWorld(payouts.node.databaseUrl);
  });
});

describe('an event that names an id of whatever kind', () => {
  it('is about a withdrawal where that has it', async () => {
    const payouts = await open();
    await payouts.setRules({ automaticUpTo: 1_000_000 });
    const holder = await payouts.openHolder(50_000, { pixKey: 'slow@example.com' });
    const id = await payouts.request(holder, 50_000);
    const { provider_withdraw_id: withdrawId } = await payouts.waitForState(id, 'SENT');
    payouts.clock.forward(10_000);

    await payouts.deliver({ headers: JSON_TYPE, body: JSON.stringify({ id: withdrawId }) });

    await payouts.waitForState(id, 'PAID');
    await areDone(payouts, 1);
    await checkWorld(payouts.node.databaseUrl);
  });

  it('is a reason to ask about both where a charge has it as well', async () => {
    const payouts = await open();
    await payouts.setRules({ automaticUpTo: 1_000_000 });
    const holder = await payouts.openHolder(50_000, { pixKey: 'slow@example.com' });
    const id = await payouts.request(holder, 50_000);
    await payouts.waitForState(id, 'SENT');
    payouts.clock.forward(10_000);
    const { paymentId, transactionId } = await buyAndPay(payouts);
    await payouts.inspector.rows('UPDATE withdrawal SET provider_withdraw_id = $2 WHERE id = $1', [id, transactionId]);

    await payouts.deliver({ headers: JSON_TYPE, body: JSON.stringify({ id: transactionId }) });

    await areDone(payouts, 1);
    expect(await payouts.readPayment(paymentId)).toMatchObject({ status: 'APPROVED' });
  });
});

/**
 * Splits a sale at providers with their own formats: checks the requests, the events, and that the ledger and the providers' accounts agree
 * to the cent until everything is refunded.
 */
import type { Simulator, SimulatorRequest } from '@feira/plugin-kit';
import { ADMIN_PERMISSIONS } from '@feira/schemas/options';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { callProvider, findConnection } from '../src/modules/connections/service.ts';
import type { NewConnection } from '../src/modules/connections/store.ts';
import { auditLedger } from '../src/modules/ledger/audit.ts';
import type { ReceiverRow } from '../src/modules/receivers/model.ts';
import { withToken } from '../src/modules/receivers/service.ts';
import { newId } from '../src/shared/ids.ts';
import { checkWorld } from './check-world.ts';
import { findBought, type Market, openMarket } from './market.ts';
import { readSaleLedger } from './read-ledger.ts';
import { openStaff, type Staff } from './staff.ts';
import { waitFor } from './wait-for.ts';
import { BUYER_ADDRESS, buy, CPF, connect, pixPurchase } from './world.ts';

const PRICE = 9_990;
/** 4.99 % and 1.00 of 99.90 are 5.98; 30 % of the 93.92 left are 28.17. */
const SHARES = { platform: 598, ana: 2_817, maria: 6_575 };
const ADDRESS = {
  zipCode: '01310100',
  street: 'Avenida Paulista',
  number: '1000',
  complement: 'Sala 2',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
};

interface Splitting {
  connection: Partial<NewConnection>;
  /** The data for the provider's form of receivers. */
  data: object;
  charge: string;
  /** Returns the part of the charge request that splits it. */
  blockOf(body: never): unknown;
  expected(receivers: { ana: string; maria: string }): unknown;
}

const PROVIDERS: Splitting[] = [
  {
    connection: {
      provider: 'asaas',
      settings: { webhookEmail: 'ops@example.com' },
      secrets: {
        apiKey: '$aact_hmlg_invented-key-of-the-test',
        webhookAuthToken: 'invented-webhook-token-of-32-characters',
      },
    },
    data: { monthlyRevenue: 500_000 },
    charge: 'POST /payments',
    blockOf: ({ split }: { split: unknown }) => split,
    // Reais of the price; the rest stays with the charging account.
    expected: ({ ana, maria }) => [
      { walletId: ana, fixedValue: 28.17 },
      { walletId: maria, fixedValue: 65.75 },
    ],
  },
  {
    connection: {
      provider: 'pagarme',
      settings: { publicKey: 'pk_test_invented0001', defaultRecipientId: 're_platform0001' },
      secrets: {
        secretKey: 'sk_test_invented0001',
        webhookUser: 'invented-webhook-user',
        webhookPassword: 'invented-webhook-password',
      },
    },
    data: { monthlyRevenue: 500_000, occupation: 'Professora' },
    charge: 'POST /orders',
    blockOf: ({ payments }: { payments: { split: unknown }[] }) => payments[0]?.split,
    // Cents that sum up to the price, with the platform's own share, which pays the fee and takes odd cents.
    expected: ({ ana, maria }) => {
      const rule = (recipient_id: string, amount: number, isOwn: boolean) => ({
        type: 'flat',
        amount,
        recipient_id,
        options: { charge_processing_fee: isOwn, charge_remainder_fee: isOwn, liable: true },
      });
      return [
        rule(ana, SHARES.ana, false),
        rule(maria, SHARES.maria, false),
        rule('re_platform0001', SHARES.platform, true),
      ];
    },
  },
];

let market: Market;
let admin: Staff;
let affiliationId: string;
const ids = { ana: '', maria: '' };

const rows = <Row>(sql: string, values: unknown[] = []) => market.inspector.rows<Row>(sql, values);

async function post(path: string, payload: object) {
  const headers = { ...admin.headers, 'idempotency-key': newId() };
  const answer = await market.node.app.inject({ method: 'POST', url: `/api/${path}?lang=en`, headers, payload });
  if (answer.statusCode !== 200) throw new Error(`${path} was answered ${answer.statusCode}: ${answer.body}`);
  return answer.json();
}

beforeAll(async () => {
  market = await openMarket();
  const { node, world } = market;
  const { platformId, productId, sellerId } = world;
  admin = await openStaff(node.app, platformId, { roles: ['admin'], permissions: ADMIN_PERMISSIONS });
  ids.maria = sellerId;
  ids.ana = (await openStaff(node.app, platformId, { roles: ['affiliate'] })).id;
  await rows(`INSERT INTO role_grant (platform_id, person_id, role) VALUES ($1, $2, 'seller')`, [platformId, sellerId]);
  await rows(`UPDATE person SET document = $1, phone = '11987654321' WHERE id = ANY($2)`, [CPF, Object.values(ids)]);
  affiliationId = newId();
  await rows(
    `INSERT INTO affiliation (platform_id, id, product_id, person_id, basis_points, status) VALUES ($1, $2, $3, $4, 3000, 'ACTIVE')`,
    [platformId, affiliationId, productId, ids.ana],
  );
});
afterAll(() => market?.close());

let accounts = 10_000_000;

/** Opens a receiver by the administrators' procedure. */
async function openReceiver(connectionId: string, personId: string, data: object): Promise<string> {
  const [account] = await rows<{ id: string }>(
    `INSERT INTO payout_destination (platform_id, id, person_id, kind, bank_code, branch_number, account_number, account_digit,
       account_type, holder_name, holder_document, status, usable_at)
     VALUES ($1, gen_random_uuid(), $2, 'BANK_ACCOUNT', '001', '1234', $3, '7', 'CHECKING', 'Pessoa', $4, 'ACTIVE', now()) RETURNING id`,
    [market.world.platformId, personId, String(accounts++), CPF],
  );
  const application = { connectionId, personId, data, birthDate: '1990-05-17', address: ADDRESS };
  const { id } = await post('receivers.createReceiver', { ...application, destinationId: account?.id });
  return id;
}

const waitForReceiver = (id: string): Promise<string> =>
  waitFor('the receiver is open', async () => {
    await rows(`UPDATE receiver SET next_check_at = now() - interval '1 second' WHERE id = $1`, [id]);
    await market.node.app.receivers.run();
    const [row] = await rows<{ receiver_id: string }>(
      `SELECT receiver_id FROM receiver WHERE id = $1 AND status = 'ACTIVE'`,
      [id],
    );
    return row?.receiver_id;
  });

const ledgerOf = (paymentId: string) => readSaleLedger(market.inspector, paymentId, ids);

describe.each(PROVIDERS)('a sale that $connection.provider splits', ({ connection: wanted, data, ...provider }) => {
  let connectionId: string;
  const receivers = { ana: '', maria: '' };
  const requests: SimulatorRequest[] = [];

  const open = async () => {
    const connection = await findConnection(market.node.app, market.world.platformId, connectionId);
    if (!connection) throw new Error('There is no connection.');
    return connection;
  };
  /** Reads each receiver's balance at the provider. */
  async function balances(): Promise<Record<string, number | undefined>> {
    const { app } = market.node;
    const found = await rows<{ personId: string; receiverToken: string | null }>(
      'SELECT person_id AS "personId", receiver_token AS "receiverToken" FROM receiver WHERE connection_id = $1',
      [connectionId],
    );
    const entries = Object.entries(receivers).map(async ([name, receiverId]) => {
      const row = found.find(({ personId }) => personId === ids[name as keyof typeof ids]);
      const { receiverToken } = await withToken(app, await open(), row as Pick<ReceiverRow, 'receiverToken'>);
      const lookup = { receiverId, ...(receiverToken && { receiverToken }) };
      return [name, (await callProvider(await open(), 'getReceiver', lookup, null))?.balance];
    });
    return Object.fromEntries(await Promise.all(entries));
  }
  /** Delivers the waiting events in their order. */
  async function deliverAll(): Promise<void> {
    for (const letter of market.letters.splice(0)) await market.deliver(letter);
    await market.makeDue();
  }

  beforeAll(async () => {
    const { app } = market.node;
    await rows(`UPDATE provider_connection SET status = 'DISABLED'`);
    connectionId = (await connect(app, market.world, wanted)).id;
    app.cache.forgetAll();
    const { webhookUrl, package: installed } = await open();
    if (installed.id === 'asaas') await callProvider(await open(), 'ensureWebhook', { webhookUrl }, null);
    await app.inject({ url: `/api/checkout.getCheckout?checkoutId=${market.world.offerId}` });
    const host = await app.simulators.get(connectionId);
    const simulator = host?.simulator as Simulator;
    const handle = simulator.handle.bind(simulator);
    vi.spyOn(simulator, 'handle').mockImplementation((request) => {
      requests.push(request);
      return handle(request);
    });
    // The provider opens accounts after a minute of its own clock.
    const ana = await openReceiver(connectionId, ids.ana, data);
    const maria = await openReceiver(connectionId, ids.maria, data);
    market.clock.forward(61_000);
    receivers.ana = await waitForReceiver(ana);
    receivers.maria = await waitForReceiver(maria);
    await post('settings.updateRules', { custody: 'PROVIDER' });
    app.cache.forgetAll();
  });

  it('is theirs to the cent, and goes back to nothing', async () => {
    const { app, databaseUrl } = market.node;
    const answer = await buy(app, pixPurchase(market.world, { ...BUYER_ADDRESS, affiliateId: affiliationId }));
    expect(answer.statusCode).toBe(200);
    const sold = await findBought(market.inspector, answer.json().paymentId);
    const charged = requests.filter(({ method, path }) => `${method} ${path}` === provider.charge);
    expect(charged.map(({ body }) => provider.blockOf(body as never))).toEqual([provider.expected(receivers)]);
    expect(await ledgerOf(sold.paymentId)).toEqual({});

    const host = await app.simulators.get(connectionId);
    await host?.simulator.pay(sold.transactionId as string);
    const paid = {
      PROVIDER: -PRICE,
      PLATFORM_FEES: SHARES.platform,
      'RECEIVER ana': SHARES.ana,
      'RECEIVER maria': SHARES.maria,
    };
    await waitFor('the event of the payment is read', async () => {
      await deliverAll();
      return Object.keys(await ledgerOf(sold.paymentId)).length > 0;
    });
    expect(await ledgerOf(sold.paymentId)).toEqual(paid);
    expect(await balances()).toEqual({ ana: SHARES.ana, maria: SHARES.maria });

    const accounts = { ...SHARES };
    for (const part of [3_333, 1_001]) {
      await post('refunds.refundPayment', { paymentId: sold.publicId, amount: part });
      const ledger = await waitFor('the part has gone back', async () => {
        await deliverAll();
        const now = await ledgerOf(sold.paymentId);
        const isGone = now.PROVIDER !== undefined && now['RECEIVER maria'] !== accounts.maria && !now.REFUNDS;
        return isGone ? now : undefined;
      });
      accounts.maria = ledger['RECEIVER maria'] as number;
      // Everybody has at the provider what the ledger says, to the cent.
      expect(await balances()).toEqual({ ana: ledger['RECEIVER ana'], maria: ledger['RECEIVER maria'] });
    }

    await post('refunds.refundPayment', { paymentId: sold.publicId, amount: PRICE - 4_334 });
    await waitFor('everything has gone back', async () => {
      await deliverAll();
      return Object.keys(await ledgerOf(sold.paymentId)).length === 0;
    });
    expect(await balances()).toEqual({ ana: 0, maria: 0 });
    expect((await market.readPayment(sold.paymentId)).status).toBe('REFUNDED');
    const open = () => market.inspector.rows(`SELECT 1 FROM webhook WHERE state = 'RECEIVED'`);
    await waitFor('every event has been read', async () => {
      await deliverAll();
      return (await open()).length === 0;
    });
    await checkWorld(databaseUrl);
    expect((await auditLedger(app.database.jobs, market.world.platformId)).problems).toEqual([]);
  });
});

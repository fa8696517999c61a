/** Refunds, withdrawals and receivers whose node died in the call: another node looks them up long before the call would be over. */
import { ADMIN_PERMISSIONS } from '@feira/schemas/options';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkPayment } from '../src/modules/payments/service.ts';
import { newId } from '../src/shared/ids.ts';
import type { TestNode } from './build.ts';
import { checkWorld } from './check-world.ts';
import type { Inspector } from './inspect.ts';
import { findBought } from './market.ts';
import { openPatientNode, PATIENT, type PatientNode } from './patient-node.ts';
import { openSessionOf, openStaff } from './staff.ts';
import { openBank, type UnsteadyBank } from './unsteady-bank.ts';
import { waitFor } from './wait-for.ts';
import { buy, CPF, connect, createWorld, pixPurchase, type World } from './world.ts';

const AMOUNT = 5_000;

let patient: PatientNode;
let node: TestNode;
let inspector: Inspector;
let world: World;
let bank: UnsteadyBank;
let connectionId: string;

beforeAll(async () => {
  patient = await openPatientNode();
  ({ node, inspector } = patient);
  world = await createWorld(node.app, {
    settings: {
      withdrawals: { fee: 0, minimum: 1, automaticUpTo: AMOUNT, secondApprovalAbove: AMOUNT, coolingHours: 0 },
    },
  });
  bank = await openBank(node.app);
  const connection = await connect(node.app, world, { provider: PATIENT, baseUrls: { default: bank.url } });
  connectionId = connection.id;
});
afterAll(async () => {
  await bank?.close();
  await patient?.close();
});

/** A seller with a balance, a destination and a sale, and an administrator. */
async function openPeople() {
  const { platformId, sellerId } = world;
  await inspector.rows(`INSERT INTO role_grant (platform_id, person_id, role) VALUES ($1, $2, 'seller')`, [
    platformId,
    sellerId,
  ]);
  await inspector.rows('UPDATE person SET document = $2 WHERE id = $1', [sellerId, CPF]);
  const [destination] = await inspector.rows<{ id: string }>(
    `INSERT INTO payout_destination (platform_id, id, person_id, kind, pix_type, pix_key, holder_name, holder_document, usable_at)
     VALUES ($1, gen_random_uuid(), $2, 'PIX_KEY', 'EMAIL', 'vera@example.com', 'Vera', $3, now()) RETURNING id`,
    [platformId, sellerId, CPF],
  );
  const entries = [
    { kind: 'PROVIDER', ownerId: connectionId, amount: -AMOUNT },
    { kind: 'AVAILABLE', ownerId: sellerId, amount: AMOUNT },
  ];
  const posting = { id: newId(), kind: 'SALE', source: newId(), currency: 'BRL', occurredAt: new Date(), entries };
  await inspector.rows('SELECT ledger_post($1, $2)', [platformId, JSON.stringify(posting)]);
  const bought = await buy(node.app, pixPurchase(world));
  const sale = await findBought(inspector, bought.json().paymentId);
  await bank.simulator.simulator.pay(sale.transactionId as string);
  await checkPayment(node.app, platformId, sale.paymentId);
  const seller = await openSessionOf(node.app, platformId, sellerId);
  const admin = await openStaff(node.app, platformId, { roles: ['admin'], permissions: ADMIN_PERMISSIONS });
  return { seller, admin: admin.headers, destinationId: destination?.id as string, paymentId: sale.publicId };
}

const stateOf = async (table: 'withdrawal' | 'refund' | 'receiver') =>
  (await inspector.rows<{ state: string }>(`SELECT state FROM ${table}`))[0]?.state;

it('looks up what a node had under way that was killed', async () => {
  const { seller, admin, destinationId, paymentId } = await openPeople();
  const server = await patient.startServer();
  bank.held = /^POST (?!\/charges$)/;
  const post = ({ host: _, ...headers }: Record<string, string>, name: string, body: object) =>
    fetch(`${server.url}/api/${name}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': newId() },
      body: JSON.stringify(body),
    }).catch(() => null);
  const calls = [
    post(seller, 'payouts.requestWithdrawal', { amount: AMOUNT, destinationId }),
    post(admin, 'refunds.refundPayment', { paymentId }),
    post(seller, 'receivers.createOwnReceiver', { connectionId }),
  ];
  await waitFor('the provider has all three', () => bank.heldRequests.length === 3);
  expect([await stateOf('withdrawal'), await stateOf('refund'), await stateOf('receiver')]).toEqual([
    'SENDING',
    'SENDING',
    'REQUESTED',
  ]);

  await server.kill();
  await node.app.listen({ port: 0, host: '127.0.0.1' });

  await waitFor('the withdrawal was found', async () => (await stateOf('withdrawal')) === 'PAID');
  await waitFor('the refund was found', async () => (await stateOf('refund')) === 'DONE');
  // No provider finds an account by a reference of ours: a person has to ask.
  await waitFor('the receiver is lost', async () => (await stateOf('receiver')) === 'UNKNOWN');
  expect(bank.heldRequests).toHaveLength(3);
  await Promise.all(calls);
  await checkWorld(node.databaseUrl, { mayWait: true });
});

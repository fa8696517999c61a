/** Calls whose node died: another node takes them over as soon as the first is known to be gone, long before the call would end. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '../src/shared/ids.ts';
import type { TestNode } from './build.ts';
import type { Inspector } from './inspect.ts';
import { openPatientNode, PATIENT, type PatientNode } from './patient-node.ts';
import { type Fate, openBank, type UnsteadyBank } from './unsteady-bank.ts';
import { waitFor } from './wait-for.ts';
import { buy, connect, createWorld, pixPurchase, type World } from './world.ts';

const HELD: Fate = { isMade: true, answer: 'held' };

let patient: PatientNode;
let node: TestNode;
let inspector: Inspector;
let world: World;
let bank: UnsteadyBank;

beforeAll(async () => {
  patient = await openPatientNode({ isListening: true });
  ({ node, inspector } = patient);
  world = await createWorld(node.app);
});
beforeEach(async () => {
  bank = await openBank(node.app);
  await inspector.rows(`UPDATE provider_connection SET status = 'DISABLED'`);
  await connect(node.app, world, { provider: PATIENT, name: newId(), baseUrls: { default: bank.url } });
  node.app.cache.forgetAll();
  return () => bank.close();
});
afterAll(() => patient?.close());

/** Begins a purchase on another server, and kills that server while the provider holds its answer back. */
async function dieInCall(fate: Fate): Promise<string> {
  const server = await patient.startServer();
  bank.next.push(fate);
  const key = newId();
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  const body = JSON.stringify(pixPurchase(world));
  const buying = fetch(`${server.url}/api/checkout.purchase`, { method: 'POST', headers, body }).catch(() => null);
  await waitFor('the provider is asked', () => bank.asked.length > 0);
  await server.kill();
  await buying;
  return key;
}

const repeat = (key: string) => buy(node.app, pixPurchase(world), key);
const readAttempt = async () =>
  (
    await inspector.rows<{ state: string; reason: string }>(
      'SELECT state, reason FROM payment_attempt ORDER BY id DESC LIMIT 1',
    )
  )[0];

it('gives the buyer the code of a charge that was made, while the call could still run', async () => {
  const key = await dieInCall(HELD);

  const answer = await waitFor('the same key is answered', async () => {
    const repeated = await repeat(key);
    return repeated.statusCode === 409 ? null : repeated;
  });

  expect(answer.json()).toMatchObject({ status: 'PENDING', payment: { pixCode: expect.any(String) } });
  expect(bank.asked).toHaveLength(1);
});

it('finds it without being asked', async () => {
  await dieInCall(HELD);

  await waitFor('the charge was found', async () => (await readAttempt())?.state === 'ANSWERED');

  expect(bank.asked).toHaveLength(1);
});

it('tells the buyer of a charge that is not there that it is being confirmed, and concludes nothing', async () => {
  const key = await dieInCall({ ...HELD, isMade: false });

  await waitFor('the call is taken over', async () => (await readAttempt())?.state === 'UNKNOWN');

  expect(await readAttempt()).toMatchObject({ reason: 'INTERRUPTED' });
  expect((await repeat(key)).json()).toMatchObject({
    status: 'PENDING',
    payment: { isConfirming: true, pixCode: null },
  });
  expect(await inspector.rows(`SELECT 1 FROM payment WHERE status <> 'PENDING'`)).toEqual([]);
  expect(bank.asked).toHaveLength(1);
});

it('leaves the call of a node that lives to it', async () => {
  const other = await patient.buildOther();
  bank.next.push(HELD);
  const key = newId();
  const buying = buy(other.app, pixPurchase(world), key);
  await waitFor('the provider is asked', () => bank.asked.length > 0);
  const [{ seen_at: before } = { seen_at: null }] = await inspector.rows<{ seen_at: Date }>(
    'SELECT seen_at FROM node WHERE id = $1',
    [other.app.nodes.id],
  );
  await waitFor('it would count as gone if it were silent', async () => {
    const [row] = await inspector.rows<{ isLonger: boolean }>(
      `SELECT now() > $1::timestamptz + interval '3 seconds' AS "isLonger"`,
      [before],
    );
    return row?.isLonger;
  });

  expect((await repeat(key)).json().code).toBe('IDEMPOTENCY_KEY_IN_USE');
  expect(await readAttempt()).toMatchObject({ state: 'CREATED' });
  await bank.close();
  await buying;
  await other.close();
});

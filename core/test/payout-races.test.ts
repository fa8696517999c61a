/** Races everything that happens to a withdrawal: its owner, two approvers, nodes that send it, and events of its provider. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { findConnection } from '../src/modules/connections/service.ts';
import { advanceWithdrawal, findWithdrawal } from '../src/modules/payouts/advance.ts';
import { applyWithdrawalEvent } from '../src/modules/payouts/service.ts';
import { newId } from '../src/shared/ids.ts';
import { checkWorld } from './check-world.ts';
import { openDraw, rounds, SEED } from './draw.ts';
import { writeVariants } from './provider-variants.ts';
import { openStaff, type Staff } from './staff.ts';
import { DECIDING, type Holder, openPayouts, type Payouts } from './withdrawing.ts';

const ROUNDS = rounds({ short: 30, long: 200 });
const AMOUNT = 1_000;
const FATES = ['vera', 'vera', 'refused', 'slow', 'bounced', 'lost', 'dropped', 'busy'];
const STEPS_TO_THE_END = 12;

let variants: Awaited<ReturnType<typeof writeVariants>>;
let payouts: Payouts;
let deciders: Staff[];
const holders: Holder[] = [];

beforeAll(async () => {
  // The provider has no idempotency, so a repeated call pays twice.
  variants = await writeVariants({
    forgetful: (manifest) => {
      manifest.idempotency = { supported: false };
    },
  });
  payouts = await openPayouts({ provider: 'forgetful', providerDirectory: variants.directory, isListening: false });
  const { app } = payouts.node;
  const { platformId } = payouts.world;
  deciders = [];
  for (let index = 0; index < 2; index++)
    deciders.push(await openStaff(app, platformId, { roles: ['admin'], permissions: DECIDING }));
  for (const fate of FATES) holders.push(await payouts.openHolder(AMOUNT * ROUNDS, { pixKey: `${fate}@example.com` }));
});
afterAll(async () => {
  await payouts?.close();
  await variants?.remove();
});

/** Delivers the signed event of the withdrawal's present state. */
async function applyEvent(id: string): Promise<void> {
  const { app } = payouts.node;
  const { platformId } = payouts.world;
  const [transfer] = await payouts.listTransfers(id);
  const row = await findWithdrawal(app, platformId, id);
  const connection = await findConnection(app, platformId, payouts.connectionId);
  if (!transfer || !row?.connectionId || !connection) return;
  const result = {
    ...({ subject: 'withdraw', withdrawId: transfer.id, reference: id } as const),
    providerStatus: transfer.status,
    amount: transfer.amount,
  };
  await applyWithdrawalEvent(app, platformId, row, connection, {
    result,
    isSigned: true,
    isFromProvider: true,
    requestId: newId(),
  });
}

it(`${ROUNDS} rounds of cancel × approve × reject × send × event (seed ${SEED})`, async () => {
  const { app } = payouts.node;
  const { platformId } = payouts.world;
  const { deck, pick, shuffle } = openDraw();
  const nextHolder = deck(holders);
  const isCanceled = deck([true, true, false, false, false]);
  const isRejected = deck([true, false, false, false, false]);
  const advance = (id: string) => advanceWithdrawal(app, platformId, id);
  const ends = new Set<string>();

  for (let round = 0; round < ROUNDS; round++) {
    // The first three rounds end as given: paid, failed, canceled. The others are raced.
    const sure = (['PAID', 'FAILED', 'CANCELED'] as const)[round];
    const fate = sure && { PAID: 'vera', FAILED: 'refused', CANCELED: 'vera' }[sure];
    const holder = fate ? (holders[FATES.indexOf(fate)] as Holder) : nextHolder();
    // Every third withdrawal needs two approvers.
    await payouts.setRules({ fee: 0, minimum: 1, secondApprovalAbove: round % 3 === 0 ? 0 : AMOUNT });
    const id = await payouts.request(holder, AMOUNT);
    const decide = (by: Staff, decision: string) =>
      payouts.call(by, 'decideWithdrawal', { withdrawalId: id, decision, reason: 'Corrida.' });
    const cancel = () => payouts.call(holder, 'cancelWithdrawal', { withdrawalId: id });
    const moves: (() => Promise<unknown>)[] = [
      () => decide(deciders[0] as Staff, 'APPROVE'),
      () => decide(deciders[1] as Staff, 'APPROVE'),
      () => advance(id),
      () => advance(id),
      () => applyEvent(id),
      ...(!sure && isCanceled() ? [cancel] : []),
      ...(!sure && isRejected() ? [() => decide(pick(deciders), 'REJECT')] : []),
      // Runs after the first decision.
      async () => {
        await decide(pick(deciders), 'APPROVE');
        await advance(id);
        await applyEvent(id);
      },
    ];
    if (sure === 'CANCELED') await cancel();
    await Promise.all(shuffle(moves).map((move) => move()));

    // Time passes, so that slow withdrawals are decided and lost ones are looked up.
    for (let step = 0; step < STEPS_TO_THE_END; step++) {
      const { state } = await payouts.read(id);
      if (state === 'WAITING') await Promise.all(deciders.map((by) => decide(by, 'APPROVE')));
      else if (['PAID', 'FAILED', 'REJECTED', 'CANCELED'].includes(state)) break;
      payouts.clock.forward(120_000);
      await Promise.all([advance(id), applyEvent(id), advance(id)]);
    }
    const { state } = await payouts.read(id);
    if (sure) expect(state).toBe(sure);
    ends.add(state);
  }

  await checkWorld(payouts.node.databaseUrl, { payouts: await payouts.listPayouts(), mayWait: true });
  expect([...ends].filter((state) => !['PAID', 'FAILED', 'REJECTED', 'CANCELED'].includes(state))).toEqual([]);
  // Each balance lacks exactly what was paid out.
  const [sums] = await payouts.inspector.rows<{ left: number; paid: number }>(
    `SELECT (SELECT sum(balance) FROM ledger_account WHERE owner_id = ANY($1))::int AS left,
       (SELECT coalesce(sum(amount), 0) FROM withdrawal WHERE state = 'PAID')::int AS paid`,
    [holders.map(({ id }) => id)],
  );
  expect((sums?.left ?? 0) + (sums?.paid ?? 0)).toBe(holders.length * AMOUNT * ROUNDS);
});

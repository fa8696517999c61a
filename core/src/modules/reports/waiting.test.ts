/** Waiting work is counted by the conditions of the lists, on the own platform, and only for administrators who may open the list. */
import { ADMIN_PERMISSIONS, type AdminPermission } from '@feira/schemas/options';
import { WAITING, WAITING_KINDS, type WaitingKind } from '@feira/schemas/procedures/reports';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStaff } from '../../../test/staff.ts';
import { DECIDING, openPayouts, type Payouts } from '../../../test/withdrawing.ts';
import { newId } from '../../shared/ids.ts';

let payouts: Payouts;
beforeAll(async () => {
  payouts = await openPayouts({ isListening: false });
});
afterAll(() => payouts?.close());

const rows = (sql: string, values: unknown[] = []) => payouts.inspector.rows(sql, values);

async function ask(permissions: readonly AdminPermission[], host?: string, platformId = payouts.world.platformId) {
  const { app } = payouts.node;
  const { headers } = await openStaff(app, platformId, { roles: ['admin'], permissions, ...(host && { host }) });
  return (await app.inject({ url: '/api/reports.listWaiting', headers })).json();
}

const none = (kind: WaitingKind) => ({ kind, count: 0, half: 0, dueAt: null });

/** Two withdrawals, of which one has the first of two approvals, and one of everything else. */
async function letAllWait(): Promise<Date> {
  const { platformId, sellerId } = payouts.world;
  const holder = await payouts.openHolder(20_000);
  await payouts.setRules({ secondApprovalAbove: 4_000 });
  await payouts.request(holder, 1_000);
  const large = await payouts.request(holder, 5_000);
  const decider = await openStaff(payouts.node.app, platformId, { roles: ['admin'], permissions: DECIDING });
  await payouts.call(decider, 'decideWithdrawal', { withdrawalId: large, decision: 'APPROVE' });
  const { paymentId, attemptId } = await payouts.buyPix();
  const dueAt = new Date('2026-12-01T12:00:00Z');
  const run = newId();
  for (const [sql, ...values] of [
    [`UPDATE payment_attempt SET state = 'PARKED' WHERE id = $1`, attemptId],
    [
      `INSERT INTO refund (platform_id, id, payment_id, attempt_id, amount, cause, state, created_at) SELECT $1, gen_random_uuid(), $2, $3,
         days, 'EXCESS', 'UNKNOWN', now() - make_interval(days => days) FROM unnest(ARRAY[1, 4]) days`,
      platformId,
      paymentId,
      attemptId,
    ],
    [
      `INSERT INTO refund_request (platform_id, id, protocol, payment_id, seller_id, reason, ground, state)
       SELECT $1, gen_random_uuid(), state, $2, $3, 'OTHER', 'LATE', state FROM unnest(ARRAY['WAITING', 'DECLINED']) state`,
      platformId,
      paymentId,
      sellerId,
    ],
    [
      `INSERT INTO dispute (platform_id, id, payment_id, seller_id, kind, amount, currency, due_at)
       VALUES ($1, gen_random_uuid(), $2, $3, 'MED', 100, 'BRL', $4)`,
      platformId,
      paymentId,
      sellerId,
      dueAt,
    ],
    [
      `INSERT INTO anticipation (platform_id, id, person_id, currency, amount, fee, fee_basis_points_per_day)
       VALUES ($1, gen_random_uuid(), $2, 'BRL', 100, 1, 1)`,
      platformId,
      sellerId,
    ],
    [
      `INSERT INTO payout_destination (platform_id, id, person_id, kind, pix_type, pix_key, holder_name, holder_document, status, usable_at)
       VALUES ($1, gen_random_uuid(), $2, 'PIX_KEY', 'EMAIL', 'a@example.com', 'Ana', '52998224725', 'WAITING', now())`,
      platformId,
      sellerId,
    ],
    [
      `INSERT INTO receiver (platform_id, id, person_id, connection_id, provider, state)
       VALUES ($1, gen_random_uuid(), $2, $3, 'sandbox', 'UNKNOWN')`,
      platformId,
      sellerId,
      payouts.connectionId,
    ],
    [`INSERT INTO reconciliation (platform_id, id, day) VALUES ($1, $2, '2026-11-01')`, platformId, run],
    [
      `INSERT INTO reconciliation_case (platform_id, id, reconciliation_id, kind, subject, source, state)
       SELECT $1, gen_random_uuid(), $2, 'EXTRA', 'PAYMENT', state, state FROM unnest(ARRAY['OPEN', 'RESOLVED']) state`,
      platformId,
      run,
    ],
    [
      `INSERT INTO withdrawal (platform_id, id, person_id, role, currency, amount, method, destination_id, state, contradicted_as)
       VALUES ($1, gen_random_uuid(), $2, 'manager', 'BRL', 100, 'PIX', $3, 'PAID', 'FAILED')`,
      platformId,
      holder.id,
      holder.destinationId,
    ],
  ] as [string, ...unknown[]][])
    await rows(sql, values);
  return dueAt;
}

it('is nothing at first, then each thing once, and nothing of another platform', async () => {
  expect((await ask(ADMIN_PERMISSIONS)).items).toEqual(WAITING_KINDS.map(none));
  const dueAt = await letAllWait();

  const { items } = await ask(ADMIN_PERMISSIONS);

  expect(items).toEqual(
    WAITING_KINDS.map((kind) => ({
      ...none(kind),
      count: 1,
      ...(kind === 'WITHDRAWALS' && { count: 2, half: 1 }),
      ...(kind === 'DISPUTES' && { dueAt: dueAt.toISOString() }),
    })),
  );
  const host = 'other.example.com';
  const other = newId();
  await rows(`INSERT INTO platform (platform_id, name) VALUES ($1, 'Outra')`, [other]);
  await rows('INSERT INTO platform_domain (host, platform_id) VALUES ($1, $2)', [host, other]);
  expect((await ask(ADMIN_PERMISSIONS, host, other)).items).toEqual(WAITING_KINDS.map(none));
});

it.each(WAITING_KINDS)('is told of %s to who may open that list', async (kind) => {
  const kinds = (await ask(WAITING[kind])).items.map((item: { kind: WaitingKind }) => item.kind);

  expect(kinds).toContain(kind);
  expect(kinds).toEqual(
    WAITING_KINDS.filter((other) => WAITING[other].every((wanted) => WAITING[kind].includes(wanted as never))),
  );
});

it('is not told to an administrator without any of these permissions', async () => {
  expect((await ask(['isDashboardAvailable'])).code).toBe('ACCESS_DENIED');
});

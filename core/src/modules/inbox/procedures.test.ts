/** The inbox holds waiting work by the conditions of the lists, on the own platform, for people who may open the list, and one person takes a piece of it. */
import { ADMIN_PERMISSIONS, type AdminPermission } from '@feira/schemas/options';
import { listAdminKinds, MANAGER_KINDS, WORK, type WorkKind } from '@feira/schemas/procedures/inbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { DECIDING, openPayouts, type Payouts } from '../../../test/withdrawing.ts';
import { newId } from '../../shared/ids.ts';

let payouts: Payouts;
beforeAll(async () => {
  payouts = await openPayouts({ isListening: false });
});
afterAll(() => payouts?.close());

const rows = <Row = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  payouts.inspector.rows<Row & object>(sql, values);

const everything = listAdminKinds(ADMIN_PERMISSIONS);

const openAdmin = (permissions: readonly AdminPermission[] = ADMIN_PERMISSIONS, name = 'Ana') =>
  openStaff(payouts.node.app, payouts.world.platformId, { roles: ['admin'], permissions, name });

interface Item {
  kind: WorkKind;
  id: string;
  dueAt: string;
  isDeadline: boolean;
  isHalf: boolean;
  needsAnother: boolean;
  reference: string;
  title: string | null;
  person: { id: string } | null;
  holder: { id: string; name: string } | null;
}

const get = async (staff: Pick<Staff, 'headers'>, name: string, query: Record<string, string> = {}) =>
  (await payouts.node.app.inject({ url: `/api/inbox.${name}`, query, headers: staff.headers })).json();
const list = async (staff: Pick<Staff, 'headers'>, query: Record<string, string> = {}): Promise<Item[]> =>
  (await get(staff, 'listItems', { limit: '100', ...query })).items;
const post = async (staff: Pick<Staff, 'headers'>, name: string, payload: object) =>
  (
    await payouts.node.app.inject({ method: 'POST', url: `/api/inbox.${name}`, headers: staff.headers, payload })
  ).json();

/** Two withdrawals, of which one has the first of two approvals, and one of everything else. */
async function letAllWait(): Promise<{ dueAt: Date; decider: Staff; large: string }> {
  const { platformId, sellerId } = payouts.world;
  const holder = await payouts.openHolder(20_000);
  await payouts.setRules({ secondApprovalAbove: 4_000 });
  await payouts.request(holder, 1_000);
  const large = await payouts.request(holder, 5_000);
  const decider = await openStaff(payouts.node.app, platformId, { roles: ['admin'], permissions: DECIDING });
  await payouts.call(decider, 'decideWithdrawal', { withdrawalId: large, decision: 'APPROVE' });
  const { paymentId, attemptId } = await payouts.buyPix();
  const reviewed = await payouts.buyPix();
  const dueAt = new Date('2026-12-01T12:00:00Z');
  const run = newId();
  for (const [sql, ...values] of [
    [
      `UPDATE payment SET status = 'PENDING', terms = terms || '{"risk": {"action": "REVIEW", "causes": []}}' WHERE id = $1`,
      reviewed.paymentId,
    ],
    [
      `INSERT INTO payment_evidence (platform_id, payment_id, key, source, attempt_id, provider_status, status, is_recognised, held_amount, occurred_at)
       SELECT platform_id, id, 'held', 'query', $2, 'authorized', 'PENDING', true, amount, now() FROM payment WHERE id = $1`,
      reviewed.paymentId,
      reviewed.attemptId,
    ],
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
    [
      `UPDATE product SET status = 'IN_REVIEW', submitted_at = now() WHERE id = (SELECT product_id FROM offer WHERE id = $1)`,
      payouts.world.offerId,
    ],
    [
      `INSERT INTO money_rule_proposal (platform_id, id, kind, subject, subject_name, status, before, after, examples, needs_approval,
         proposer_id, proposer_name, proposer_email, ended_at)
       SELECT $1, gen_random_uuid(), kind, $2::text, 'Feira', status, '{}', '{}', '[]', true, $3, 'Bia', 'bia@example.com',
         CASE status WHEN 'APPLIED' THEN now() END
       FROM unnest(ARRAY['SETTINGS', 'TERMS']) kind, unnest(ARRAY['WAITING', 'APPLIED']) status`,
      platformId,
      sellerId,
      newId(),
    ],
    [
      `INSERT INTO card_test (platform_id, id, offer_id, kind, blocked, day, last_at)
       SELECT $1, gen_random_uuid(), $2, 'offer', 10, current_date - ago, now() - make_interval(days => ago) FROM unnest(ARRAY[0, 2]) ago`,
      platformId,
      payouts.world.offerId,
    ],
    [
      `INSERT INTO privacy_request (platform_id, id, person_id, email, starts_at, due_at)
       SELECT $1, gen_random_uuid(), $2, 'a' || days || '@example.com', now() + make_interval(days => days), now() + interval '15 days'
       FROM unnest(ARRAY[-1, 1]) days`,
      platformId,
      sellerId,
    ],
    [
      `INSERT INTO person_verification (platform_id, person_id, status, submitted_at, changed_at) VALUES ($1, $2, 'IN_REVIEW', now(), now()),
         ($1, $3, 'VERIFIED', now(), now())`,
      platformId,
      sellerId,
      holder.id,
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
  return { dueAt, decider, large };
}

describe('the inbox', () => {
  let admin: Staff;
  let waiting: Awaited<ReturnType<typeof letAllWait>>;
  beforeAll(async () => {
    admin = await openAdmin();
    const none = (kind: WorkKind) => ({ kind, count: 0, half: 0, own: 0, late: 0, dueAt: null });
    expect((await get(admin, 'countItems')).items).toEqual(everything.map(none));
    waiting = await letAllWait();
  });

  it('counts each thing once, and nothing of another platform', async () => {
    const { items } = await get(admin, 'countItems');

    expect(items).toEqual(
      everything.map((kind) =>
        expect.objectContaining({
          kind,
          count: kind === 'WITHDRAWALS' ? 2 : 1,
          half: kind === 'WITHDRAWALS' ? 1 : 0,
          own: 0,
          ...(kind === 'DISPUTES' && { dueAt: waiting.dueAt.toISOString() }),
        }),
      ),
    );
    const host = 'other.example.com';
    const other = newId();
    await rows(`INSERT INTO platform (platform_id, name) VALUES ($1, 'Outra')`, [other]);
    await rows('INSERT INTO platform_domain (host, platform_id) VALUES ($1, $2)', [host, other]);
    const stranger = await openStaff(payouts.node.app, other, {
      roles: ['admin'],
      permissions: ADMIN_PERMISSIONS,
      host,
    });
    expect(await list(stranger)).toEqual([]);
    const [mine] = await list(admin);
    expect(await post(stranger, 'takeItem', { kind: mine?.kind, itemId: mine?.id })).toMatchObject({
      code: 'WORK_NOT_WAITING',
    });
  });

  it('lists the same things as it counts, the earliest deadline first, page by page', async () => {
    const items = await list(admin);

    expect(items.map(({ kind }) => kind).sort()).toEqual([...everything, 'WITHDRAWALS'].sort());
    const moments = items.map(({ dueAt }) => Date.parse(dueAt));
    expect(moments).toEqual([...moments].sort((a, b) => a - b));
    expect(items.find(({ kind }) => kind === 'DISPUTES')).toMatchObject({
      isDeadline: true,
      dueAt: waiting.dueAt.toISOString(),
      person: { id: payouts.world.sellerId },
    });
    const paged: string[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const page = await get(admin, 'listItems', { limit: '4', ...(after && { after }) });
      paged.push(...page.items.map(({ id }: Item) => id));
      after = page.next;
    }
    expect(paged).toEqual(items.map(({ id }) => id));
  });

  it('says which second approval is not for the person who gave the first', async () => {
    const halfOf = async (staff: Staff) => (await list(staff, { kind: 'WITHDRAWALS' })).filter(({ isHalf }) => isHalf);

    expect(await halfOf(waiting.decider)).toMatchObject([{ id: waiting.large, needsAnother: true }]);
    expect(await halfOf(admin)).toMatchObject([{ id: waiting.large, needsAnother: false }]);
  });

  it.each(everything)('shows %s to an administrator who may open that list', async (kind) => {
    const permissions = WORK[kind].permissions ?? [];
    const staff = await openAdmin(permissions);

    const kinds = (await list(staff)).map((item) => item.kind);

    expect(new Set(kinds)).toEqual(new Set(listAdminKinds(permissions)));
    expect(kinds).toContain(kind);
  });

  it('is empty for an administrator without any of these permissions', async () => {
    const staff = await openAdmin(['isFunctionariesAvailable']);

    expect(await get(staff, 'countItems')).toEqual({ items: [] });
    expect(await list(staff)).toEqual([]);
    expect(await list(staff, { kind: 'DISPUTES' })).toEqual([]);
  });

  it("shows managers what waits for their own sellers, and nobody else's", async () => {
    const { platformId, sellerId } = payouts.world;
    const [manager, other] = await Promise.all(
      ['Rui', 'Eva'].map((name) => openStaff(payouts.node.app, platformId, { roles: ['manager'], name })),
    );
    await rows('UPDATE person SET manager_id = $2 WHERE id = $1', [sellerId, manager!.id]);

    const items = await list(manager!);

    const expected = MANAGER_KINDS.filter((kind) => kind !== 'CONTRACTS');
    expect(items.map(({ kind }) => kind).sort()).toEqual([...expected].sort());
    expect(await list(other!)).toEqual([]);
    const dispute = items.find(({ kind }) => kind === 'DISPUTES');
    expect(await post(other!, 'takeItem', { kind: 'DISPUTES', itemId: dispute?.id })).toMatchObject({
      code: 'WORK_NOT_WAITING',
    });
  });

  it('gives a piece of work to one of two who take it at once', async () => {
    const [first, second] = await Promise.all([openAdmin(undefined, 'Bia'), openAdmin(undefined, 'Caio')]);
    const item = (await list(first)).find(({ kind }) => kind === 'ANTICIPATIONS')!;
    const wanted = { kind: item.kind, itemId: item.id };

    const answers = await Promise.all([first, second].map((staff) => post(staff, 'takeItem', wanted)));

    expect(answers.map(({ code }) => code ?? 'ok').sort()).toEqual(['WORK_TAKEN', 'ok']);
    const [winner, loser] = answers[0].code ? [second, first] : [first, second];
    const shown = (await list(loser, { kind: item.kind }))[0]!;
    expect(shown.holder).toEqual({ id: winner.id, name: winner.name });
    expect(await list(loser, { holder: 'NOBODY', kind: item.kind })).toEqual([]);
    expect((await list(winner, { holder: 'OWN' })).map(({ id }) => id)).toEqual([item.id]);
    // The same person again, as after a lost answer.
    expect(await post(winner, 'takeItem', wanted)).toEqual({});
    // Nobody but the holder releases it; others take it over by naming the holder.
    await post(loser, 'releaseItem', wanted);
    expect((await list(loser, { kind: item.kind }))[0]!.holder).toMatchObject({ id: winner.id });
    expect(await post(loser, 'takeItem', { ...wanted, fromPersonId: admin.id })).toMatchObject({ code: 'WORK_TAKEN' });
    expect(await post(loser, 'takeItem', { ...wanted, fromPersonId: winner.id })).toEqual({});
    expect(await post(winner, 'takeItem', { ...wanted, fromPersonId: winner.id })).toMatchObject({
      code: 'WORK_TAKEN',
    });
    await post(loser, 'releaseItem', wanted);
    expect((await list(loser, { kind: item.kind }))[0]!.holder).toBeNull();
    const events = await rows(
      `SELECT actor_id AS by, type FROM audit_event WHERE details ->> 'itemId' = $1 ORDER BY created_at, id`,
      [item.id],
    );
    expect(events).toEqual([
      { by: winner.id, type: 'inbox.itemTaken' },
      { by: loser.id, type: 'inbox.itemTaken' },
      { by: loser.id, type: 'inbox.itemReleased' },
    ]);
  });

  it('refuses what does not wait, and what waits as another kind', async () => {
    const [item] = await list(admin, { kind: 'PRODUCTS' });

    for (const wanted of [
      { kind: 'PRODUCTS', itemId: newId() },
      { kind: 'DISPUTES', itemId: item?.id },
    ])
      expect(await post(admin, 'takeItem', wanted)).toMatchObject({ code: 'WORK_NOT_WAITING' });
    await rows(`UPDATE product SET status = 'ACTIVE' WHERE id = $1`, [item?.id]);
    expect(await post(admin, 'takeItem', { kind: 'PRODUCTS', itemId: item?.id })).toMatchObject({
      code: 'WORK_NOT_WAITING',
    });
  });
});

describe('notices about waiting work', () => {
  const noticesOf = ({ id }: Staff) =>
    rows(
      `SELECT type, read_at IS NOT NULL AS "isRead" FROM notification WHERE person_id = $1 ORDER BY created_at, type`,
      [id],
    );

  it('come to those who may act, again for a second approval, and leave every bell with the decision', async () => {
    await payouts.setRules({ secondApprovalAbove: 4_000 });
    const [first, second] = [await openAdmin(DECIDING, 'Bia'), await openAdmin(DECIDING, 'Caio')];
    const other = await openAdmin(['isProductsAvailable'], 'Eva');
    const holder = await payouts.openHolder(20_000);
    const withdrawalId = await payouts.request(holder, 5_000);
    const isRead = false;
    expect(await noticesOf(second)).toEqual([{ type: 'payout.waiting', isRead }]);
    expect(await noticesOf(other)).toEqual([]);

    await payouts.call(first, 'decideWithdrawal', { withdrawalId, decision: 'APPROVE' });

    expect(await noticesOf(first)).toEqual([{ type: 'payout.waiting', isRead }]);
    expect(await noticesOf(second)).toEqual([
      { type: 'payout.waiting', isRead },
      { type: 'payout.secondWanted', isRead },
    ]);

    await payouts.call(second, 'decideWithdrawal', { withdrawalId, decision: 'APPROVE' });

    expect((await noticesOf(first)).concat(await noticesOf(second)).map((notice) => notice.isRead)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it.each([
    ['dispute', 'state', 'OPEN', 'WON'],
    ['dispute', 'state', 'OPEN', 'ANSWERED'],
    ['anticipation', 'state', 'WAITING', 'REFUSED'],
    ['payout_destination', 'status', 'WAITING', 'REMOVED'],
    ['product', 'status', 'IN_REVIEW', 'ACTIVE'],
  ])('about a %s end when its %s %s becomes %s, and no earlier', async (table, column, waiting, ended) => {
    const staff = await openAdmin();
    const [row] = await rows<{ id: string }>(
      `UPDATE ${table} SET ${column} = $1 WHERE id = (SELECT id FROM ${table} LIMIT 1) RETURNING id`,
      [waiting],
    );
    for (const workId of [row!.id, newId()])
      await rows(
        `INSERT INTO notification (platform_id, id, person_id, type, source, work_id)
         VALUES ($1, gen_random_uuid(), $2, 'dispute.waiting', $3::uuid::text, $3::uuid)`,
        [payouts.world.platformId, staff.id, workId],
      );
    const countRead = async () => (await noticesOf(staff)).filter((notice) => notice.isRead).length;
    await rows(`UPDATE ${table} SET ${column} = $2 WHERE id = $1`, [row!.id, waiting]);
    expect(await countRead()).toBe(0);

    await rows(`UPDATE ${table} SET ${column} = $2 WHERE id = $1`, [row!.id, ended]);

    expect(await countRead()).toBe(1);
  });
});

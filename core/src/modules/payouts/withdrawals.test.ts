import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkWorld } from '../../../test/check-world.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { type Answer, DECIDING, openPayouts, type Payouts, RULES } from '../../../test/withdrawing.ts';
import { newId } from '../../shared/ids.ts';

interface Page {
  items: (Record<string, unknown> & { id: string })[];
  next: string | null;
  count: number;
  total: number;
  currency: string;
}

let payouts: Payouts;
let admin: Staff;
let second: Staff;

beforeAll(async () => {
  // Nothing is sent here: only what people decide.
  payouts = await openPayouts({ isListening: false });
  const { app } = payouts.node;
  admin = await openStaff(app, payouts.world.platformId, { roles: ['admin'], permissions: DECIDING, name: 'Ada' });
  second = await openStaff(app, payouts.world.platformId, { roles: ['admin'], permissions: DECIDING, name: 'Bea' });
});
beforeEach(() => payouts.setRules({}));
afterAll(async () => {
  await checkWorld(payouts.node.databaseUrl);
  await payouts.close();
});

const decide = (by: Staff, withdrawalId: string, decision: string, extra: object = {}) =>
  payouts.call(by, 'decideWithdrawal', { withdrawalId, decision, ...extra });
const toldOf = async (personId: string) =>
  (
    await payouts.inspector.rows<{ type: string }>(
      `SELECT type FROM notification WHERE person_id = $1 AND type LIKE 'payout.%' ORDER BY created_at, id`,
      [personId],
    )
  ).map(({ type }) => type);
const recordedOf = (personId: string) =>
  payouts.inspector.rows<{ type: string; actor_id: string; details: Record<string, unknown> }>(
    'SELECT type, actor_id, details FROM audit_event WHERE subject_id = $1 ORDER BY created_at, id',
    [personId],
  );

describe('payouts.requestWithdrawal', () => {
  it('reserves the amount, tells whoever decides, and takes the fee out of what will arrive', async () => {
    const holder = await payouts.openHolder(10_000);
    const { withdrawal } = await payouts.call(holder, 'requestWithdrawal', {
      amount: 4_000,
      destinationId: holder.destinationId,
    });

    expect(withdrawal).toEqual({
      id: expect.any(String),
      role: 'seller',
      method: 'PIX',
      amount: 4_000,
      fee: 367,
      currency: 'BRL',
      state: 'WAITING',
      destinationLabel: 'v•••@example.com',
      reason: null,
      createdAt: expect.any(String),
      closedAt: null,
    });
    expect(await payouts.balances(holder.id)).toEqual({ AVAILABLE: 6_000, RESERVED: 4_000 });
    expect(await toldOf(admin.id)).toContain('payout.waiting');
    expect(await toldOf(holder.id)).toEqual([]);
    expect(await recordedOf(holder.id)).toMatchObject([
      { type: 'payout.requested', actor_id: holder.id, details: { amount: 4_000, method: 'PIX' } },
    ]);
  });

  it('refuses what is too little or too much, and changes nothing', async () => {
    const holder = await payouts.openHolder(5_000);
    const ask = (input: object) => payouts.call(holder, 'requestWithdrawal', input);
    const to = { destinationId: holder.destinationId };

    expect(await ask({ amount: 999, ...to })).toMatchObject({
      code: 'WITHDRAWAL_TOO_SMALL',
      details: [{ field: 'amount' }],
    });
    await payouts.setRules({ minimum: 0, fee: 500 });
    expect((await ask({ amount: 500, ...to })).code).toBe('WITHDRAWAL_TOO_SMALL');
    expect(await ask({ amount: 5_001, ...to })).toMatchObject({
      code: 'BALANCE_TOO_LOW',
      details: [{ field: 'amount' }],
    });
    expect(await ask({ amount: 2_000, currency: 'USD', ...to })).toMatchObject({
      code: 'WITHDRAWAL_UNAVAILABLE',
      details: [{ field: 'currency' }],
    });
    for (const none of [{}, { ...to, receiverId: newId() }])
      expect((await ask({ amount: 2_000, ...none })).code).toBe('DESTINATION_REQUIRED');
    expect(await payouts.balances(holder.id)).toEqual({ AVAILABLE: 5_000 });
    expect(await payouts.inspector.rows('SELECT 1 FROM withdrawal WHERE person_id = $1', [holder.id])).toEqual([]);
  });

  it('goes only to what is one’s own, confirmed, and has cooled', async () => {
    const holder = await payouts.openHolder(5_000);
    const stranger = await payouts.openHolder(0);
    const ask = async (destinationId = holder.destinationId) =>
      (await payouts.call(holder, 'requestWithdrawal', { amount: 2_000, destinationId })).code;
    const set = (sql: string) =>
      payouts.inspector.rows(`UPDATE payout_destination SET ${sql} WHERE id = $1`, [holder.destinationId]);

    expect(await ask(stranger.destinationId)).toBe('DESTINATION_NOT_FOUND');
    await set(`usable_at = now() + interval '1 hour'`);
    expect(await ask()).toBe('DESTINATION_COOLING');
    await set(`usable_at = now(), status = 'WAITING'`);
    expect(await ask()).toBe('DESTINATION_UNCONFIRMED');
    await set(`status = 'REFUSED'`);
    expect(await ask()).toBe('DESTINATION_UNCONFIRMED');
    await set(`status = 'REMOVED'`);
    expect(await ask()).toBe('DESTINATION_NOT_FOUND');
    await set(`status = 'ACTIVE'`);
    await payouts.inspector.rows(`UPDATE provider_connection SET status = 'DISABLED'`);
    payouts.node.app.cache.forgetAll();
    expect(await ask()).toBe('WITHDRAWAL_UNAVAILABLE');
    await payouts.inspector.rows(`UPDATE provider_connection SET status = 'ENABLED'`);
    payouts.node.app.cache.forgetAll();
    expect(await ask()).toBeUndefined();
  });

  it('is made once a key, answers the same again, and nothing else under it', async () => {
    const holder = await payouts.openHolder(9_000);
    const other = await payouts.openHolder(9_000);
    const key = newId();
    const input = { amount: 3_000, destinationId: holder.destinationId };

    const answers = await Promise.all(
      Array.from({ length: 5 }, () => payouts.call(holder, 'requestWithdrawal', input, key)),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.withdrawal.amount).toBe(3_000);
    expect((await payouts.call(holder, 'requestWithdrawal', { ...input, amount: 4_000 }, key)).code).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
    expect((await payouts.call(other, 'requestWithdrawal', input, key)).code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await payouts.balances(holder.id)).toEqual({ AVAILABLE: 6_000, RESERVED: 3_000 });
    // A refusal keeps no key: mended, the same request goes through.
    const late = newId();
    const big = { ...input, amount: 7_000 };
    expect((await payouts.call(holder, 'requestWithdrawal', big, late)).code).toBe('BALANCE_TOO_LOW');
    await payouts.earn(holder.id, 1_000);
    expect((await payouts.call(holder, 'requestWithdrawal', big, late)).code).toBeUndefined();
  });

  it('is approved by itself up to the platform’s limit, but never where two people have to look', async () => {
    const holder = await payouts.openHolder(20_000);
    await payouts.setRules({ automaticUpTo: 5_000, secondApprovalAbove: 3_000 });
    const states: string[] = [];
    for (const amount of [3_000, 3_001, 5_001])
      states.push((await payouts.read(await payouts.request(holder, amount))).state);

    expect(states).toEqual(['APPROVED', 'WAITING', 'WAITING']);
  });

  it('lets one of twenty who want everything have it', async () => {
    const holder = await payouts.openHolder(50_000);

    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        payouts.call(holder, 'requestWithdrawal', { amount: 50_000, destinationId: holder.destinationId }),
      ),
    );

    const codes = answers.map(({ code }) => code ?? 'ok');
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    expect(codes.filter((code) => code === 'BALANCE_TOO_LOW')).toHaveLength(19);
    expect(await payouts.balances(holder.id)).toEqual({ RESERVED: 50_000 });
    expect(await payouts.inspector.rows('SELECT 1 FROM withdrawal WHERE person_id = $1', [holder.id])).toHaveLength(1);
  });
});

describe('payouts.cancelWithdrawal', () => {
  it('gives the money back, once, to whoever asked and while nobody has decided', async () => {
    const holder = await payouts.openHolder(5_000);
    const thief = await payouts.openHolder(5_000);
    const id = await payouts.request(holder, 5_000);
    const cancel = (by: Staff, withdrawalId = id) => payouts.call(by, 'cancelWithdrawal', { withdrawalId });

    expect((await cancel(thief)).code).toBe('WITHDRAWAL_NOT_FOUND');
    const answers = await Promise.all([cancel(holder), cancel(holder)]);
    expect(answers.map(({ code }) => code ?? 'ok').sort()).toEqual(['WITHDRAWAL_DECIDED', 'ok']);
    expect(await payouts.balances(holder.id)).toEqual({ AVAILABLE: 5_000 });
    expect((await recordedOf(holder.id)).map(({ type }) => type)).toEqual(['payout.requested', 'payout.canceled']);

    const approved = await payouts.request(holder, 5_000);
    await decide(admin, approved, 'APPROVE');
    expect((await cancel(holder, approved)).code).toBe('WITHDRAWAL_DECIDED');
  });
});

describe('payouts.decideWithdrawal', () => {
  it('wants two different people above the limit, and neither of them the one who asks', async () => {
    await payouts.setRules({ secondApprovalAbove: 9_999 });
    const asking = await openStaff(payouts.node.app, payouts.world.platformId, {
      roles: ['admin', 'seller'],
      permissions: DECIDING,
    });
    const destination = await payouts.openHolder(0);
    await payouts.inspector.rows('UPDATE payout_destination SET person_id = $2 WHERE id = $1', [
      destination.destinationId,
      asking.id,
    ]);
    await payouts.earn(asking.id, 10_000);
    const id = await payouts.request({ ...asking, destinationId: destination.destinationId }, 10_000);

    expect((await decide(asking, id, 'APPROVE')).code).toBe('APPROVER_SAME');
    const first = await decide(admin, id, 'APPROVE');
    expect(first.withdrawal).toMatchObject({ state: 'WAITING', approvalsWanted: 1, mayApprove: false });
    expect((await decide(admin, id, 'APPROVE')).code).toBe('APPROVER_SAME');
    expect((await decide(asking, id, 'APPROVE')).code).toBe('APPROVER_SAME');
    const last = await decide(second, id, 'APPROVE');
    expect(last.withdrawal).toMatchObject({
      state: 'APPROVED',
      approvalsWanted: 0,
      approvals: [
        { personId: admin.id, name: 'Ada' },
        { personId: second.id, name: 'Bea' },
      ],
    });
    expect((await decide(second, id, 'APPROVE')).code).toBe('WITHDRAWAL_DECIDED');
    expect((await recordedOf(asking.id)).map(({ type, actor_id }) => [type, actor_id])).toEqual([
      ['payout.requested', asking.id],
      ['payout.approved', admin.id],
      ['payout.approved', second.id],
    ]);
  });

  it('wants two people for parts of a day that are above the limit together', async () => {
    await payouts.setRules({ secondApprovalAbove: 9_999 });
    const holder = await payouts.openHolder(20_000);
    const ids = [await payouts.request(holder, 6_000), await payouts.request(holder, 6_000)];

    const answers = await Promise.all(ids.map((id) => decide(admin, id, 'APPROVE')));

    expect(answers.map(({ withdrawal }) => withdrawal.state).sort()).toEqual(['APPROVED', 'WAITING']);
    const waiting = answers.find(({ withdrawal }) => withdrawal.state === 'WAITING')?.withdrawal;
    expect(waiting).toMatchObject({ approvalsWanted: 1 });
    expect((await decide(second, waiting?.id as string, 'APPROVE')).withdrawal.state).toBe('APPROVED');
    await payouts.inspector.rows(`UPDATE withdrawal SET decided_at = decided_at - interval '25 hours'`);
    const later = await payouts.request(holder, 6_000);
    expect((await decide(admin, later, 'APPROVE')).withdrawal.state).toBe('APPROVED');
  });

  it('approves no part by itself that is above the limit of two people with those before it', async () => {
    await payouts.setRules({ automaticUpTo: 6_000, secondApprovalAbove: 9_999 });
    const holder = await payouts.openHolder(20_000);
    const states = [];
    for (let part = 0; part < 3; part++) states.push((await payouts.read(await payouts.request(holder, 4_000))).state);

    expect(states).toEqual(['APPROVED', 'APPROVED', 'WAITING']);
  });

  it('counts nobody as the second person whom the first has let in, nor one of the last seven days', async () => {
    await payouts.setRules({ secondApprovalAbove: 999 });
    const { platformId } = payouts.world;
    const accomplice = await openStaff(payouts.node.app, platformId, { roles: ['admin'], permissions: DECIDING });
    const grant = { isWithdrawsRequestUsersAvailable: { by: admin.id, at: new Date().toISOString() } };
    await payouts.inspector.rows(`UPDATE role_grant SET granted_by = $2, permission_grants = $3 WHERE person_id = $1`, [
      accomplice.id,
      admin.id,
      JSON.stringify(grant),
    ]);
    const holder = await payouts.openHolder(5_000);
    const id = await payouts.request(holder, 4_000);

    expect((await decide(accomplice, id, 'APPROVE')).code).toBe('APPROVER_NEW');
    expect((await decide(admin, id, 'APPROVE')).withdrawal.state).toBe('WAITING');
    await payouts.inspector.rows(
      `UPDATE role_grant SET created_at = created_at - interval '8 days', permission_grants = $2 WHERE person_id = $1`,
      [
        accomplice.id,
        JSON.stringify({ isWithdrawsRequestUsersAvailable: { by: admin.id, at: '2026-01-01T00:00:00Z' } }),
      ],
    );
    expect((await decide(accomplice, id, 'APPROVE')).code).toBe('APPROVER_INVITED');
    expect((await decide(second, id, 'APPROVE')).withdrawal.state).toBe('APPROVED');
  });

  it('rejects with a reason, and the money is there again', async () => {
    const holder = await payouts.openHolder(5_000);
    const id = await payouts.request(holder, 4_000);

    expect(await decide(admin, id, 'REJECT', { reason: '  ' })).toMatchObject({
      code: 'REASON_REQUIRED',
      details: [{ field: 'reason' }],
    });
    const answers = await Promise.all([
      decide(admin, id, 'REJECT', { reason: ' Titular diferente. ' }),
      decide(second, id, 'REJECT', { reason: ' Titular diferente. ' }),
    ]);
    expect(answers.map(({ code }) => code ?? 'ok').sort()).toEqual(['WITHDRAWAL_DECIDED', 'ok']);
    expect(await payouts.balances(holder.id)).toEqual({ AVAILABLE: 5_000 });
    expect(await toldOf(holder.id)).toEqual(['payout.failed']);
    const { items } = await payouts.ask<Page>(holder, 'listWithdrawals');
    expect(items).toMatchObject([{ id, state: 'REJECTED', reason: 'Titular diferente.' }]);
  });

  it('pays debts first with what comes back', async () => {
    const holder = await payouts.openHolder(5_000);
    const id = await payouts.request(holder, 5_000);
    await payouts.earn(holder.id, 0 + 1);
    const { platformId } = payouts.world;
    const taken = {
      id: newId(),
      kind: 'CHARGEBACK',
      source: newId(),
      currency: 'BRL',
      occurredAt: new Date(),
      entries: [
        { kind: 'TAKE', ownerId: holder.id, amount: -3_001 },
        { kind: 'DISPUTES', amount: 3_001 },
      ],
    };
    await payouts.inspector.rows('SELECT ledger_post($1, $2)', [platformId, JSON.stringify(taken)]);
    expect(await payouts.balances(holder.id)).toEqual({ RESERVED: 5_000, OWED: -3_000 });

    await decide(admin, id, 'REJECT', { reason: 'Dívida em aberto.' });
    expect(await payouts.balances(holder.id)).toEqual({ AVAILABLE: 2_000 });
  });

  it('is each kind of people’s own: sellers’ and managers’ withdrawals are looked at by different people', async () => {
    const { platformId } = payouts.world;
    const open = (permission: (typeof DECIDING)[number]) =>
      openStaff(payouts.node.app, platformId, { roles: ['admin'], permissions: [permission] });
    const ofSellers = await open('isWithdrawsRequestUsersAvailable');
    const ofManagers = await open('isWithdrawsRequestManagersAvailable');
    const reader = await open('isWithdrawsManagerAvailable');
    const manager = await payouts.openHolder(5_000, { roles: ['manager'] });
    const id = await payouts.request(manager, 2_000);

    expect((await decide(ofSellers, id, 'APPROVE')).code).toBe('ACCESS_DENIED');
    expect((await decide(reader, id, 'APPROVE')).code).toBe('ACCESS_DENIED');
    const list = (by: Staff, role: string, view: string) =>
      payouts.ask<Page & { code?: string }>(by, 'listPayouts', { role, view });
    expect((await list(ofSellers, 'manager', 'OPEN')).code).toBe('ACCESS_DENIED');
    expect((await list(reader, 'manager', 'OPEN')).code).toBe('ACCESS_DENIED');
    expect((await list(reader, 'manager', 'PAID')).items).toEqual([]);
    expect((await list(ofManagers, 'manager', 'PAID')).code).toBe('ACCESS_DENIED');
    expect((await list(ofManagers, 'manager', 'OPEN')).items).toMatchObject([
      { id, role: 'manager', mayApprove: true },
    ]);
    expect((await decide(ofManagers, id, 'APPROVE')).withdrawal.state).toBe('APPROVED');
    expect(await toldOf(ofManagers.id)).toEqual(['payout.waiting']);
    expect(await toldOf(reader.id)).toEqual([]);
  });
});

describe('payouts.settleWithdrawal', () => {
  const reason = 'Visto no painel do provedor.';
  const settle = (by: Staff, withdrawalId: string, outcome = 'PAID') =>
    payouts.call(by, 'settleWithdrawal', { withdrawalId, outcome, reason });
  const lose = (id: string, minutesAgo: number, checks: number) =>
    payouts.inspector.rows(
      `UPDATE withdrawal SET state = 'UNKNOWN', connection_id = $2, sent_at = now() - make_interval(mins => $3), checks = $4 WHERE id = $1`,
      [id, payouts.connectionId, minutesAgo, checks],
    );

  it('ends what the provider was asked about in vain, and nothing that may still be under way', async () => {
    const holder = await payouts.openHolder(5_000);
    const id = await payouts.request(holder, 4_000);
    expect((await settle(admin, id)).code).toBe('WITHDRAWAL_DECIDED');
    await lose(id, 14, 3);
    expect((await settle(admin, id)).code).toBe('WITHDRAWAL_UNDER_WAY');
    await lose(id, 20, 0);
    expect((await settle(admin, id)).code).toBe('WITHDRAWAL_UNDER_WAY');
    await lose(id, 20, 1);

    const answers = await Promise.all([settle(admin, id, 'PAID'), settle(second, id, 'FAILED')]);
    expect(answers.map(({ code }) => code ?? 'ok').sort()).toEqual(['WITHDRAWAL_DECIDED', 'ok']);
    const isPaid = answers[0]?.code === undefined;
    expect(await payouts.balances(holder.id)).toEqual({ AVAILABLE: isPaid ? 1_000 : 5_000 });
    expect((await recordedOf(holder.id)).at(-1)).toMatchObject({ type: 'payout.settled', details: { reason } });
  });

  it('takes two people who say the same of a large one, and neither of them its owner', async () => {
    await payouts.setRules({ secondApprovalAbove: 3_999 });
    const holder = await payouts.openHolder(4_000);
    const id = await payouts.request(holder, 4_000);
    await lose(id, 20, 1);
    const owner = await openStaff(payouts.node.app, payouts.world.platformId, {
      roles: ['admin', 'seller'],
      permissions: DECIDING,
    });

    const first = await settle(admin, id, 'PAID');
    expect(first.withdrawal).toMatchObject({
      state: 'UNKNOWN',
      maySettle: false,
      settlementsWanted: 2,
      settlement: { personId: admin.id, name: 'Ada', outcome: 'PAID', reason },
    });
    expect((await settle(admin, id, 'PAID')).code).toBe('APPROVER_SAME');
    expect((await settle(admin, id, 'FAILED')).code).toBe('APPROVER_SAME');
    await payouts.inspector.rows('UPDATE withdrawal SET person_id = $2 WHERE id = $1', [id, owner.id]);
    expect((await settle(owner, id, 'PAID')).code).toBe('APPROVER_SAME');
    await payouts.inspector.rows('UPDATE withdrawal SET person_id = $2 WHERE id = $1', [id, holder.id]);
    const opposite = await settle(second, id, 'FAILED');
    expect(opposite.withdrawal).toMatchObject({ state: 'UNKNOWN', settlement: { name: 'Bea', outcome: 'FAILED' } });
    expect(await payouts.balances(holder.id)).toEqual({ RESERVED: 4_000 });
    const last = await settle(admin, id, 'FAILED');
    expect(last.withdrawal).toMatchObject({ state: 'FAILED', maySettle: false, settlementsWanted: 0 });
    expect(await payouts.balances(holder.id)).toEqual({ AVAILABLE: 4_000 });
    expect((await recordedOf(holder.id)).map(({ details }) => details.isLast).slice(-3)).toEqual([false, false, true]);
  });

  it('hears one person once and two people twice, however many speak at the same time', async () => {
    await payouts.setRules({ secondApprovalAbove: 999 });
    const holder = await payouts.openHolder(6_000);
    for (let round = 0; round < 3; round++) {
      const [alone, together] = [await payouts.request(holder, 1_000), await payouts.request(holder, 1_000)];
      for (const id of [alone, together]) await lose(id, 20, 1);

      const same = await Promise.all([settle(admin, alone), settle(admin, alone), settle(admin, alone)]);
      const two = await Promise.all([settle(admin, together), settle(second, together), settle(admin, together)]);

      expect(same.map(({ code }) => code ?? 'ok').sort()).toEqual(['APPROVER_SAME', 'APPROVER_SAME', 'ok']);
      expect(await payouts.read(alone)).toMatchObject({ state: 'UNKNOWN' });
      expect(two.filter(({ code }) => code === undefined)).toHaveLength(2);
      expect(await payouts.read(together)).toMatchObject({ state: 'PAID' });
    }
    expect(await payouts.balances(holder.id)).toEqual({ RESERVED: 3_000 });
  });
});

describe('the lists', () => {
  it('show one’s own newest first, and never those of others', async () => {
    const holder = await payouts.openHolder(10_000);
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) ids.push(await payouts.request(holder, 1_000 + index));
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: Page = await payouts.ask(holder, 'listWithdrawals', { limit: '2', ...(after && { after }) });
      seen.push(...page.items.map(({ id }) => id));
      after = page.next;
    } while (after && seen.length < 20);

    expect(seen).toEqual(ids.reverse());
    await payouts.call(holder, 'cancelWithdrawal', { withdrawalId: ids[0] as string });
    const canceled = await payouts.ask<Page>(holder, 'listWithdrawals', { state: 'CANCELED' });
    expect(canceled.items.map(({ id }) => id)).toEqual([ids[0]]);
    expect((await payouts.ask<Page>(holder, 'listWithdrawals', { currency: 'USD' })).items).toEqual([]);
    expect((await payouts.ask<Page>(await payouts.openHolder(0), 'listWithdrawals')).items).toEqual([]);
  });

  it('show those who decide what waits first, with sums, found by the person and the day', async () => {
    const holder = await payouts.openHolder(50_000);
    await payouts.inspector.rows(`UPDATE person SET name = 'Zuleica Única' WHERE id = $1`, [holder.id]);
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) ids.push(await payouts.request(holder, 2_000));
    await decide(admin, ids[4] as string, 'APPROVE');
    await decide(admin, ids[1] as string, 'REJECT', { reason: 'Não.' });
    const list = (query: Record<string, string>) =>
      payouts.ask<Page & Partial<Answer>>(admin, 'listPayouts', {
        role: 'seller',
        view: 'OPEN',
        search: 'unica',
        ...query,
      });
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: Page = await list({ limit: '2', ...(after && { after }) });
      expect(page).toMatchObject({ count: 4, total: 8_000, currency: 'BRL' });
      seen.push(...page.items.map(({ id }) => id));
      after = page.next;
    } while (after && seen.length < 20);

    expect(seen).toEqual([ids[3], ids[2], ids[0], ids[4]]);
    const [first] = (await list({})).items;
    expect(first).toMatchObject({
      id: ids[3],
      state: 'WAITING',
      approvalsWanted: 1,
      mayApprove: true,
      maySettle: false,
      provider: null,
      person: { id: holder.id, name: 'Zuleica Única', email: holder.email },
      isOwnDocument: true,
      holderName: 'Vera Vendedora',
      approvals: [],
    });
    expect((await list({ view: 'ALL' })).count).toBe(5);
    expect((await list({ state: 'APPROVED' })).items.map(({ id }) => id)).toEqual([ids[4]]);
    expect((await list({ to: '2020-01-01' })).count).toBe(0);
    expect(await list({ from: '2026-01-02', to: '2026-01-01' })).toMatchObject({
      code: 'PERIOD_INVALID',
      details: [{ field: 'to' }],
    });
    expect((await list({ after: 'w' })).code).toBe('VALIDATION_FAILED');
    const shown = JSON.stringify([await list({}), await toldOf(admin.id)]);
    expect(shown).not.toContain('vera@example.com');
  });
});

describe('payouts.getWithdrawalTerms', () => {
  it('tells what can be taken out, at which price, to where', async () => {
    const holder = await payouts.openHolder(7_000);
    const terms = await payouts.ask<Record<string, unknown>>(holder, 'getWithdrawalTerms');

    expect(terms).toEqual({
      currency: 'BRL',
      available: 7_000,
      fee: RULES.fee,
      minimum: RULES.minimum,
      automaticUpTo: 0,
      secondApprovalAbove: RULES.secondApprovalAbove,
      coolingHours: 0,
      receivers: [],
      methods: ['PIX', 'BANK_ACCOUNT', 'RECEIVER'],
      destinations: [expect.objectContaining({ id: holder.destinationId, label: 'v•••@example.com' })],
    });
    expect(await payouts.ask(holder, 'getWithdrawalTerms', { currency: 'EUR' })).toMatchObject({
      available: 0,
      methods: [],
    });
    await payouts.setRules({ minimum: 0, fee: 400 });
    expect(await payouts.ask(holder, 'getWithdrawalTerms')).toMatchObject({ minimum: 401 });
  });
});

/** An approved withdrawal is sent once, whatever its provider answers, and polled until its end is known. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../src/shared/ids.ts';
import { checkWorld } from './check-world.ts';
import { writeVariants } from './provider-variants.ts';
import { openStaff, type Staff } from './staff.ts';
import { waitFor } from './wait-for.ts';
import { DECIDING, type Holder, openPayouts, type Payouts } from './withdrawing.ts';
import { connect, SANDBOX_SECRETS } from './world.ts';

const MINUTE_MS = 60_000;
const OTHER_CPF = '11144477735';
const LAG_SECONDS = 600;
const AMOUNT = 5_000;
const FEE = 367;
/** An address that a provider says it sends from. */
const PUBLISHED = '203.0.113.9';

/** Starting a node for each provider takes its time on a busy machine. */
const OPENING_MS = 180_000;

let variants: Awaited<ReturnType<typeof writeVariants>>;
/** One market for each provider. */
const opened = new Map<string, Payouts>();
beforeAll(async () => {
  // These providers have no idempotency, so a repeated call pays twice.
  variants = await writeVariants({
    forgetful: (manifest) => {
      manifest.idempotency = { supported: false };
      manifest.lookup.lagSeconds = LAG_SECONDS;
    },
    blind: (manifest) => {
      manifest.idempotency = { supported: false };
      manifest.lookup.withdrawByReference = false;
      manifest.capabilities.paysReceivers = false;
      manifest.webhook = {
        authentication: { type: 'header', header: 'x-sandbox-signature', credential: 'webhookSecret' },
      };
    },
    // Nobody can ask about its PIX.
    silent: (manifest) => {
      manifest.idempotency = { supported: false };
      manifest.lookup.withdraw = ['BANK_ACCOUNT'];
      manifest.webhook = {
        authentication: { type: 'header', header: 'x-sandbox-signature', credential: 'webhookSecret' },
      };
    },
    // Nor does anything in its events prove them.
    addressed: (manifest) => {
      manifest.idempotency = { supported: false };
      manifest.lookup.withdraw = ['BANK_ACCOUNT'];
      manifest.webhook = { authentication: { type: 'none' }, addresses: [PUBLISHED, '2001:db8::7'] };
    },
  });
  opened.set('sandbox', await openPayouts());
  for (const provider of ['forgetful', 'blind', 'silent', 'addressed'])
    opened.set(provider, await openPayouts({ provider, providerDirectory: variants.directory }));
}, OPENING_MS);
afterAll(async () => {
  for (const payouts of opened.values()) await payouts.close();
  await variants?.remove();
});

async function open(provider = 'sandbox'): Promise<Payouts> {
  const payouts = opened.get(provider);
  if (!payouts) throw new Error(`Nothing was opened for ${provider}.`);
  await payouts.setRules({ automaticUpTo: 1_000_000 });
  return payouts;
}

const check = async (payouts: Payouts) =>
  checkWorld(payouts.node.databaseUrl, { payouts: await payouts.listPayouts(), mayWait: true });

/** Polls all open withdrawals once. */
async function poll(payouts: Payouts, id: string): Promise<void> {
  const versionOf = async () =>
    (await payouts.inspector.rows<{ version: number }>('SELECT version FROM withdrawal WHERE id = $1', [id]))[0]
      ?.version;
  const before = await versionOf();
  await payouts.makePayoutsDue();
  await waitFor('the withdrawal was looked at', async () => (await versionOf()) !== before);
}

const toldOf = async (payouts: Payouts, { id }: Staff, withdrawalId: string) =>
  (
    await payouts.inspector.rows<{ type: string }>(
      `SELECT type FROM notification WHERE person_id = $1 AND source LIKE $2 ORDER BY created_at, id`,
      [id, `withdrawal:${withdrawalId}:%`],
    )
  ).map(({ type }) => type);

const openAdmin = (payouts: Payouts) =>
  openStaff(payouts.node.app, payouts.world.platformId, { roles: ['admin'], permissions: DECIDING });

/** Requests a withdrawal that the platform's rule approves. Returns the holder too. */
async function send(payouts: Payouts, name = 'vera'): Promise<{ holder: Holder; id: string }> {
  const holder = await payouts.openHolder(AMOUNT, { pixKey: `${name}@example.com` });
  return { holder, id: await payouts.request(holder, AMOUNT) };
}

describe('an approved withdrawal', () => {
  it('is sent without its fee, paid, and told; the ledger says through which connection', async () => {
    const payouts = await open();
    const { holder, id } = await send(payouts);
    const paid = await payouts.waitForState(id, 'PAID');

    expect(paid).toMatchObject({ tries: 1, provider_status: 'paid', reason: null });
    expect(await payouts.listTransfers(id)).toMatchObject([
      { id: paid.provider_withdraw_id, amount: AMOUNT - FEE, status: 'paid' },
    ]);
    expect(await payouts.balances(holder.id)).toEqual({});
    const entries = await payouts.inspector.rows(
      `SELECT a.kind, a.owner_id, e.amount::int AS amount FROM ledger_entry e
       JOIN ledger_transaction t ON t.id = e.transaction_id JOIN ledger_account a ON a.id = e.account_id
       WHERE t.source = $1 ORDER BY a.kind`,
      [`withdrawal:${id}:closed`],
    );
    expect(entries).toEqual([
      { kind: 'PLATFORM_FEES', owner_id: null, amount: FEE },
      { kind: 'PROVIDER', owner_id: payouts.connectionId, amount: AMOUNT - FEE },
      { kind: 'RESERVED', owner_id: holder.id, amount: -AMOUNT },
    ]);
    expect(await toldOf(payouts, holder, id)).toEqual(['payout.paid']);
    await check(payouts);
  });

  it('comes back where its provider refuses it, with the provider’s reason', async () => {
    const payouts = await open();
    const { holder, id } = await send(payouts, 'refused');
    await payouts.waitForState(id, 'FAILED');

    expect(await payouts.balances(holder.id)).toEqual({ AVAILABLE: AMOUNT });
    const { items } = await payouts.ask<{ items: object[] }>(holder, 'listWithdrawals');
    expect(items).toMatchObject([{ state: 'FAILED', reason: 'A conta de destino não existe.' }]);
    expect(await toldOf(payouts, holder, id)).toEqual(['payout.failed']);
    await check(payouts);
  });

  it('comes back where its destination was removed before it was sent', async () => {
    const payouts = await open();
    const admin = await openAdmin(payouts);
    await payouts.setRules({});
    const { holder, id } = await send(payouts);
    await payouts.call(holder, 'removeDestination', { destinationId: holder.destinationId });
    await payouts.call(admin, 'decideWithdrawal', { withdrawalId: id, decision: 'APPROVE' });
    await payouts.waitForState(id, 'FAILED');

    expect(await payouts.listTransfers(id)).toEqual([]);
    expect(await payouts.balances(holder.id)).toEqual({ AVAILABLE: AMOUNT });
    const { items } = await payouts.ask<{ items: object[] }>(holder, 'listWithdrawals', { lang: 'pt-BR' });
    expect(items).toMatchObject([{ reason: 'O destino foi removido antes do envio.' }]);
    await check(payouts);
  });

  it('comes back, as does what waits for approval, where the document it goes in the name of is corrected', async () => {
    const payouts = await open();
    const admin = await openStaff(payouts.node.app, payouts.world.platformId, {
      roles: ['admin'],
      permissions: [...DECIDING, 'isUserDocumentsAvailable'],
    });
    await payouts.setRules({});
    const { holder, id } = await send(payouts);
    await payouts.earn(holder.id, AMOUNT);
    const kept = { ...holder, destinationId: newId() };
    await payouts.inspector.rows(
      `INSERT INTO payout_destination (platform_id, id, person_id, kind, pix_type, pix_key, holder_name, holder_document, usable_at)
       VALUES ($1, $2, $3, 'PIX_KEY', 'CPF', $4, 'Vera Vendedora', $4, now() - interval '1 hour')`,
      [payouts.world.platformId, kept.destinationId, holder.id, OTHER_CPF],
    );
    const other = await payouts.request(kept, AMOUNT);

    const answer = await payouts.node.app.inject({
      method: 'POST',
      url: '/api/people.setUserDocument',
      headers: admin.headers,
      payload: { personId: holder.id, document: OTHER_CPF, reason: 'Digitado errado.' },
    });

    expect(answer.json()).toEqual({});
    expect(await payouts.waitForState(id, 'FAILED')).toMatchObject({ reason: 'DESTINATION_REMOVED' });
    expect(await toldOf(payouts, holder, id)).toEqual(['payout.failed']);
    expect((await payouts.read(other)).state).toBe('WAITING');
    expect(await payouts.balances(holder.id)).toEqual({ AVAILABLE: AMOUNT, RESERVED: AMOUNT });
    const { destinations } = await payouts.ask<{ destinations: { id: string }[] }>(holder, 'listDestinations');
    expect(destinations.map((destination) => destination.id)).toEqual([kept.destinationId]);
    expect(
      await payouts.call(holder, 'requestWithdrawal', { amount: 1_000, destinationId: holder.destinationId }),
    ).toMatchObject({ code: 'DESTINATION_NOT_FOUND' });
    await check(payouts);
  });

  it('is sent again later where its provider surely did not take it', async () => {
    const payouts = await open('forgetful');
    const { id } = await send(payouts, 'busy');
    await waitFor('it was put back', async () => {
      const { state, tries } = await payouts.read(id);
      return state === 'APPROVED' && tries === 1;
    });
    expect((await payouts.read(id)).reason).toBe('PAYER_BUSY');

    await payouts.makePayoutsDue();
    expect(await payouts.waitForState(id, 'PAID')).toMatchObject({ tries: 2 });
    await check(payouts);
  });

  it('leaves through the connection that the platform names, and waits for that one where it is disabled', async () => {
    const payouts = await open();
    const { node, world, connectionId, inspector } = payouts;
    const older = await connect(node.app, world, { name: 'older' });
    const set = async (sql: string, id: string) => {
      await inspector.rows(`UPDATE provider_connection SET ${sql} WHERE id = $1`, [id]);
      node.app.cache.forgetAll();
    };
    await set(`created_at = created_at - interval '1 day'`, older.id);
    await payouts.setRules({ automaticUpTo: 0, payers: { PIX: connectionId } });
    const admin = await openAdmin(payouts);
    const { holder, id } = await send(payouts);
    await set(`status = 'DISABLED'`, connectionId);
    await payouts.call(admin, 'decideWithdrawal', { withdrawalId: id, decision: 'APPROVE' });
    await waitFor('it was tried', async () => (await payouts.read(id)).tries === 1);

    const { items } = await payouts.ask<{ items: object[] }>(holder, 'listWithdrawals', { lang: 'pt-BR' });
    expect(items).toMatchObject([
      { state: 'APPROVED', reason: 'O envio espera: a conexão que paga os saques está desativada.' },
    ]);
    expect(await payouts.ask(holder, 'getWithdrawalTerms')).toMatchObject({ methods: ['BANK_ACCOUNT', 'RECEIVER'] });
    const other = await payouts.openHolder(AMOUNT);
    const refused = { amount: AMOUNT, destinationId: other.destinationId };
    expect((await payouts.call(other, 'requestWithdrawal', refused)).code).toBe('WITHDRAWAL_UNAVAILABLE');

    await set(`status = 'ENABLED'`, connectionId);
    await payouts.makePayoutsDue();
    expect(await payouts.waitForState(id, 'PAID')).toMatchObject({ connection_id: connectionId, reason: null });
    await set(`status = 'DISABLED'`, older.id);
    await check(payouts);
  });

  it('that its provider does not decide about stays reserved, and people are told after a day of looks', async () => {
    const payouts = await open();
    const admin = await openAdmin(payouts);
    const { holder, id } = await send(payouts, 'pending');
    await payouts.waitForState(id, 'SENT');
    for (let looks = 0; looks < 8; looks++) await poll(payouts, id);
    expect(await toldOf(payouts, admin, id)).toEqual([]);
    await poll(payouts, id);

    expect(await payouts.read(id)).toMatchObject({ state: 'SENT', checks: 9 });
    expect(await toldOf(payouts, admin, id)).toEqual(['payout.unknown']);
    expect(await payouts.balances(holder.id)).toEqual({ RESERVED: AMOUNT });
  });

  it('goes out to a bank account with both digits, and to a receiver through the connection it is known at', async () => {
    const payouts = await open();
    const holder = await payouts.openHolder(2 * AMOUNT);
    await payouts.inspector.rows(
      `UPDATE payout_destination SET kind = 'BANK_ACCOUNT', pix_type = NULL, pix_key = NULL, bank_code = '341', branch_number = '0001',
         branch_digit = '7', account_number = '123456', account_digit = 'X', account_type = 'SAVINGS' WHERE id = $1`,
      [holder.destinationId],
    );
    const id = await payouts.request(holder, AMOUNT);
    await payouts.waitForState(id, 'PAID');

    const asked = await payouts.node.app.inject({
      method: 'POST',
      url: '/api/receivers.createOwnReceiver',
      headers: holder.headers,
      payload: { connectionId: payouts.connectionId },
    });
    const { id: receiverId, receiverId: known } = asked.json();
    const terms = await payouts.ask<{ receivers: object[] }>(holder, 'getWithdrawalTerms');
    expect(terms.receivers).toEqual([
      { id: receiverId, provider: 'sandbox', label: `sandbox · •••${known.slice(-4)}` },
    ]);
    const { withdrawal } = await payouts.call(holder, 'requestWithdrawal', { amount: AMOUNT, receiverId });
    await payouts.waitForState(withdrawal.id, 'PAID');
    expect(await payouts.listTransfers(withdrawal.id)).toMatchObject([{ amount: AMOUNT - FEE, status: 'paid' }]);
    expect(await payouts.balances(holder.id)).toEqual({});
    await check(payouts);
  });
});

it('goes to no receiver whose provider would pay out what the receiver itself holds', async () => {
  const payouts = await open('blind');
  const holder = await payouts.openHolder(AMOUNT);
  const asked = await payouts.node.app.inject({
    method: 'POST',
    url: '/api/receivers.createOwnReceiver',
    headers: holder.headers,
    payload: { connectionId: payouts.connectionId },
  });
  const { id: receiverId, status } = asked.json();

  expect(status).toBe('ACTIVE');
  expect(await payouts.ask(holder, 'getWithdrawalTerms')).toMatchObject({
    methods: ['PIX', 'BANK_ACCOUNT'],
    receivers: [],
  });
  const answer = await payouts.call(holder, 'requestWithdrawal', { amount: AMOUNT, receiverId });
  expect(answer.code).toBe('WITHDRAWAL_UNAVAILABLE');
  expect(await payouts.balances(holder.id)).toEqual({ AVAILABLE: AMOUNT });
});

describe('a lost answer', () => {
  it('keeps the money reserved, is found by our reference, and is never sent again', async () => {
    const payouts = await open('forgetful');
    const { holder, id } = await send(payouts, 'lost');
    await payouts.waitForState(id, 'UNKNOWN');

    expect(await payouts.balances(holder.id)).toEqual({ RESERVED: AMOUNT });
    await check(payouts);
    await payouts.makePayoutsDue();
    expect(await payouts.waitForState(id, 'PAID')).toMatchObject({ tries: 1, provider_status: 'paid' });
    expect(await payouts.listTransfers(id)).toHaveLength(1);
    expect(await payouts.balances(holder.id)).toEqual({});
    await check(payouts);
  });

  it('comes back only once its provider has said twice, late enough, that it never came', async () => {
    const payouts = await open('forgetful');
    const { holder, id } = await send(payouts, 'dropped');
    await payouts.waitForState(id, 'UNKNOWN');

    for (let looks = 0; looks < 3; looks++) await poll(payouts, id);
    expect(await payouts.read(id)).toMatchObject({ state: 'UNKNOWN', misses: 0, checks: 3 });
    payouts.clock.forward((LAG_SECONDS + 60) * 1_000);
    await poll(payouts, id);
    expect(await payouts.read(id)).toMatchObject({ state: 'UNKNOWN', misses: 0, checks: 4 });
    payouts.clock.forward(10 * MINUTE_MS);
    await poll(payouts, id);
    expect(await payouts.read(id)).toMatchObject({ state: 'UNKNOWN', misses: 1 });
    expect(await payouts.balances(holder.id)).toEqual({ RESERVED: AMOUNT });
    await poll(payouts, id);
    expect(await payouts.read(id)).toMatchObject({ state: 'FAILED', reason: 'NOT_FOUND', tries: 1 });
    expect(await payouts.balances(holder.id)).toEqual({ AVAILABLE: AMOUNT });
    await check(payouts);
  });

  it('stays open as long as nobody can be asked, and people are told', async () => {
    const payouts = await open('forgetful');
    const admin = await openAdmin(payouts);
    const host = await payouts.host();
    const { holder, id } = await send(payouts, 'dropped');
    await payouts.waitForState(id, 'UNKNOWN');
    payouts.clock.forward((LAG_SECONDS + 60) * 1_000);
    host.addFault({ kind: 'error-500', times: 4, match: 'GET /transfers' });

    for (let looks = 0; looks < 3; looks++) await poll(payouts, id);
    // A lookup that reached nobody counts for nothing.
    expect(await payouts.read(id)).toMatchObject({ state: 'UNKNOWN', misses: 0, checks: 0 });
    expect(await toldOf(payouts, admin, id)).toEqual([]);
    payouts.clock.forward(21 * MINUTE_MS);
    await poll(payouts, id);
    expect(await payouts.read(id)).toMatchObject({ state: 'UNKNOWN', misses: 0, checks: 0 });
    expect(await payouts.balances(holder.id)).toEqual({ RESERVED: AMOUNT });
    expect(await toldOf(payouts, admin, id)).toEqual(['payout.unknown']);
  });

  it('is a person’s to find out where the provider cannot be asked by our reference', async () => {
    const payouts = await open('blind');
    const admin = await openAdmin(payouts);
    const { holder, id } = await send(payouts, 'lost');
    await payouts.waitForState(id, 'UNKNOWN');
    await poll(payouts, id);
    expect(await toldOf(payouts, admin, id)).toEqual(['payout.unknown']);
    const settle = () =>
      payouts.call(admin, 'settleWithdrawal', {
        withdrawalId: id,
        outcome: 'PAID',
        reason: 'Consta como paga no painel.',
      });

    expect((await settle()).code).toBe('WITHDRAWAL_UNDER_WAY');
    payouts.clock.forward(16 * MINUTE_MS);
    expect((await settle()).withdrawal).toMatchObject({ state: 'PAID', reason: 'Consta como paga no painel.' });
    expect(await payouts.balances(holder.id)).toEqual({});
    await check(payouts);
  });

  it('of a node that died in the call is not sent again either', async () => {
    const payouts = await open('forgetful');
    const { holder, id } = await send(payouts, 'pending');
    await payouts.waitForState(id, 'SENT');
    // The row is as a node leaves it that died between the call and storing its answer.
    await payouts.inspector.rows(
      `UPDATE withdrawal SET state = 'SENDING', provider_withdraw_id = NULL, provider_status = NULL, sent_at = $2 WHERE id = $1`,
      [id, payouts.clock.now()],
    );
    await payouts.makePayoutsDue();
    await waitFor('it was claimed', async () => {
      const [row] = await payouts.inspector.rows<{ isClaimed: boolean }>(
        'SELECT next_check_at > now() AS "isClaimed" FROM withdrawal WHERE id = $1',
        [id],
      );
      return row?.isClaimed === true;
    });
    expect((await payouts.read(id)).state).toBe('SENDING');

    payouts.clock.forward(2 * MINUTE_MS);
    await payouts.makePayoutsDue();
    await waitFor('it was found', async () => {
      await payouts.makePayoutsDue();
      return (await payouts.read(id)).state === 'SENT';
    });
    expect(await payouts.read(id)).toMatchObject({ tries: 1, provider_status: 'processing' });
    expect(await payouts.listTransfers(id)).toHaveLength(1);
    expect(await payouts.balances(holder.id)).toEqual({ RESERVED: AMOUNT });
  });
});

describe('an event about a withdrawal', () => {
  const eventOf = async (payouts: Payouts, id: string) => {
    const find = () => payouts.letters.find(({ body }) => body.includes('transfer.') && body.includes(id));
    await waitFor('the provider told', () => find() !== undefined);
    return find() as NonNullable<ReturnType<typeof find>>;
  };
  const readWebhooks = (payouts: Payouts, id: string) =>
    payouts.inspector.rows<{ state: string; reason: string | null; payment_id: string | null }>(
      `SELECT state, reason, payment_id FROM webhook WHERE position($1 in convert_from(body, 'UTF8')) > 0`,
      [id],
    );
  const areProcessed = (payouts: Payouts, id: string, count: number) =>
    waitFor('the events are processed', async () => {
      const rows = await readWebhooks(payouts, id);
      return rows.filter(({ state }) => state !== 'RECEIVED').length === count;
    });

  it.each([
    ['slow', 'PAID', {}],
    ['bounced', 'FAILED', { AVAILABLE: AMOUNT }],
  ] as const)('closes one that was %s as %s, once, however often it comes', async (name, state, balances) => {
    const payouts = await open();
    const { holder, id } = await send(payouts, name);
    const { provider_withdraw_id: sentId } = await payouts.waitForState(id, 'SENT');
    expect(await payouts.balances(holder.id)).toEqual({ RESERVED: AMOUNT });
    payouts.clock.forward(10_000);
    await payouts.listTransfers(id);
    const letter = await eventOf(payouts, id);

    await Promise.all([1, 2, 3].map(() => payouts.deliver(letter)));
    expect(await payouts.waitForState(id, state)).toMatchObject({ provider_withdraw_id: sentId });
    await areProcessed(payouts, id, 3);
    expect(await payouts.balances(holder.id)).toEqual(balances);
    const processed = { state: 'PROCESSED', reason: null, payment_id: null };
    expect(await readWebhooks(payouts, id)).toEqual([processed, processed, processed]);
    await check(payouts);
  });

  it('that says the opposite of how it ended changes nothing and is told to people', async () => {
    const payouts = await open();
    const admin = await openAdmin(payouts);
    const { id } = await send(payouts, 'bounced');
    await payouts.waitForState(id, 'SENT');
    await payouts.inspector.rows('UPDATE withdrawal SET checks = 1 WHERE id = $1', [id]);
    payouts.clock.forward(16 * MINUTE_MS);
    const reason = 'Consta como paga.';
    await payouts.call(admin, 'settleWithdrawal', { withdrawalId: id, outcome: 'PAID', reason });
    await payouts.listTransfers(id);
    await payouts.deliver(await eventOf(payouts, id));
    await areProcessed(payouts, id, 1);

    expect((await payouts.read(id)).state).toBe('PAID');
    expect(await toldOf(payouts, admin, id)).toEqual(['payout.unknown']);
    await payouts.call(admin, 'settleWithdrawal', { withdrawalId: id, outcome: 'FAILED', reason });
    await check(payouts);
  });

  /** Settles a withdrawal against what its provider reports afterwards. */
  const contradict = async (payouts: Payouts, admin: Staff, name: string, outcome: 'PAID' | 'FAILED') => {
    const { id, holder } = await send(payouts, name);
    await payouts.waitForState(id, 'SENT');
    await payouts.inspector.rows('UPDATE withdrawal SET checks = 1 WHERE id = $1', [id]);
    payouts.clock.forward(16 * MINUTE_MS);
    await payouts.call(admin, 'settleWithdrawal', { withdrawalId: id, outcome, reason: 'Consta no extrato.' });
    await payouts.listTransfers(id);
    await payouts.deliver(await eventOf(payouts, id));
    await areProcessed(payouts, id, 1);
    return { id, holder };
  };
  const listOpen = async (payouts: Payouts, admin: Staff, id: string) =>
    (
      await payouts.ask<{ items: { id: string }[] }>(admin, 'listPayouts', {
        role: 'seller',
        view: 'OPEN',
        limit: '100',
      })
    ).items.filter((item) => item.id === id);

  it.each([
    ['bounced', 'PAID', 'FAILED', { AVAILABLE: AMOUNT }],
    ['slow', 'FAILED', 'PAID', {}],
  ] as const)(
    '%s after it ended as %s is booked as %s once its provider confirms it',
    async (name, before, after, balances) => {
      const payouts = await open();
      const admin = await openAdmin(payouts);
      const { id, holder } = await contradict(payouts, admin, name, before);
      const correct = (outcome: string) =>
        payouts.call(admin, 'settleWithdrawal', { withdrawalId: id, outcome, reason: 'Painel do provedor.' });

      expect(await listOpen(payouts, admin, id)).toMatchObject([
        { state: before, contradictedAs: after, maySettle: true },
      ]);
      expect((await correct(before)).code).toBe('WITHDRAWAL_UNPROVEN');
      (await payouts.host()).addFault({ kind: 'error-500', times: 1, match: 'GET /transfers' });
      expect((await correct(after)).code).toBe('WITHDRAWAL_UNREACHED');
      expect((await payouts.read(id)).state).toBe(before);
      const answers = await Promise.all([correct(after), correct(after)]);

      expect(answers.map(({ code }) => code).sort()).toEqual(['WITHDRAWAL_DECIDED', undefined]);
      expect((await payouts.read(id)).state).toBe(after);
      expect(await payouts.balances(holder.id)).toEqual(balances);
      expect(await listOpen(payouts, admin, id)).toEqual([]);
      expect(await toldOf(payouts, holder, id)).toEqual(
        [before, after].map((state) => (state === 'PAID' ? 'payout.paid' : 'payout.failed')),
      );
      const recorded = await payouts.inspector.rows(
        `SELECT details FROM audit_event WHERE type = 'payout.settled' AND details->>'withdrawalId' = $1 ORDER BY id`,
        [id],
      );
      expect(recorded.at(-1)).toMatchObject({ details: { outcome: after, isLast: true, isCorrected: true } });
      await check(payouts);
    },
  );

  it('of a large withdrawal is booked by two people, and neither of them is its owner', async () => {
    const payouts = await open();
    const [admin, second] = [await openAdmin(payouts), await openAdmin(payouts)];
    const { id, holder } = await contradict(payouts, admin, 'bounced', 'PAID');
    await payouts.setRules({ automaticUpTo: 1_000, secondApprovalAbove: 1_000 });
    const correct = (by: Staff) =>
      payouts.call(by, 'settleWithdrawal', { withdrawalId: id, outcome: 'FAILED', reason: 'Painel do provedor.' });

    expect((await correct(admin)).withdrawal).toMatchObject({
      state: 'PAID',
      settlement: { outcome: 'FAILED' },
      settlementsWanted: 2,
    });
    expect((await correct(admin)).code).toBe('APPROVER_SAME');
    expect(await payouts.balances(holder.id)).toEqual({});
    expect((await correct(second)).withdrawal).toMatchObject({
      state: 'FAILED',
      contradictedAs: null,
      settlement: null,
    });

    expect(await payouts.balances(holder.id)).toEqual({ AVAILABLE: AMOUNT });
    await check(payouts);
  });

  it('is only a reason to look where it is not signed', async () => {
    const payouts = await open('blind');
    const { id } = await send(payouts, 'pending');
    const { provider_withdraw_id: withdrawId } = await payouts.waitForState(id, 'SENT');
    const body = JSON.stringify({
      id: 'evt_forged',
      type: 'transfer.paid',
      data: { id: withdrawId, reference: id, amount: AMOUNT - FEE, status: 'paid', reason: null, paid_at: null },
    });
    const { webhookSecret } = SANDBOX_SECRETS;
    await payouts.deliver({
      headers: { 'content-type': 'application/json', 'x-sandbox-signature': webhookSecret },
      body,
    });
    await areProcessed(payouts, id, 1);

    expect(await payouts.read(id)).toMatchObject({ state: 'SENT', provider_status: 'processing' });
  });
});

describe('a withdrawal whose provider cannot be asked', () => {
  let events = 0;
  /** Delivers an event whose sender is proven and whose words are not, and waits until it is processed. */
  const tell = async (payouts: Payouts, reference: string, status: string, amount = AMOUNT - FEE) => {
    const { provider_withdraw_id: id } = await payouts.read(reference);
    const eventId = `evt_told_${events++}`;
    const data = { id, reference, amount, status, reason: null, paid_at: null };
    await payouts.deliver({
      headers: { 'content-type': 'application/json', 'x-sandbox-signature': SANDBOX_SECRETS.webhookSecret },
      body: JSON.stringify({ id: eventId, type: `transfer.${status}`, data }),
    });
    const find = () =>
      payouts.inspector.rows<{ id: string; state: string }>(
        `SELECT id, state FROM webhook WHERE position($1 in convert_from(body, 'UTF8')) > 0 AND state <> 'RECEIVED'`,
        [eventId],
      );
    await waitFor('the event is processed', async () => (await find()).length === 1);
    const [webhook] = await find();
    expect(webhook?.state).toBe('PROCESSED');
    return webhook?.id ?? '';
  };

  it('ends by the first event where the platform chose to believe them, of the right amount, and not against another', async () => {
    const payouts = await open('silent');
    await payouts.setRules({ automaticUpTo: AMOUNT, believesEvents: true });
    const { holder, id } = await send(payouts, 'pending');
    await payouts.waitForState(id, 'SENT');

    await tell(payouts, id, 'processing');
    await tell(payouts, id, 'paid', 1);
    const { state, provider_withdraw_id: made } = await payouts.read(id);
    expect(state).toBe('SENT');
    await (await payouts.host()).simulator.settle?.(made!);
    await tell(payouts, id, 'paid');

    expect(await payouts.read(id)).toMatchObject({ state: 'PAID', provider_status: 'paid' });
    expect(await payouts.balances(holder.id)).toEqual({});
    await tell(payouts, id, 'refused');
    expect(await payouts.read(id)).toMatchObject({ state: 'PAID', contradicted_as: 'FAILED' });
    await check(payouts);
  });

  it('ends by two events that agree about it, and not by one, however often that is processed', async () => {
    const payouts = await open('silent');
    const admin = await openAdmin(payouts);
    const { holder, id } = await send(payouts, 'pending');
    await payouts.waitForState(id, 'SENT');
    const isOpen = async () => {
      expect(await payouts.read(id)).toMatchObject({ state: 'SENT', provider_status: 'processing' });
      expect(await payouts.balances(holder.id)).toEqual({ RESERVED: AMOUNT });
    };

    const first = await tell(payouts, id, 'paid');
    await isOpen();
    expect(await toldOf(payouts, admin, id)).toEqual(['payout.unknown']);
    const again = `UPDATE webhook SET state = 'RECEIVED', next_attempt_at = now(), processed_at = NULL WHERE id = $1`;
    await payouts.inspector.rows(again, [first]);
    payouts.node.app.webhooks.wake();
    await waitFor('the event is processed again', async () => {
      const [row] = await payouts.inspector.rows<{ state: string }>('SELECT state FROM webhook WHERE id = $1', [first]);
      return row?.state === 'PROCESSED';
    });
    await isOpen();
    await tell(payouts, id, 'refused');
    await isOpen();
    await tell(payouts, id, 'refused', 1);
    await isOpen();
    await tell(payouts, id, 'processing');
    await isOpen();
    await tell(payouts, id, 'refused');

    expect(await payouts.read(id)).toMatchObject({ state: 'FAILED', provider_status: 'refused' });
    expect(await payouts.balances(holder.id)).toEqual({ AVAILABLE: AMOUNT });
    await tell(payouts, id, 'paid');
    expect(await payouts.read(id)).toMatchObject({ state: 'FAILED', contradicted_as: 'PAID' });
    await check(payouts);
  });
});

describe('a withdrawal whose provider proves its events by its address alone', () => {
  it('ends by two events from there, and by none from elsewhere, whose address is kept nowhere', async () => {
    const payouts = await open('addressed');
    const { holder, id } = await send(payouts, 'pending');
    const { provider_withdraw_id: made } = await payouts.waitForState(id, 'SENT');
    let events = 0;
    const tell = async (remoteAddress: string, headers: Record<string, string> = {}) => {
      const eventId = `evt_address_${events++}`;
      const data = { id: made, reference: id, amount: AMOUNT - FEE, status: 'refused', reason: null, paid_at: null };
      await payouts.node.app.inject({
        method: 'POST',
        url: payouts.webhookPath,
        remoteAddress,
        headers: { 'content-type': 'application/json', ...headers },
        payload: JSON.stringify({ id: eventId, type: 'transfer.refused', data }),
      });
      await waitFor('the event is processed', async () => {
        const rows = await payouts.inspector.rows(
          `SELECT 1 FROM webhook WHERE position($1 in convert_from(body, 'UTF8')) > 0 AND (state <> 'RECEIVED' OR reason IS NOT NULL)`,
          [eventId],
        );
        return rows.length === 1;
      });
      return (await payouts.read(id)).state;
    };

    expect(await tell('198.51.100.1')).toBe('SENT');
    // No proxy that the node trusts says so.
    expect(await tell('198.51.100.1', { 'x-forwarded-for': PUBLISHED })).toBe('SENT');
    expect(await tell(`::ffff:${PUBLISHED}`)).toBe('SENT');
    expect(await tell('2001:db8::7')).toBe('FAILED');

    expect(await payouts.balances(holder.id)).toEqual({ AVAILABLE: AMOUNT });
    const kept = await payouts.inspector.rows(
      'SELECT host(sender_address) AS address FROM webhook ORDER BY received_at',
    );
    expect(kept.map(({ address }) => address)).toEqual([null, null, PUBLISHED, '2001:db8::7']);
    await check(payouts);
  });
});

describe('a word that nobody knows', () => {
  it('ends nothing', async () => {
    const payouts = await open();
    (await payouts.host()).addFault({ kind: 'unknown-status', times: 1, match: 'POST /transfers' });
    const { holder, id } = await send(payouts, 'refused');

    expect(await payouts.waitForState(id, 'SENT')).toMatchObject({ provider_status: 'quarantined' });
    expect(await payouts.balances(holder.id)).toEqual({ RESERVED: AMOUNT });
  });

  it('nor does a word for paid beside an amount of 0, until its provider names the amount', async () => {
    const payouts = await open();
    const { simulator } = await payouts.host();
    const handle = simulator.handle.bind(simulator);
    const spy = vi.spyOn(simulator, 'handle').mockImplementation(async (request) => {
      const answer = await handle(request);
      const isTransfer = request.path.startsWith('/transfers') && 'body' in answer;
      return isTransfer ? { ...answer, body: { ...(answer.body as object), amount: 0 } } : answer;
    });
    const { holder, id } = await send(payouts, 'zero');

    expect(await payouts.waitForState(id, 'SENT')).toMatchObject({ provider_status: 'paid' });
    expect(await payouts.balances(holder.id)).toEqual({ RESERVED: AMOUNT });
    spy.mockRestore();
    await payouts.makePayoutsDue();
    await payouts.waitForState(id, 'PAID');
    await check(payouts);
  });
});

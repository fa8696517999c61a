import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chargeBackAtProvider, pollPayment, refundAtProvider, sellPaid } from '../../../test/at-provider.ts';
import { type Market, openMarket } from '../../../test/market.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';

const PRICE = 9_990;
const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });

let market: Market;
let foreign: World;
let admin: Staff;
let foreignAdmin: Staff;

const EVERYTHING = [
  'isUsersAvailable',
  'isSalesAvailable',
  'isChargesAvailable',
  'isValidateBankAccountsAvailable',
  'isProductsAvailable',
  'isWithdrawsAvailable',
  'isFunctionariesAvailable',
  'isDashboardAvailable',
] as const;

beforeAll(async () => {
  market = await openMarket({ isListening: false });
  const { app } = market.node;
  foreign = await createWorld(app, { host: 'foreign.example.com' });
  admin = await openStaff(app, market.world.platformId, { roles: ['admin'], permissions: EVERYTHING });
  foreignAdmin = await openStaff(app, foreign.platformId, {
    roles: ['admin'],
    permissions: EVERYTHING,
    host: 'foreign.example.com',
  });
});
afterAll(() => market?.close());

const rows = <Row>(sql: string, values: unknown[] = []) => market.inspector.rows<Row>(sql, values);
const get = async (name: string, query: Record<string, string>, by = admin) =>
  (await market.node.app.inject({ url: `/api/${name}?${new URLSearchParams(query)}`, headers: by.headers })).json();
const post = (name: string, payload: object, by = admin) =>
  market.node.app.inject({ method: 'POST', url: `/api/profiles.${name}`, headers: by.headers, payload });
const saleOf = async (paymentId: string) =>
  (await rows<{ id: string }>('SELECT sale_id AS id FROM payment WHERE id = $1', [paymentId]))[0]!.id;

const READS = [
  'getHead',
  'getMoney',
  'listWithdrawals',
  'getDestinations',
  'listContracts',
  'listDisputes',
  'listSessions',
  'listNotes',
  'getPurchases',
];

describe('a profile', () => {
  it.each(READS)('profiles.%s knows nobody of another platform, and no colleague', async (name) => {
    const colleague = await openStaff(market.node.app, market.world.platformId, { roles: ['admin'] });

    for (const personId of [foreign.sellerId, colleague.id, newId()]) {
      expect((await get(`profiles.${name}`, { personId })).code).toBe('PERSON_NOT_FOUND');
    }
    expect((await get(`profiles.${name}`, { personId: market.world.sellerId })).code).toBeUndefined();
  });

  it.each([
    ['getMoney', 'isSalesAvailable'],
    ['getDestinations', 'isValidateBankAccountsAvailable'],
    ['listContracts', 'isProductsAvailable'],
    ['listDisputes', 'isChargesAvailable'],
    ['listSessions', 'isFunctionariesAvailable'],
    ['listNotes', 'isUsersAvailable'],
    ['getPurchases', 'isSalesAvailable'],
  ] as const)('opens profiles.%s with %s alone', async (name, permission) => {
    const { app } = market.node;
    const { platformId, sellerId } = market.world;
    const holder = await openStaff(app, platformId, { roles: ['admin'], permissions: [permission] });
    const rest = EVERYTHING.filter((other) => other !== permission);
    const others = await openStaff(app, platformId, { roles: ['admin'], permissions: rest });

    expect((await get(`profiles.${name}`, { personId: sellerId }, holder)).code).toBeUndefined();
    expect((await get(`profiles.${name}`, { personId: sellerId }, others)).code).toBe('ACCESS_DENIED');
  });
});

describe('profiles.getHead', () => {
  it('agrees with the reports about sales and refunds, and counts disputes, in both periods', async () => {
    const { platformId, sellerId } = market.world;
    const paid = await Promise.all([1, 2, 3].map(() => sellPaid(market, PRICE)));
    for (const amount of [1_000, 500]) {
      await refundAtProvider(market, paid[0]!, amount);
      await pollPayment(market, paid[0]!);
    }
    const dispute = async (paymentId: string, state: string, age: string) =>
      rows(
        `INSERT INTO dispute (platform_id, id, payment_id, seller_id, kind, state, amount, currency, due_at, opened_at)
         VALUES ($1, gen_random_uuid(), $2, $3, 'CHARGEBACK', $4, 9990, 'BRL', now() + interval '7 days', now() - $5::interval)`,
        [platformId, paymentId, sellerId, state, age],
      );
    await dispute(paid[1]!.paymentId, 'OPEN', '89 days');
    await dispute(paid[2]!.paymentId, 'WON', '1 day');
    await dispute(paid[2]!.paymentId, 'LOST', '91 days');
    await dispute(paid[2]!.paymentId, 'LOST', '181 days');

    const head = await get('profiles.getHead', { personId: sellerId });
    const report = await get('reports.listSellerRevenue', { from: today, to: today });
    const balance = await rows<{ kind: string; balance: string }>(
      'SELECT kind, balance FROM ledger_account WHERE owner_id = $1 AND balance IS NOT NULL',
      [sellerId],
    );

    const { sales, gross, refunded } = report.totals;
    expect(head.recent).toEqual({ sales, gross, refunded, refunds: 1, disputes: 1, disputed: 9_990 });
    expect(refunded).toBe(1_500);
    expect(head.before).toEqual({ sales: 0, gross: 0, refunded: 0, refunds: 0, disputes: 1, disputed: 9_990 });
    expect(head).toMatchObject({ openDisputes: 1, openRequests: 0, isUser: true, currency: 'BRL' });
    expect(head.balances[0].pending).toBe(Number(balance.find(({ kind }) => kind === 'PENDING')?.balance));
    const money = await get('profiles.getMoney', { personId: sellerId });
    const held = money.reasons.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0);
    expect(held).toBe(head.balances[0].pending + head.balances[0].reserved);
  });

  it('reads the days that are summed up, and divides both periods at midnight in São Paulo', async () => {
    const { platformId, productId, sellerId } = market.world;
    const head = () => get('profiles.getHead', { personId: sellerId });
    const earlier = await head();
    const day = (back: number, sales: number) =>
      rows(
        `INSERT INTO ledger_day SELECT $1, (now() AT TIME ZONE 'America/Sao_Paulo')::date - $4::int, 'BRL', 'PIX', $2, $3, 'seller',
          $5, 10000, 2500, 0, 7500, 0, 0, 0, 0, 0, 0`,
        [platformId, productId, sellerId, back, sales],
      );
    await rows(
      `INSERT INTO ledger_closing (platform_id, through) VALUES ($1, (now() AT TIME ZONE 'America/Sao_Paulo')::date - 1)`,
      [platformId],
    );
    await day(89, 1);
    await day(90, 10);
    await day(179, 100);
    await day(180, 1_000);

    const { recent, before } = await head();

    expect(recent.sales - earlier.recent.sales).toBe(1);
    expect(before).toMatchObject({ sales: 110, gross: 20_000, refunded: 5_000 });
  });

  it('shows a manager, whose withdrawals are decided too, and masks documents', async () => {
    const { app } = market.node;
    const manager = await openStaff(app, market.world.platformId, { roles: ['manager'] });
    await rows(`UPDATE person SET document = '52998224725' WHERE id = $1`, [manager.id]);

    const head = await get('profiles.getHead', { personId: manager.id });

    expect(head).toMatchObject({ id: manager.id, isUser: false, document: '•••.982.247-••' });
    expect(JSON.stringify(head)).not.toContain('52998224725');
  });
});

describe('notes of the team', () => {
  it('keeps notes, lets only the author delete one, and only for ten minutes', async () => {
    const { platformId, sellerId: personId } = market.world;
    const colleague = await openStaff(market.node.app, platformId, { roles: ['admin'], permissions: EVERYTHING });

    expect((await post('addNote', { personId, text: ' \u200b ' })).json()).toMatchObject({
      details: [{ field: 'text', message: 'Campo obrigatório' }],
    });
    expect((await post('addNote', { personId: foreign.sellerId, text: 'x' })).json().code).toBe('PERSON_NOT_FOUND');
    const { noteId } = (await post('addNote', { personId, text: ' Pediu prazo. ' })).json();
    const second = (await post('addNote', { personId, text: 'Engano' }, colleague)).json();

    const mine = await get('profiles.listNotes', { personId });
    expect(
      mine.items.map(({ text, isDeletable }: { text: string; isDeletable: boolean }) => [text, isDeletable]),
    ).toEqual([
      ['Engano', false],
      ['Pediu prazo.', true],
    ]);
    expect((await post('deleteNote', { noteId }, colleague)).json().code).toBe('NOTE_FIXED');
    expect((await post('deleteNote', { noteId }, foreignAdmin)).json().code).toBe('NOTE_NOT_FOUND');
    expect((await post('deleteNote', second, colleague)).statusCode).toBe(200);
    await rows(`UPDATE person_note SET created_at = created_at - interval '11 minutes' WHERE id = $1`, [noteId]);
    expect((await post('deleteNote', { noteId })).json().code).toBe('NOTE_FIXED');
    expect((await get('profiles.listNotes', { personId })).items).toHaveLength(1);
    const log = await rows<{ type: string; details: object }>(
      `SELECT type, details FROM audit_event WHERE subject_id = $1 AND type LIKE 'people.note%' ORDER BY created_at`,
      [personId],
    );
    expect(log.map(({ type }) => type)).toEqual(['people.noteAdded', 'people.noteAdded', 'people.noteDeleted']);
    expect(JSON.stringify(log)).not.toContain('Engano');
  });
});

describe('profiles.getBuyer', () => {
  it('gathers a buyer without an account by e-mail in any case, and finds the document under other addresses', async () => {
    const first = await sellPaid(market, PRICE, { email: 'Lia@Example.com', cpf: '11144477735' });
    const second = await sellPaid(market, PRICE, { email: 'lia@example.com', cpf: '11144477735' });
    await sellPaid(market, PRICE, { email: 'outra@example.com', cpf: '11144477735' });
    await sellPaid(market, PRICE, { email: 'alheia@example.com' });
    await refundAtProvider(market, second, 990);
    await pollPayment(market, second);
    const lost = await sellPaid(market, PRICE, { email: 'lia@example.com', cpf: '11144477735' });
    await chargeBackAtProvider(market, lost);
    await pollPayment(market, lost);

    const buyer = await get('profiles.getBuyer', { saleId: await saleOf(first.paymentId) });

    expect(buyer).toMatchObject({
      email: 'lia@example.com',
      document: '•••.444.777-••',
      personId: null,
      otherEmails: ['outra@example.com'],
      totals: [{ currency: 'BRL', purchases: 3, paid: 3, spent: 2 * PRICE - 990, refunds: 1, refunded: 990 }],
    });
    expect(buyer.purchases).toHaveLength(3);
    expect(JSON.stringify(buyer)).not.toContain('11144477735');
    const saleId = await saleOf(first.paymentId);
    expect((await get('profiles.getBuyer', { saleId }, foreignAdmin)).code).toBe('SALE_NOT_FOUND');
  });

  it('leads to the account of a buyer who has one, whose page shows the purchases', async () => {
    const customer = await openStaff(market.node.app, market.world.platformId, { roles: ['customer'] });
    const bought = await sellPaid(market, PRICE, { email: customer.email });

    const buyer = await get('profiles.getBuyer', { saleId: await saleOf(bought.paymentId) });

    expect(buyer.personId).toBe(customer.id);
    expect(await get('profiles.getPurchases', { personId: customer.id })).toEqual({ buyer });
    expect(await get('profiles.getPurchases', { personId: market.world.sellerId })).toEqual({ buyer: null });
  });
});

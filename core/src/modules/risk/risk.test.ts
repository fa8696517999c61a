/** A platform's own rules and lists stop purchases, ask for work, or let through; what they did is told, and what they would have done. */
import { createHash } from 'node:crypto';
import { catchesAll, type RiskRule as Rule } from '@feira/schemas/procedures/risk';
import { hasZeroBits } from '@feira/schemas/rules/challenge';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type Market, openMarket } from '../../../test/market.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { BUYER_ADDRESS, buy, pixPurchase } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';
import { refreshSearch } from '../sales/search.ts';
import { hashBin } from '../velocity/service.ts';
import { deleteEndedEntries, deleteOldRefusals } from './model.ts';
import { nameSubject } from './subjects.ts';

let base: Market;
let market: Market;
let admin: Staff;
beforeEach(async () => {
  base ??= await openMarket({ isListening: false, env: { TRUST_PROXY: '127.0.0.1' } });
  market = await base.replace();
  await market.host();
  admin = await openStaff(market.node.app, market.world.platformId, {
    roles: ['admin'],
    permissions: ['isConfigAvailable'],
  });
});
afterAll(() => base?.close());

const rows = <Row = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  market.inspector.rows<Row>(sql, values);

async function call(name: string, payload?: object) {
  const answer = await market.node.app.inject({
    method: payload ? 'POST' : 'GET',
    url: `/api/risk.${name}`,
    headers: admin.headers,
    ...(payload && { payload }),
  });
  market.node.app.cache.forgetAll();
  return { status: answer.statusCode, body: answer.json() };
}

const rule = (extra: Record<string, unknown> = {}) => ({
  id: newId(),
  name: 'Valor alto de quem é novo',
  isEnabled: true,
  methods: ['PIX', 'CREDIT_CARD', 'BILLET'],
  conditions: [{ signal: 'AMOUNT', operator: 'AT_LEAST', value: 9_000 }],
  action: 'REFUSE',
  ...extra,
});
const save = (rules: object[], version = 0) => call('saveRules', { version, rules });
const add = (kind: string, value: string, list = 'BLOCK', extra = {}) =>
  call('addEntry', { list, kind, value, reason: 'Contestou duas compras.', ...extra });

async function order(extra: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  const purchase = pixPurchase(market.world, { ...BUYER_ADDRESS, isRepeat: true, ...extra });
  const answer = (await buy(market.node.app, purchase, undefined, headers)).json();
  return { outcome: String(answer.status ?? answer.code), body: answer };
}
/** The provider's token of a good card. */
async function card() {
  const token = await market.node.app.inject({
    method: 'POST',
    url: `/simulators/${market.connectionId}/tokens`,
    headers: { authorization: 'Bearer pk_test_0123456789' },
    payload: {
      card: { number: '4111111111111111', holder_name: 'JOAO COMPRADOR', exp_month: 12, exp_year: 2034, cvv: '123' },
    },
  });
  if (token.statusCode >= 300) throw new Error(token.body);
  return { paymentMethod: 'CREDIT_CARD', creditCard: { token: token.json().id, installments: 1 } };
}
const noteOf = async (publicId: string) =>
  (await rows<{ risk: unknown }>(`SELECT terms -> 'risk' AS risk FROM payment WHERE public_id = $1`, [publicId]))[0]
    ?.risk;

describe('a list', () => {
  it.each([
    ['EMAIL', 'Fraude+x@Example.com', { email: 'fraude@example.com' }],
    ['DOMAIN', '@example.com', { email: 'anyone@example.com' }],
    ['DOCUMENT', '111.444.777-35', { cpf: '11144477735' }],
    ['NETWORK', '203.0.113.77', {}],
  ])('blocks by %s, by every method, and tells nobody why', async (kind, value, buyer) => {
    const from = { 'x-forwarded-for': '203.0.113.8' };
    expect((await order(buyer, from)).outcome).toBe('PENDING');
    expect((await add(kind, value)).status).toBe(200);

    const refused = await order(buyer, from);
    expect([refused.outcome, refused.body.message]).toEqual([
      'PURCHASE_REFUSED',
      'Não foi possível concluir esta compra. Fale com o vendedor.',
    ]);
    expect((await order({ ...(await card()), ...buyer }, from)).outcome).toBe('PURCHASE_REFUSED');
    const other = { email: 'ana@outra.example', cpf: '52998224725' };
    expect((await order(other, { 'x-forwarded-for': '198.51.100.9' })).outcome).toBe('PENDING');
    const { items } = (await call('listRefused')).body;
    expect(items).toEqual([expect.objectContaining({ count: 2, causes: [{ kind }], amount: 9_990 })]);
    expect(JSON.stringify(items)).not.toContain('fraude@example.com');
  });

  it('leaves the answer of a purchase that is sent again as it was, and tells of no refusal', async () => {
    const purchase = pixPurchase(market.world, { ...BUYER_ADDRESS, isRepeat: true, email: 'depois@example.com' });
    const first = (await buy(market.node.app, purchase, 'same-key-0001')).json();
    await add('EMAIL', 'depois@example.com');

    expect((await buy(market.node.app, purchase, 'same-key-0001')).json().paymentId).toBe(first.paymentId);
    expect((await call('listRefused')).body.items).toEqual([]);
    expect((await buy(market.node.app, purchase, 'same-key-0002')).json().code).toBe('PURCHASE_REFUSED');
    expect((await buy(market.node.app, purchase, 'same-key-0002')).json().code).toBe('PURCHASE_REFUSED');
    expect((await call('listRefused')).body.items).toEqual([expect.objectContaining({ count: 2 })]);
  });

  it('that allows comes before one that blocks and before rules, and the sale says so', async () => {
    await save([rule()]);
    await add('EMAIL', 'bom@example.com', 'ALLOW');
    await add('DOMAIN', 'example.com');
    const { outcome, body } = await order({ email: 'bom@example.com' });

    expect(outcome).toBe('PENDING');
    expect(await noteOf(body.paymentId)).toEqual({ action: 'ALLOW', causes: [{ kind: 'EMAIL' }] });
    expect((await order({ email: 'outro@example.com' })).outcome).toBe('PURCHASE_REFUSED');
  });

  it('keeps neither address nor document, and forgets what has ended', async () => {
    await add('EMAIL', 'fraude@example.com');
    await add('DOCUMENT', '11144477735', 'BLOCK', { days: 1 });
    const stored = JSON.stringify(
      await rows('SELECT * FROM risk_entry WHERE platform_id = $1', [market.world.platformId]),
    );
    expect(stored).not.toMatch(/fraude@|11144477735|111\.444/);
    expect((await order({ cpf: '11144477735' })).outcome).toBe('PURCHASE_REFUSED');

    await rows(`UPDATE risk_entry SET ends_at = now() - interval '1 second' WHERE kind = 'DOCUMENT'`);
    market.clock.forward(2_000);
    expect((await order({ cpf: '11144477735' })).outcome).toBe('PENDING');
    await rows(`UPDATE risk_entry SET ends_at = now() - interval '91 days' WHERE kind = 'DOCUMENT'`);
    await rows(`UPDATE risk_refusal SET created_at = now() - interval '91 days'`);
    await market.node.app.database.deleteAll(deleteEndedEntries);
    await market.node.app.database.deleteAll(deleteOldRefusals);
    expect(await rows('SELECT kind FROM risk_entry WHERE platform_id = $1', [market.world.platformId])).toEqual([
      { kind: 'EMAIL' },
    ]);
    expect(await rows('SELECT 1 FROM risk_refusal WHERE platform_id = $1', [market.world.platformId])).toEqual([]);
  });

  it('refuses what is none of its kind, takes the newer of two entries, and lets one be removed', async () => {
    for (const [kind, value] of [
      ['EMAIL', 'ana'],
      ['DOCUMENT', '123'],
      ['BIN', '4111'],
      ['NETWORK', 'home'],
      ['DOMAIN', 'a b'],
    ] as const)
      expect((await add(kind, value)).body.code, kind).toBe('RISK_VALUE_INVALID');
    // A wider or narrower network would stop others than the label says; a number is no address.
    for (const value of ['203.0.0.0/16', '203.0.113.7/32', '2001:db8::/32', '10', '0x7f000001', '203.0.113'])
      expect((await add('NETWORK', value)).body.code, value).toBe('RISK_VALUE_INVALID');
    for (const value of ['203.0.113.0/24', '2001:DB8:0:1::/64', '::ffff:198.51.100.9'])
      expect((await add('NETWORK', value)).status, value).toBe(200);
    await rows(`DELETE FROM risk_entry WHERE kind = 'NETWORK'`);
    await add('BIN', '4111 1111');
    await add('BIN', '41111111', 'ALLOW');
    const named = nameSubject(market.node.app, 'BIN', '41111111');
    expect(named?.subject).toBe(hashBin(market.node.app, '4111111111111111'));
    const { items } = (await call('listEntries')).body;
    expect(items).toEqual([
      expect.objectContaining({ list: 'ALLOW', kind: 'BIN', label: '41111111', addedBy: admin.name }),
    ]);
    expect((await call('removeEntry', { entryId: items[0].id })).status).toBe(200);
    expect((await call('removeEntry', { entryId: items[0].id })).body.code).toBe('RISK_ENTRY_NOT_FOUND');
  });
});

describe('a rule', () => {
  it('refuses where all of its conditions hold, for its methods alone, and not once it is off', async () => {
    const two = [
      { signal: 'AMOUNT', operator: 'AT_LEAST', value: 9_990 },
      { signal: 'PAID_PURCHASES', operator: 'AT_MOST', value: 0 },
    ];
    await save([rule({ methods: ['PIX'], conditions: two })]);
    expect((await order()).outcome).toBe('PURCHASE_REFUSED');
    expect((await order(await card())).outcome).toBe('APPROVED');
    // The buyer has paid by now.
    expect((await order()).outcome).toBe('PENDING');
    await save([rule({ methods: ['PIX'], isEnabled: false })], 1);
    expect((await order({ email: 'new@example.com' })).outcome).toBe('PENDING');
  });

  it('asks the machine of a card’s buyer for work, which one solved challenge answers', async () => {
    await save([rule({ action: 'CHALLENGE' })]);
    expect((await order()).outcome).toBe('PENDING');
    const asked = await order(await card());
    expect(asked.outcome).toBe('CHALLENGE_REQUIRED');
    const { token, bits } = asked.body.challenge;
    let nonce = 0;
    while (!hasZeroBits(createHash('sha256').update(`${token}:${nonce}`).digest(), bits)) nonce++;

    const { outcome, body } = await order(await card(), { 'feira-challenge': `${token}:${nonce}` });
    expect(outcome).toBe('APPROVED');
    expect(await noteOf(body.paymentId)).toEqual({
      action: 'CHALLENGE',
      causes: [{ kind: 'RULE', name: 'Valor alto de quem é novo' }],
    });
  });

  it('is known to catch everything where no condition leaves anything out', () => {
    const all = (conditions: Rule['conditions']) => catchesAll({ conditions });
    expect(all([{ signal: 'AMOUNT', operator: 'AT_LEAST', value: 0 }])).toBe(true);
    expect(all([{ signal: 'HOUR', operator: 'AT_MOST', value: 23 }])).toBe(true);
    expect(all([{ signal: 'HOUR', operator: 'AT_MOST', value: 22 }])).toBe(false);
    const known = { signal: 'DAYS_KNOWN', operator: 'AT_MOST', value: 0 } as const;
    expect(all([{ signal: 'AMOUNT', operator: 'AT_LEAST', value: 0 }, known])).toBe(false);
  });

  it('compares amounts in its own currency alone, also when it is tried', async () => {
    await order(await card());
    const dollars = rule({ currency: 'USD' });
    const reais = rule({ currency: 'BRL' });
    const { body } = await call('dryRun', { rules: [dollars, reais] });
    expect(body.rules.map(({ currency, count }: Record<string, unknown>) => [currency, count])).toEqual([
      ['USD', 0],
      ['BRL', 1],
    ]);
    await save([dollars]);
    expect((await order(await card())).outcome).toBe('APPROVED');
    await save([reais], 1);
    expect((await order(await card())).outcome).toBe('PURCHASE_REFUSED');
  });

  it('is the first of those that catch a purchase', async () => {
    await save([rule({ action: 'ALLOW', name: 'Cartão passa', methods: ['CREDIT_CARD'] }), rule()]);

    expect((await order()).outcome).toBe('PURCHASE_REFUSED');
    expect((await order(await card())).outcome).toBe('APPROVED');
  });

  it('knows refusals of today and disputes of a buyer', async () => {
    const email = 'velho@example.com';
    const { body } = await order({ ...(await card()), email });
    const [payment] = await rows<{ id: string }>('SELECT id FROM payment WHERE public_id = $1', [body.paymentId]);
    const conditions = [{ signal: 'DISPUTES', operator: 'AT_LEAST', value: 1 }];
    await save([rule({ conditions })]);
    expect((await order({ email })).outcome).toBe('PENDING');
    await rows(
      `INSERT INTO dispute (platform_id, id, payment_id, seller_id, kind, state, amount, held_amount, currency, reason, due_at)
       VALUES ($1, gen_random_uuid(), $2, $3, 'CHARGEBACK', 'OPEN', 9990, 0, 'BRL', 'fraud', now())`,
      [market.world.platformId, payment!.id, market.world.sellerId],
    );
    await rows(`UPDATE dispute SET opened_at = now() - interval '1 minute'`);
    expect((await order({ email })).outcome).toBe('PURCHASE_REFUSED');
    expect((await order({ email: 'novo@example.com' })).outcome).toBe('PENDING');
  });

  it('knows how long the page was open by its signed view, also of the form without JavaScript, and nothing without one', async () => {
    const page = `/checkout/${market.world.offerId}`;
    const viewIn = (html: string) => /"pageView":"([^"]+)"/.exec(html)?.[1] as string;
    const post = (fields: Record<string, string>) =>
      market.node.app.inject({
        method: 'POST',
        url: page,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(fields).toString(),
      });
    const buyer = { name: 'João Comprador', email: 'joao@example.com', cpf: '52998224725', phone: '11987654321' };
    const form = { ...buyer, ...BUYER_ADDRESS, paymentMethod: 'PIX', isRepeat: 'true' };
    const pageView = viewIn((await market.node.app.inject(page)).body);
    const hasty = rule({ conditions: [{ signal: 'PAGE_SECONDS', operator: 'AT_MOST', value: 5 }] });
    const unproven = rule({ conditions: [{ signal: 'PAGE_UNPROVEN', operator: 'AT_LEAST', value: 1 }] });
    await save([hasty]);
    expect((await order({ pageView })).outcome).toBe('PURCHASE_REFUSED');
    expect((await order()).outcome).toBe('PENDING');
    market.clock.forward(10_000);
    // The page is shown again with the view that it has.
    expect(viewIn((await post({ ...form, pageView, coupon: 'NADA', applyCoupon: '1' })).body)).toBe(pageView);
    expect((await post({ ...form, pageView })).headers.location).toMatch(/^\/checkout\/payment\//);
    await save([hasty, unproven], 1);
    expect((await order()).outcome).toBe('PURCHASE_REFUSED');
    expect((await post({ ...form, pageView: `${pageView}x` })).body).toContain('Fale com o vendedor');
    expect((await order({ pageView })).outcome).toBe('PENDING');

    // Purchases of before say nothing about their page.
    await rows(
      `UPDATE payment SET terms = terms - 'pageSeconds' WHERE id = (SELECT id FROM payment ORDER BY id DESC LIMIT 1)`,
    );
    const late = rule({ conditions: [{ signal: 'PAGE_SECONDS', operator: 'AT_LEAST', value: 10 }] });
    const { body } = await call('dryRun', { rules: [hasty, unproven, late] });
    expect(body.rules.map(({ count }: Record<string, number>) => count)).toEqual([0, 1, 1]);
  });

  it('knows with what a document came before, and a document of before its e-mail', async () => {
    // One whose digits are a telephone's as well.
    const [many, other] = ['11987654374', '52998224725'];
    await order({ ...(await card()), email: 'um@example.com', cpf: many });
    await order({ email: 'dois@example.com', cpf: many, cep: '20040002' });
    await order({ email: 'tres@example.com', cpf: many });
    // Long ago, and of a telephone with the digits of the document: neither counts.
    const lost = (await order({ email: 'antigo@example.com', cpf: many })).body.paymentId;
    await rows(
      `UPDATE sale SET created_at = created_at - interval '31 days' WHERE id = (SELECT sale_id FROM payment WHERE public_id = $1)`,
      [lost],
    );
    await order({ email: 'fone@example.com', cpf: other, phone: many });
    while (await refreshSearch(market.node.app, market.world.platformId));
    const atLeast = (signal: string, value: number) =>
      rule({ methods: ['PIX'], conditions: [{ signal, operator: 'AT_LEAST', value }] });
    const outcomes = async (rules: object[], version: number) => {
      await save(rules, version);
      return [
        (await order({ email: 'um@example.com', cpf: many })).outcome,
        (await order({ email: 'quatro@example.com', cpf: many })).outcome,
        (await order({ email: 'cinco@example.com', cpf: '39053344705' })).outcome,
        (await order({ email: 'fone@example.com', cpf: many })).outcome,
      ];
    };
    const [PENDING, REFUSED] = ['PENDING', 'PURCHASE_REFUSED'];

    expect(await outcomes([atLeast('EMAILS_OF_DOCUMENT', 3)], 0)).toEqual([PENDING, REFUSED, PENDING, REFUSED]);
    expect(await outcomes([atLeast('CARDS_OF_DOCUMENT', 1)], 1)).toEqual([REFUSED, REFUSED, PENDING, REFUSED]);
    expect(await outcomes([atLeast('CARDS_OF_DOCUMENT', 2)], 2)).toEqual([PENDING, PENDING, PENDING, PENDING]);
    expect(await outcomes([atLeast('DOCUMENTS_OF_EMAIL', 1)], 3)).toEqual([PENDING, PENDING, PENDING, REFUSED]);
    const tried = [atLeast('ADDRESSES_OF_DOCUMENT', 2), atLeast('EMAILS_OF_DOCUMENT', 1), rule({ isEnabled: true })];
    const { body } = await call('dryRun', { rules: tried });
    expect(body.rules[0].count).toBeGreaterThan(0);
    expect(body.rules[0].count).toBeLessThan(body.purchases);
    expect(body.rules[1].count).toBeLessThan(body.purchases);
  });

  it('is saved by the tab that has seen the newest version, with the versions before beside it', async () => {
    const applied = { proposalId: expect.any(String), status: 'APPLIED' };
    expect((await save([rule()])).body).toEqual(applied);
    expect((await save([], 0)).body.code).toBe('EDIT_CONFLICT');
    expect((await save([], 1)).body).toEqual(applied);
    expect((await save([], 2_147_483_647)).body.code).toBe('VALIDATION_FAILED');
    expect((await save([], 2_147_483_646)).body.code).toBe('EDIT_CONFLICT');

    const { body } = await call('getRules');
    expect(body).toMatchObject({ version: 2, rules: [] });
    expect(body.history).toEqual([
      expect.objectContaining({
        version: 1,
        savedBy: admin.name,
        rules: [expect.objectContaining({ action: 'REFUSE' })],
      }),
    ]);
  });

  it('tells what it would have caught, as each purchase was known at its time', async () => {
    const email = 'fiel@example.com';
    await order({ ...(await card()), email });
    await rows(`UPDATE sale SET created_at = created_at - interval '2 days' WHERE platform_id = $1`, [
      market.world.platformId,
    ]);
    await rows(
      `UPDATE payment SET created_at = created_at - interval '2 days', approved_at = approved_at - interval '2 days' WHERE platform_id = $1`,
      [market.world.platformId],
    );
    await order({ ...(await card()), email });
    await order({ email: 'outro@example.com' });
    const tried = [
      rule({ conditions: [{ signal: 'PAID_PURCHASES', operator: 'AT_MOST', value: 0 }] }),
      rule({ conditions: [{ signal: 'DAYS_KNOWN', operator: 'AT_LEAST', value: 2 }] }),
      rule({ methods: ['BILLET'] }),
    ];
    const { body } = await call('dryRun', { rules: tried });

    expect(body).toMatchObject({ purchases: 3, isCut: false });
    expect(body.rules.map(({ count, paid, paidAmount }: Record<string, number>) => [count, paid, paidAmount])).toEqual([
      [2, 1, 9_990],
      [1, 1, 9_990],
      [0, 0, 0],
    ]);
    expect((await order()).outcome).toBe('PENDING');
  });
});

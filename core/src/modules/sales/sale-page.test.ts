import type { Output } from '@feira/schemas/procedure';
import type { getSale, getSaleStory } from '@feira/schemas/procedures/sales';
import { orderCodeOf } from '@feira/schemas/rules/order-code';
import { parseCsv } from 'hucre/csv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chargeBackAtProvider, pollPayment, refundAtProvider, sellPaid } from '../../../test/at-provider.ts';
import { openDraw, SEED } from '../../../test/draw.ts';
import { type Market, openMarket } from '../../../test/market.ts';
import { createPerson, openSession } from '../../../test/people.ts';
import { openSessionOf, openStaff, type Staff } from '../../../test/staff.ts';
import { newId } from '../../shared/ids.ts';
import { post as postEntries } from '../ledger/model.ts';
import { toHistory } from './sale-page.ts';

const PRICE = 9_990;
/** 4.99 % and 1.00 of 99.90 are 5.98; 30 % of the 93.92 left are 28.17; 20 % of the 65.75 left are 13.15. */
const SHARES = { fee: 598, ana: 2_817, bia: 1_315, maria: 5_260 };

type Headers = Record<string, string>;

let market: Market;
let affiliationId: string;
let maria: Headers;
let ana: Headers;
let bia: Headers;
let stranger: Staff;
let admin: Staff;

beforeAll(async () => {
  market = await openMarket({ isListening: false });
  const { node, world, inspector } = market;
  const { platformId, sellerId, productId } = world;
  const addPartner = async (email: string, role: 'affiliate' | 'co-producer') => {
    const { id } = await createPerson(node.app, platformId, { email, roles: [role] });
    return { id, headers: await openSession(node.app, email) };
  };
  const affiliate = await addPartner('ana@example.com', 'affiliate');
  const coProducer = await addPartner('bia@example.com', 'co-producer');
  [ana, bia] = [affiliate.headers, coProducer.headers];
  await inspector.rows(`INSERT INTO role_grant (platform_id, person_id, role) VALUES ($1, $2, 'seller')`, [
    platformId,
    sellerId,
  ]);
  maria = await openSessionOf(node.app, platformId, sellerId);
  stranger = await openStaff(node.app, platformId, { roles: ['seller', 'affiliate', 'co-producer'] });
  admin = await openStaff(node.app, platformId, { roles: ['admin'], permissions: ['isSalesAvailable'] });
  affiliationId = newId();
  await inspector.rows(
    `INSERT INTO affiliation (platform_id, id, product_id, person_id, basis_points, status) VALUES ($1, $2, $3, $4, 3000, 'ACTIVE')`,
    [platformId, affiliationId, productId, affiliate.id],
  );
  await inspector.rows(
    `INSERT INTO co_production (platform_id, id, product_id, person_id, basis_points, status, starts_at)
     VALUES ($1, gen_random_uuid(), $2, $3, 2000, 'ACTIVE', now() - interval '1 day')`,
    [platformId, productId, coProducer.id],
  );
  node.app.cache.forgetAll();
});
afterAll(() => market.close());

const sell = () => sellPaid(market, PRICE, { affiliateId: affiliationId });
const saleOf = async (paymentId: string): Promise<string> =>
  (await market.inspector.rows<{ id: string }>('SELECT sale_id AS id FROM payment WHERE id = $1', [paymentId]))[0]!.id;
const ask = (saleId: string, headers: Headers) =>
  market.node.app.inject({ url: `/api/sales.getSale?saleId=${saleId}`, headers });
const read = async (saleId: string, headers: Headers): Promise<Output<typeof getSale>> => {
  const answer = await ask(saleId, headers);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json();
};
const post = (name: string, payload: object, headers: Headers) =>
  market.node.app.inject({ method: 'POST', url: `/api/sales.${name}`, payload, headers });

/** The parts divide what the buyer paid, to the cent. */
const expectWhole = ({ money }: Output<typeof getSale>) =>
  expect(money?.parts.reduce((sum, { amount }) => sum + amount, 0)).toBe((money?.paid ?? 0) - (money?.returned ?? 0));

describe('sales.getSale', () => {
  it('tells the seller where each cent of a paid sale is', async () => {
    const { paymentId } = await sell();
    const sale = await read(await saleOf(paymentId), maria);

    expect(sale).toMatchObject({ viewer: 'SELLER', status: 'APPROVED', currency: 'BRL' });
    expect(sale.order).toMatchObject({ method: 'PIX', amount: PRICE, total: PRICE, settlement: 'EXACT' });
    expect(sale.buyer).toMatchObject({ name: 'João Comprador', document: expect.stringMatching(/^\d{11}$/) });
    expect(sale.money).toMatchObject({
      paid: PRICE,
      returned: 0,
      providerCost: null,
      parts: [
        {
          part: 'PLATFORM',
          name: null,
          amount: SHARES.fee,
          rule: { basisPoints: 499, of: PRICE, fixed: 100, given: SHARES.fee },
        },
        { part: 'affiliate', amount: SHARES.ana, rule: { basisPoints: 3_000, of: PRICE - SHARES.fee } },
        { part: 'co-producer', amount: SHARES.bia, rule: { basisPoints: 2_000, of: SHARES.bia + SHARES.maria } },
        { part: 'seller', isOwn: true, amount: SHARES.maria, rule: null },
      ],
      own: { amount: SHARES.maria, released: 0, anticipated: 0, atReceiver: 0 },
      movements: [{ kind: 'SALE', amount: SHARES.maria }],
    });
    expect(sale.money?.own.holds.reduce((sum, { amount }) => sum + amount, 0)).toBe(SHARES.maria);
    expect(sale.history.map(({ status }) => status)).toEqual(['PENDING', 'APPROVED']);
    expectWhole(sale);
  });

  it('still sums to what is left when a part went back, and to nothing when all of it was taken', async () => {
    const sold = await sell();
    const saleId = await saleOf(sold.paymentId);
    await refundAtProvider(market, sold, 3_333);
    await pollPayment(market, sold);

    const partly = await read(saleId, maria);
    expect(partly.money).toMatchObject({ paid: PRICE, returned: 3_333 });
    expect(partly.money?.movements.map(({ kind }) => kind)).toEqual(['SALE', 'REFUND']);
    const fee = partly.money?.parts.find(({ part }) => part === 'PLATFORM');
    expect(fee).toMatchObject({ amount: 398, rule: { given: SHARES.fee } });
    expectWhole(partly);

    const other = await sell();
    await chargeBackAtProvider(market, other);
    await pollPayment(market, other);

    const taken = await read(await saleOf(other.paymentId), maria);
    expect(taken).toMatchObject({ status: 'CHARGEBACK', money: { paid: PRICE, returned: PRICE, own: { amount: 0 } } });
    expectWhole(taken);
  });

  it('says how much was released and how much is held', async () => {
    const { paymentId } = await sell();
    const { platformId, sellerId } = market.world;
    const holds = await market.inspector.rows<{ id: string }>(
      'SELECT id FROM ledger_hold WHERE payment_id = $1 AND person_id = $2',
      [paymentId, sellerId],
    );
    await market.node.app.database.write(platformId, [
      postEntries(platformId, {
        kind: 'RELEASE',
        source: `test:${newId()}`,
        currency: 'BRL',
        entries: holds.map(({ id }) => ({ kind: 'RELEASE', ownerId: sellerId, holdId: id, state: 'RELEASED' })),
        occurredAt: new Date(),
      }),
    ]);

    const { money } = await read(await saleOf(paymentId), maria);
    expect(money?.own).toMatchObject({ amount: SHARES.maria, released: SHARES.maria, holds: [] });
  });

  it('shows administrators the whole, but the document only in a call that is logged', async () => {
    const { paymentId } = await sell();
    const saleId = await saleOf(paymentId);
    const sale = await read(saleId, admin.headers);

    expect(sale).toMatchObject({ viewer: 'ADMIN', buyer: { document: null, hasDocument: true } });
    expect(sale.money?.providerCost).toEqual(expect.any(Number));
    expect(sale.money?.own.amount).toBe(SHARES.maria);
    expect(sale.history.at(-1)?.provider).toBe('sandbox');

    const answer = await post('getBuyerDocument', { saleId }, admin.headers);

    expect(answer.json().document).toMatch(/^\d{11}$/);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(
      await market.inspector.rows('SELECT type, actor_id, subject_name FROM audit_event WHERE subject_id = $1', [
        saleId,
      ]),
    ).toEqual([{ type: 'sale.documentRead', actor_id: admin.id, subject_name: orderCodeOf(saleId) }]);
  });

  it('shows the fee as its rule gives it, and the manager within it to administrators alone', async () => {
    const { node, world, inspector } = market;
    const { platformId, sellerId } = world;
    const gil = await createPerson(node.app, platformId, { email: 'gil@example.com', roles: ['manager'] });
    await inspector.rows(
      `INSERT INTO person_terms (platform_id, person_id, fees, release, manager_basis_points) VALUES ($1, $2, '{}', '{}', 100)`,
      [platformId, gil.id],
    );
    const manage = async (managerId: string | null) => {
      await inspector.rows('UPDATE person SET manager_id = $3 WHERE platform_id = $1 AND id = $2', [
        ...[platformId, sellerId, managerId],
      ]);
      node.app.cache.forgetAll();
    };
    await manage(gil.id);
    const { paymentId } = await sell().finally(() => manage(null));
    const saleId = await saleOf(paymentId);

    const rule = { basisPoints: 499, of: PRICE, fixed: 100, given: SHARES.fee };
    const ofSeller = await read(saleId, maria);
    const ofAdmin = await read(saleId, admin.headers);
    for (const sale of [ofSeller, ofAdmin]) {
      expect(sale.money?.parts[0]).toMatchObject({ part: 'PLATFORM', amount: SHARES.fee, rule });
      expectWhole(sale);
    }
    expect(ofAdmin.money?.manager).toEqual({ name: 'Pessoa gil@example.com', amount: 99 });
    expect(ofSeller.money?.manager).toBeNull();
    expect(JSON.stringify(ofSeller)).not.toContain('gil@example.com');
  });

  it.each([
    ['an affiliate', () => ana, SHARES.ana, { basisPoints: 3_000, of: PRICE - SHARES.fee }],
    ['a co-producer', () => bia, SHARES.bia, { basisPoints: 2_000, of: SHARES.bia + SHARES.maria }],
  ])('shows %s when what was sold and the own part, from the statement on, and nothing else', async (...given) => {
    const [, headers, amount, rule] = given;
    const { paymentId } = await sell();
    const [{ publicId } = { publicId: '' }] = await market.inspector.rows<{ publicId: string }>(
      'SELECT public_id AS "publicId" FROM payment WHERE id = $1',
      [paymentId],
    );
    const saleId = await saleOf(paymentId);
    const pages = await Promise.all(
      ['listStatement', 'listHolds'].map((name) =>
        market.node.app.inject({ url: `/api/balances.${name}`, headers: headers() }),
      ),
    );
    expect(pages[0]!.json().items[0]).toMatchObject({ kind: 'SALE', sale: { saleId } });

    const sale = await read(saleId, headers());

    const { viewer: _, money, items, id, createdAt, status, currency, sellerName, ...rest } = sale;
    expect({ id, status, currency, sellerName }).toMatchObject({ id: saleId, status: 'APPROVED', currency: 'BRL' });
    expect(createdAt).toBe(sale.createdAt);
    expect(items).toEqual([{ title: 'Curso de Pão', unitPrice: null, quantity: 1, isBump: false, isTangible: false }]);
    expect(money).toMatchObject({
      paid: null,
      returned: null,
      providerCost: null,
      manager: null,
      own: { amount },
      parts: [{ isOwn: true, amount, rule: { ...rule, fixed: 0, given: amount, omitted: null } }],
    });
    // The payment's public id opens the buyer's page, and with it the goods.
    expect(JSON.stringify([sale, ...pages.map((page) => page.body)])).not.toContain(publicId);
    expect(rest).toEqual({
      offerId: null,
      productId: null,
      customerId: null,
      subscriptionId: null,
      order: null,
      buyer: null,
      sellerId: null,
      campaign: [],
      referer: null,
      shipment: null,
      history: [],
      refunds: [],
      requests: [],
      cases: [],
    });
  });

  it('is not found by other sellers and partners, nor by administrators without the permission', async () => {
    const saleId = await saleOf((await sell()).paymentId);
    const powerless = await openStaff(market.node.app, market.world.platformId, {
      roles: ['admin'],
      permissions: ['isUsersAvailable'],
    });

    for (const unknown of [saleId, newId()]) {
      const answer = await ask(unknown, stranger.headers);
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'SALE_NOT_FOUND']);
    }
    expect((await ask(saleId, powerless.headers)).json().code).toBe('ACCESS_DENIED');
    expect((await post('getBuyerDocument', { saleId }, maria)).json().code).toBe('ACCESS_DENIED');
  });

  it('shows a sale that nobody has paid without money', async () => {
    const { paymentId } = await market.buyPix();
    expect(await read(await saleOf(paymentId), maria)).toMatchObject({ status: 'PENDING', money: null, refunds: [] });
  });
});

describe('GET /exports/sales', () => {
  it('divides what was paid into what went back, fee, commissions and net, as the page does', async () => {
    const sold = await sell();
    const saleId = await saleOf(sold.paymentId);
    await market.inspector.rows(`UPDATE sale SET utm_query = '{"utm_source": "boletim"}' WHERE id = $1`, [saleId]);
    await refundAtProvider(market, sold, 3_333);
    await pollPayment(market, sold);
    const { money } = await read(saleId, maria);

    const { body } = await market.node.app.inject({ url: '/exports/sales?format=csv', headers: maria });
    const [header, ...lines] = parseCsv(body, { delimiter: ';' }).map((line) => line.map(String));
    const line = lines.find((one) => one[1] === orderCodeOf(saleId))!;
    const cell = (name: string) => line[header!.indexOf(name)]!;
    const cents = (name: string) => Math.round(Number(cell(name).replace(',', '.')) * 100);

    expect([cell('Pago'), cell('Devolvido'), cell('utm_source')]).toEqual(['99,90', '33,33', 'boletim']);
    expect(cell('Afiliado')).not.toBe('');
    const partOf = (wanted: string) => money?.parts.find(({ part }) => part === wanted)?.amount;
    expect(['Taxa da plataforma', 'Comissão do afiliado', 'Coprodução', 'Líquido do vendedor'].map(cents)).toEqual(
      ['PLATFORM', 'affiliate', 'co-producer', 'seller'].map(partOf),
    );
    const kept = [
      'Juros do parcelamento',
      'Taxa da plataforma',
      'Comissão do afiliado',
      'Coprodução',
      'Líquido do vendedor',
    ];
    expect(kept.reduce((sum, name) => sum + cents(name), 0)).toBe(cents('Pago') - cents('Devolvido'));
  });

  it('gives administrators no document', async () => {
    await sell();
    const { body } = await market.node.app.inject({
      url: '/exports/platform-sales?format=csv',
      headers: admin.headers,
    });
    expect(body).not.toMatch(/CPF|\b\d{11}\b/);
  });
});

describe('sales.getSaleStory', () => {
  const askStory = (saleId: string, headers: Headers) =>
    market.node.app.inject({ url: `/api/sales.getSaleStory?saleId=${saleId}`, headers });

  it('tells every posting of a sale exactly once, with entries that agree with the page, whatever became of it', async () => {
    const draw = openDraw();
    const nextKind = draw.deck(['PAID', 'PARTLY_RETURNED', 'CHARGED_BACK'] as const);
    for (let round = 0; round < 6; round++) {
      const kind = nextKind();
      const sold = await sell();
      if (kind === 'PARTLY_RETURNED') await refundAtProvider(market, sold, 1 + draw.below(PRICE - 1));
      if (kind === 'CHARGED_BACK') await chargeBackAtProvider(market, sold);
      await pollPayment(market, sold);
      const saleId = await saleOf(sold.paymentId);

      const answer = await askStory(saleId, admin.headers);
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
      const { attempts, reports, postings, holds }: Output<typeof getSaleStory> = answer.json();
      const { money } = await read(saleId, admin.headers);

      const posted = await market.inspector.rows<{ id: string; entries: string }>(
        `SELECT t.id, (SELECT count(*) FROM ledger_entry e WHERE e.transaction_id = t.id) AS entries
         FROM ledger_transaction t WHERE t.payment_id = $1 ORDER BY t.id`,
        [sold.paymentId],
      );
      const told = postings.map(({ id, entries }) => ({ id, entries: entries.length }));
      expect(
        told.sort((a, b) => (a.id < b.id ? -1 : 1)),
        `${kind}, seed ${SEED}`,
      ).toEqual(posted.map(({ id, entries }) => ({ id, entries: Number(entries) })));
      const sumOf = (accounts: string[]) =>
        postings
          .flatMap(({ entries }) => entries)
          .reduce((sum, { account, amount }) => (accounts.includes(account) ? sum + amount : sum), 0);
      for (const { entries } of postings) expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
      expect((money?.paid ?? 0) - (money?.returned ?? 0) + sumOf(['PROVIDER', 'PROVIDER_FEES']), kind).toBe(0);
      expect(attempts).toMatchObject([{ state: 'ANSWERED', transactionId: sold.transactionId, provider: 'sandbox' }]);
      expect(attempts[0]?.routing?.candidates.filter(({ isChosen }) => isChosen)).toHaveLength(1);
      expect(reports.map(({ status }) => status)).toContain('APPROVED');
      expect(holds.length).toBeGreaterThan(0);
      expect(answer.body).not.toMatch(/comprador@|"document"/);
    }
  });

  it('is for administrators with the permission, and for sales of their platform alone', async () => {
    const saleId = await saleOf((await sell()).paymentId);

    for (const headers of [maria, ana, stranger.headers])
      expect((await askStory(saleId, headers)).json().code).toBe('ACCESS_DENIED');
    expect((await askStory(newId(), admin.headers)).json().code).toBe('SALE_NOT_FOUND');
  });
});

it('leaves out news that repeats what is known, and keeps two refunds of the same amount', () => {
  const news = {
    paymentId: 'p',
    attemptId: 'a',
    isRecognised: true,
    at: new Date(0),
    method: 'PIX',
    paidAmount: 100,
    refundedAmount: 0,
    provider: 'acme',
  } as const;
  const told = toHistory(
    [
      { ...news, source: 'answer', status: 'PENDING', paidAmount: null },
      { ...news, source: 'webhook', status: 'APPROVED' },
      { ...news, source: 'query', status: 'APPROVED', refundedAmount: null },
      { ...news, source: 'refund', status: 'APPROVED', refundedAmount: 30 },
      { ...news, source: 'refund', status: 'APPROVED', refundedAmount: 30 },
    ],
    'SELLER',
  );

  expect(told.map(({ source }) => source)).toEqual(['answer', 'webhook', 'refund', 'refund']);
  expect(told.every(({ provider }) => provider === null)).toBe(true);
  const ended = [
    { ...news, source: 'answer', status: 'PENDING', paidAmount: 0 },
    { ...news, source: 'webhook', status: 'REJECTED', paidAmount: 0 },
  ] as const;
  expect(toHistory(ended, 'ADMIN').map(({ status }) => status)).toEqual(['PENDING', 'CANCELED']);
  const byCard = ended.map((one) => ({ ...one, method: 'CREDIT_CARD' as const }));
  expect(toHistory(byCard, 'ADMIN').map(({ status }) => status)).toEqual(['PENDING', 'REJECTED']);
});

/** Nobody finds out which cards work by trying them: tries are counted by card, buyer and offer, across nodes and for every way to send a card. */
import { createHash } from 'node:crypto';
import type { DeclineReason } from '@feira/schemas/declines';
import { DEFAULT_PLATFORM_SETTINGS } from '@feira/schemas/platform';
import { isCardNumber } from '@feira/schemas/rules/card';
import { hasZeroBits } from '@feira/schemas/rules/challenge';
import { generateTestCpf } from '@feira/schemas/rules/cpf';
import { CompactEncrypt, importJWK } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forgetTries } from '../src/modules/system/housekeeping.ts';
import { CHALLENGE_HEADER, createChallenge } from '../src/modules/velocity/challenge.ts';
import { type CardResult, type CardTry, createPageView, withCardTries } from '../src/modules/velocity/service.ts';
import { newId } from '../src/shared/ids.ts';
import { buildNode, type TestNode } from './build.ts';
import { captureLog } from './capture-log.ts';
import { settleInCrowd } from './crowd.ts';
import { type Inspector, openInspector } from './inspect.ts';
import { insertRows, updateRows } from './rows.ts';
import { BUYER_ADDRESS, buy, connect, createWorld, MANY_CARDS, pixPurchase, type World } from './world.ts';

const GOOD = '4111111111111111';
const REFUSED = '5184019740373151';
/** The number of addresses behind which the person's own machine is. */
const ADDRESSES = 40;

let nodes: [TestNode, TestNode];
let inspector: Inspector;
let world: World;
beforeAll(async () => {
  const first = await buildNode({ env: { TRUST_PROXY: '127.0.0.1' } });
  const second = await buildNode({ databaseUrl: first.databaseUrl, env: { TRUST_PROXY: '127.0.0.1' } });
  nodes = [first, second];
  inspector = await openInspector(first.databaseUrl);
});
afterAll(async () => {
  await inspector?.close();
  for (const node of (nodes ?? []).toReversed()) await node.close();
});

let count = 0;
beforeEach(async () => {
  const [{ app }] = nodes;
  await inspector.rows('DELETE FROM platform_domain');
  world = await createWorld(app, { host: '*' });
  await setLimits({});
  const asaas = {
    provider: 'asaas',
    methods: ['CREDIT_CARD' as const],
    settings: { webhookEmail: 'a@example.com' },
    secrets: { apiKey: '$aact_hmlg_0123456789', webhookAuthToken: 'token-0123456789abcdef0123456789abcdef' },
  };
  await connect(app, world, asaas);
  await connect(app, world, { methods: ['PIX'] });
  for (const node of nodes) node.app.cache.forgetAll();
});

/** A number of a card that the provider approves, another one each time. */
function anotherCard(): string {
  const digits = `49000000${String(count++).padStart(7, '0')}`;
  return Array.from({ length: 10 }, (_, digit) => digits + digit).find(isCardNumber) as string;
}

async function seal(
  { app }: TestNode,
  card: { cardNumber: string; cvv?: string },
  offerId = world.offerId,
): Promise<string> {
  const { kid, publicJwk } = app.sealKeys;
  const claims = {
    offerId,
    iat: Math.floor(Date.now() / 1000),
    holderName: 'JOAO COMPRADOR',
    expMonth: 12,
    expYear: 2034,
    cvv: '123',
    ...card,
  };
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid })
    .encrypt(await importJWK({ ...publicJwk }, 'ECDH-ES'));
}

/** Returns the view of a page of the offer, as its document brings it. */
const viewed = (offerId: string | undefined, hoursAgo = 0): string => {
  const [{ app }] = nodes;
  const clock = { now: () => new Date(Date.now() - hoursAgo * 3_600_000) };
  return createPageView(
    { config: app.config, clock: clock as typeof app.clock },
    { ...world, offerId: offerId ?? world.offerId },
  );
};

/** Does what the page of a buyer does with a challenge. */
function solve({ token, bits }: { token: string; bits: number }): string {
  for (let nonce = 0; ; nonce++)
    if (hasZeroBits(createHash('sha256').update(`${token}:${nonce}`).digest(), bits)) return `${token}:${nonce}`;
}

interface Order {
  offerId?: string;
  /** The solved challenge. */
  proof?: string;
  address?: string;
  cardNumber?: string;
  cvv?: string;
  token?: string;
  /** The view of the page; null where none is sent. Default: the view of a page that was just shown. */
  pageView?: string | null;
  email?: string;
  cpf?: string;
  key?: string;
}

async function pay({ token, cardNumber = GOOD, cvv, key, proof, address, pageView, ...order }: Order, node = nodes[0]) {
  const view = pageView === undefined ? viewed(order.offerId) : pageView;
  const sealed = token ?? (await seal(node, { cardNumber, ...(cvv && { cvv }) }, order.offerId));
  const creditCard = { token: sealed, installments: 1 };
  const answer = await buy(
    node.app,
    pixPurchase(world, {
      paymentMethod: 'CREDIT_CARD',
      creditCard,
      ...BUYER_ADDRESS,
      ...order,
      ...(view && { pageView: view }),
    }),
    key,
    {
      'x-forwarded-for': address ?? `203.0.113.${count++ % ADDRESSES}`,
      ...(proof && { [CHALLENGE_HEADER]: proof }),
    },
  );
  const body = answer.json();
  return { outcome: (body.status ?? body.code) as string, body };
}

/** A buyer whom nobody has seen before. */
const stranger = () => {
  const digits = String(100_000_000 + count++);
  let next = 0;
  return { email: `buyer${count}@example.com`, cpf: generateTestCpf(() => Number(digits[next++]) / 10 + 0.01) };
};

const asked = async () =>
  (
    await inspector.rows<{ count: number }>(
      'SELECT count(*)::int AS count FROM payment_attempt WHERE platform_id = $1',
      [world.platformId],
    )
  )[0]?.count;

const setLimits = async (limits: Partial<(typeof DEFAULT_PLATFORM_SETTINGS)['cardLimits']>) => {
  const cardLimits = { ...DEFAULT_PLATFORM_SETTINGS.cardLimits, ...limits };
  await nodes[0].app.database.transaction(world.platformId, (transaction) =>
    transaction.run(
      updateRows('platform', { platform_id: world.platformId }, { settings: JSON.stringify({ cardLimits }) }),
    ),
  );
  for (const node of nodes) node.app.cache.forgetAll();
};

const cardTry = (two: string): CardTry => ({
  card: two.repeat(16),
  bin: null,
  isNumberKnown: true,
  isKept: false,
  attemptId: null,
  seal: null,
});

/** Returns the fields that the tries of one offer share. */
const shop = () => {
  const { platformId, sellerId, offerId } = world;
  return { platformId, sellerId, offerId, customerIp: '203.0.113.1', proof: null, view: null };
};

const alternate = (index: number) => nodes[index % 2] as TestNode;

describe('a list of cards', () => {
  it('ends after three cards of one buyer, with an alert, though 400 come from 40 addresses to two nodes', async () => {
    const logs = nodes.map(({ app }) => captureLog(app, 'error'));
    const cards = Array.from({ length: 400 }, (_, index) => (index % 4 === 0 ? anotherCard() : REFUSED));

    const answers = await settleInCrowd(
      cards.map((cardNumber, index) => async () => (await pay({ cardNumber }, alternate(index))).outcome),
    );

    const outcomes = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : String(answer.reason)));
    const through = outcomes.filter((outcome) => outcome === 'APPROVED' || outcome === 'REJECTED');
    expect(outcomes.filter((outcome) => outcome === 'APPROVED').length).toBeLessThanOrEqual(3);
    expect(through.length).toBeLessThanOrEqual(6);
    expect(await asked()).toBe(through.length);
    // A machine under load may let some of them wait in vain.
    const others = outcomes.filter((outcome) => !['CARD_UNAVAILABLE', 'DATABASE_UNAVAILABLE'].includes(outcome));
    expect(others).toEqual(through);
    const lines = logs.flat();
    const alert = lines.map((line) => JSON.parse(line)).find((line) => line.alert === 'card-testing');
    expect(alert).toMatchObject({ offerId: world.offerId, blocked: expect.any(Number) });
    expect(JSON.stringify(lines)).not.toMatch(/joao@example|52998224725|5184019740373151/);
  });

  it('ends by the document under other e-mails, by the e-mail under other documents, and by its mailbox', async () => {
    for (let card = 0; card < 3; card++) expect((await pay({ cardNumber: anotherCard() })).outcome).toBe('APPROVED');
    const tries = [
      { email: 'other@example.com' },
      { cpf: stranger().cpf },
      { email: 'Joao+list@Example.com', cpf: '11144477735' },
    ];

    for (const [index, buyer] of tries.entries())
      expect((await pay({ cardNumber: anotherCard(), ...buyer }, alternate(index))).outcome).toBe('CARD_UNAVAILABLE');
    expect((await pay({ cardNumber: anotherCard(), email: 'other@example.com', cpf: '11144477735' })).outcome).toBe(
      'APPROVED',
    );
  });

  it('of ever new buyers closes the offer for cards, and never one that sells', async () => {
    await setLimits({ refusalsPerOffer: 5, refusalsPerCard: 100 });
    for (let refusal = 0; refusal < 5; refusal++) await pay({ cardNumber: REFUSED, ...stranger() });

    const blocked = await pay({ cardNumber: anotherCard(), ...stranger() });
    expect(blocked.outcome).toBe('CARD_UNAVAILABLE');
    expect(blocked.body.message).toMatch(/outra forma de pagamento/);
    expect((await buy(nodes[1].app, pixPurchase(world, BUYER_ADDRESS))).json().status).toBe('PENDING');

    await inspector.rows('DELETE FROM velocity_counter WHERE platform_id = $1', [world.platformId]);
    for (let sale = 0; sale < 2; sale++) await pay({ cardNumber: anotherCard(), ...stranger() });
    for (let refusal = 0; refusal < 6; refusal++) await pay({ cardNumber: REFUSED, ...stranger() });
    expect((await pay({ cardNumber: anotherCard(), ...stranger() })).outcome).toBe('APPROVED');
  });
});

/** The driver of an attack: every card comes from a new buyer, and every `good`th card would be approved. */
const attack = (cards: number, good: number, ask: (order: Order, index: number) => Promise<string>) =>
  settleInCrowd(
    Array.from({ length: cards }, (_, index) => () => {
      const address = `198.51.${index % 2}.${index % 100}`;
      return ask({ cardNumber: index % good === good - 1 ? anotherCard() : REFUSED, address, ...stranger() }, index);
    }),
  );

describe('an attack by ever new buyers', () => {
  it('reaches the provider with at most 50 cards, while all buyers behind one address buy', async () => {
    await setLimits({ refusalsPerCard: 100_000, codeRefusalsPerCard: 100_000 });
    const logs = nodes.map(({ app }) => captureLog(app, 'error'));
    let isOver = false;
    const driver = attack(800, 3, async (order, index) => (await pay(order, alternate(index))).outcome).finally(() => {
      isOver = true;
    });
    const honest: string[] = [];
    while (!isOver || honest.length < 20) {
      const order = { key: newId(), cardNumber: anotherCard(), address: '192.0.2.1', ...stranger() };
      let { outcome, body } = await pay(order);
      if (outcome === 'CHALLENGE_REQUIRED') ({ outcome, body } = await pay({ ...order, proof: solve(body.challenge) }));
      honest.push(outcome);
      if (honest.length >= 100) break;
    }
    await driver;

    expect(new Set(honest)).toEqual(new Set(['APPROVED']));
    expect(((await asked()) ?? 0) - honest.length).toBeLessThanOrEqual(50);
    const noted = await inspector.rows('SELECT kind, blocked FROM card_test WHERE offer_id = $1', [world.offerId]);
    expect(noted).toEqual([expect.objectContaining({ blocked: expect.toSatisfy((count: number) => count >= 100) })]);
    const alerts = logs.flat().map((line) => JSON.parse(line));
    expect(
      alerts
        .filter((line) => line.alert === 'card-testing')
        .map(({ limit, isChallenged }) => `${limit} ${isChallenged}`),
    ).toContain('offer true');
  });

  it('that solves its challenges is charged more work by and by, and reaches the provider with as many cards as the limit', async () => {
    await setLimits({
      refusalsPerCard: 100_000,
      codeRefusalsPerCard: 100_000,
      refusalsBeforeChallenge: 10,
      refusalsPerOffer: 40,
    });
    const work: number[] = [];
    const answers = await attack(60, Number.POSITIVE_INFINITY, async (order) => {
      const first = await pay(order);
      if (first.outcome !== 'CHALLENGE_REQUIRED') return first.outcome;
      work.push(first.body.challenge.bits);
      return (await pay({ ...order, proof: solve(first.body.challenge) })).outcome;
    });

    expect(answers.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(await asked()).toBeLessThanOrEqual(40);
    expect(Math.max(...work)).toBeGreaterThan(Math.min(...work));
  });

  it('is no launch that sells well: many good cards at once wait a moment, and nobody is told', async () => {
    await setLimits({ refusalsBeforeChallenge: 4 });
    const lines = captureLog(nodes[0].app, 'error');
    /** Repeats under the same key, as the page does, where a busy machine has no connection to the database for a moment. */
    const payPatiently = async (order: Parameters<typeof pay>[0]): ReturnType<typeof pay> => {
      const answer = await pay(order);
      return answer.outcome === 'DATABASE_UNAVAILABLE' ? payPatiently(order) : answer;
    };
    const answers = await settleInCrowd(
      Array.from({ length: 24 }, () => async () => {
        const order = { key: newId(), cardNumber: anotherCard(), ...stranger() };
        const first = await payPatiently(order);
        if (first.outcome !== 'CHALLENGE_REQUIRED') return first.outcome;
        return (await payPatiently({ ...order, proof: solve(first.body.challenge) })).outcome;
      }),
    );

    expect(answers).toEqual(answers.map(() => ({ status: 'fulfilled', value: 'APPROVED' })));
    expect(lines).toEqual([]);
    expect((await pay({ cardNumber: anotherCard(), ...stranger() })).outcome).toBe('APPROVED');
  });

  it('goes on at no other offer of the seller', async () => {
    await setLimits({ refusalsPerCard: 100_000, refusalsBeforeChallenge: 6, refusalsPerOffer: 1_000 });
    const offers = Array.from({ length: 5 }, newId);
    await nodes[0].app.database.transaction(world.platformId, (transaction) =>
      transaction.run(
        insertRows(
          'offer',
          offers.map((id) => ({
            platform_id: world.platformId,
            id,
            product_id: world.productId,
            title: 'Aula',
            price: 9_990,
          })),
        ),
      ),
    );
    for (let refusal = 0; refusal < 12; refusal++)
      await pay({
        offerId: offers[refusal % 4] as string,
        cardNumber: REFUSED,
        address: `198.51.${refusal}.1`,
        ...stranger(),
      });

    const other = { offerId: offers[4] as string, cardNumber: anotherCard(), address: '192.0.2.1', ...stranger() };
    expect((await pay(other)).outcome).toBe('CHALLENGE_REQUIRED');
  });
});

describe('a challenge', () => {
  beforeEach(async () => {
    await setLimits({ refusalsPerCard: 100_000 });
    for (let refusal = 0; refusal < 2; refusal++) await pay({ cardNumber: REFUSED, ...stranger() });
    await setLimits({ refusalsPerCard: 100_000, refusalsBeforeChallenge: 2 });
  });

  const challenged = async (order: Order) => {
    const { outcome, body } = await pay(order);
    expect(outcome).toBe('CHALLENGE_REQUIRED');
    return body.challenge;
  };

  it('lets the solved purchase pass once, on any node, under the key of the first try', async () => {
    const order = { key: newId(), cardNumber: anotherCard(), ...stranger() };
    const proof = solve(await challenged(order));

    expect((await pay({ ...order, proof }, nodes[1])).outcome).toBe('APPROVED');
    expect((await pay({ cardNumber: anotherCard(), ...stranger(), proof })).outcome).toBe('CHALLENGE_REQUIRED');
  });

  it('of another offer, one that is over, one not solved and one that others made let nothing pass', async () => {
    const [{ app }] = nodes;
    const order = { cardNumber: anotherCard(), ...stranger() };
    const { token, bits } = await challenged(order);
    const solved = solve({ token, bits });
    const past = { ...app, config: app.config, clock: { now: () => new Date(Date.now() - 3_600_000) } };
    const proofs = [
      `${token}:1`,
      `${token.slice(0, -1)}A:${solved.split(':')[1]}`,
      solve(createChallenge(app, newId(), 0)),
      solve(createChallenge(past, world.offerId, 0)),
    ];

    for (const proof of proofs) expect((await pay({ ...order, proof })).outcome).toBe('CHALLENGE_REQUIRED');
    expect((await pay({ ...order, proof: solved })).outcome).toBe('APPROVED');
  });

  it('hides from then on why a card was refused', async () => {
    const order = { cardNumber: REFUSED, ...stranger() };
    const open = (
      await inspector.rows<{ terms: object }>('SELECT terms FROM payment ORDER BY created_at DESC LIMIT 1')
    )[0];
    const { outcome, body } = await pay({ ...order, proof: solve(await challenged(order)) });

    expect(outcome).toBe('REJECTED');
    expect(body.payment.decline).toBe('UNKNOWN');
    expect(open?.terms).not.toHaveProperty('isChallenged');
  });

  it('ends by itself with its window', async () => {
    await inspector.rows(`UPDATE velocity_counter SET ends_at = now() - interval '1 second'`);

    expect((await pay({ cardNumber: anotherCard(), ...stranger() })).outcome).toBe('APPROVED');
  });

  it('is asked for where a card is stored without a purchase', async () => {
    await inspector.rows('DELETE FROM payment_route WHERE platform_id = $1', [world.platformId]);
    await connect(nodes[0].app, world, { methods: ['CREDIT_CARD'] });
    for (const node of nodes) node.app.cache.forgetAll();
    const store = (proof?: string) =>
      nodes[0].app.inject({
        method: 'POST',
        url: '/api/checkout.tokenCreditCard',
        headers: proof ? { [CHALLENGE_HEADER]: proof } : {},
        payload: {
          checkoutId: world.offerId,
          token: `~${count++}`,
          pageView: viewed(undefined),
          name: 'João Comprador',
          ...stranger(),
        },
      });

    const refused = (await store()).json();
    expect(refused.code).toBe('CHALLENGE_REQUIRED');
    expect((await store(solve(refused.challenge))).json().code).not.toBe('CHALLENGE_REQUIRED');
  });
});

describe('a call without a valid view of the page', () => {
  beforeEach(async () => {
    await setLimits({ refusalsPerCard: 100_000, refusalsBeforeChallenge: 12 });
    for (let refusal = 0; refusal < 3; refusal++)
      await pay({ cardNumber: REFUSED, address: `198.51.${refusal}.1`, ...stranger() });
  });

  it.each([
    ['none', () => null],
    ['one of two days ago', () => viewed(undefined, 48)],
    ['one of another offer', () => viewed(newId())],
    ['one of another platform', () => createPageView(nodes[0].app, { platformId: newId(), offerId: world.offerId })],
    ['one that somebody changed', () => viewed(undefined).replace(/^./, '0')],
  ])('is asked for a challenge sooner, and buys once it is solved: %s', async (_, viewOf) => {
    const order = { cardNumber: anotherCard(), address: '192.0.2.1', ...stranger() };
    const { outcome, body } = await pay({ ...order, pageView: viewOf() });

    expect(outcome).toBe('CHALLENGE_REQUIRED');
    expect((await pay({ ...order, pageView: viewOf(), proof: solve(body.challenge) })).outcome).toBe('APPROVED');
    const viewedOrder = { cardNumber: anotherCard(), address: '192.0.2.2', ...stranger() };
    expect((await pay({ ...viewedOrder, pageView: viewed(undefined, 23) })).outcome).toBe('APPROVED');
    const seconds = await inspector.rows(
      `SELECT terms -> 'pageSeconds' AS seconds FROM payment WHERE platform_id = $1 ORDER BY created_at DESC LIMIT 2`,
      [world.platformId],
    );
    expect(seconds).toEqual([{ seconds: expect.closeTo(23 * 3_600, -2) }, { seconds: null }]);
  });

  it('is asked for one where a card is stored, too', async () => {
    await inspector.rows('DELETE FROM payment_route WHERE platform_id = $1', [world.platformId]);
    await connect(nodes[0].app, world, { methods: ['CREDIT_CARD'] });
    for (const node of nodes) node.app.cache.forgetAll();
    const store = async (pageView?: string) =>
      (
        await nodes[0].app.inject({
          method: 'POST',
          url: '/api/checkout.tokenCreditCard',
          payload: { checkoutId: world.offerId, token: `~${count++}`, pageView, name: 'João Comprador', ...stranger() },
        })
      ).json().code;

    expect(await store()).toBe('CHALLENGE_REQUIRED');
    expect(await store(viewed(undefined))).not.toBe('CHALLENGE_REQUIRED');
  });
});

describe('one view of a page', () => {
  it('serves a few buyers, and then asks for a challenge', async () => {
    const pageView = viewed(undefined);
    const order = () => ({ cardNumber: anotherCard(), ...stranger(), pageView });
    const first = order();
    expect((await pay(first)).outcome).toBe('APPROVED');
    for (let sale = 1; sale < 10; sale++) expect((await pay(order(), alternate(sale))).outcome).toBe('APPROVED');
    // The same buyer with the same card is counted once.
    expect((await pay(first)).outcome).toBe('APPROVED');

    const eleventh = order();
    const { outcome, body } = await pay(eleventh);
    expect(outcome).toBe('CHALLENGE_REQUIRED');
    expect((await pay({ ...eleventh, proof: solve(body.challenge) })).outcome).toBe('APPROVED');
    expect((await pay({ ...order(), pageView: viewed(undefined) })).outcome).toBe('APPROVED');
  });

  it('is another one of each page, also within one second', () => {
    expect(viewed(undefined)).not.toBe(viewed(undefined));
  });
});

describe('one card', () => {
  it('is not sent again after four refusals, whoever tries 50 security codes of it on two nodes', async () => {
    const codes = Array.from({ length: 50 }, (_, index) => String(100 + index));

    const answers = await settleInCrowd(
      codes.map(
        (cvv, index) => async () => (await pay({ cardNumber: REFUSED, cvv, ...stranger() }, alternate(index))).outcome,
      ),
    );

    const refused = answers.filter((answer) => answer.status === 'fulfilled' && answer.value === 'REJECTED');
    expect(await asked()).toBe(refused.length);
    expect(refused.length).toBeGreaterThanOrEqual(3);
    expect(refused.length).toBeLessThanOrEqual(4);
  });

  it('is not sent again after three wrong security codes where the provider says that they were wrong', async () => {
    let sent = 0;
    const tryCode = (node: TestNode) =>
      withCardTries(
        node.app,
        {
          ...shop(),
          cards: [cardTry('ab')],
          buyer: { email: stranger().email, document: null },
          limits: DEFAULT_PLATFORM_SETTINGS.cardLimits,
        },
        {
          field: 'token',
          work: async () => {
            sent++;
            return { value: null, result: { refused: 'wrong_security_code' } satisfies CardResult };
          },
        },
      );

    const answers = await settleInCrowd(Array.from({ length: 50 }, (_, index) => () => tryCode(alternate(index))));

    expect(sent).toBe(3);
    expect(answers.filter((answer) => answer.status === 'rejected')).toHaveLength(47);
  });

  it.each<[DeclineReason, boolean]>([
    ['lost_or_stolen', true],
    ['card_not_allowed', true],
    ['card_not_supported', true],
    ['suspected_fraud', false],
    ['wrong_number', false],
    ['insufficient_funds', false],
    ['issuer_unavailable', false],
  ])('that its bank refuses with %s is not sent again by anybody for a day: %s', async (reason, isBarred) => {
    let sent = 0;
    const tryOnce = (node: TestNode) =>
      withCardTries(
        node.app,
        {
          ...shop(),
          cards: [cardTry('ba')],
          buyer: { email: stranger().email, document: null },
          limits: { ...DEFAULT_PLATFORM_SETTINGS.cardLimits, refusalsPerCard: 1_000 },
        },
        {
          field: 'token',
          work: async () => {
            sent++;
            return { value: null, result: { refused: reason } satisfies CardResult };
          },
        },
      ).then(
        () => 'SENT',
        ({ code }) => code,
      );

    await tryOnce(nodes[0]);
    expect([await tryOnce(nodes[1]), sent]).toEqual(isBarred ? ['CARD_UNAVAILABLE', 1] : ['SENT', 2]);
    const [{ hours } = { hours: 0 }] = await inspector.rows<{ hours: number }>(
      `SELECT extract(epoch FROM ends_at - now()) / 3600 AS hours FROM velocity_counter WHERE platform_id = $1 AND kind = 'card'`,
      [world.platformId],
    );
    expect(Number(hours) > 24).toBe(reason === 'lost_or_stolen');
    expect(Number(hours)).toBeGreaterThan(23);
  });

  it('that one buyer tries at once on two nodes is counted without a deadlock, whatever ends meanwhile', async () => {
    const { email, cpf } = stranger();
    const cards = ['ab', 'cd'].map(cardTry);
    const tries = { ...shop(), buyer: { email, document: cpf }, limits: MANY_CARDS };

    const answers = await settleInCrowd(
      Array.from(
        { length: 100 },
        (_, index) => () =>
          withCardTries(
            alternate(index).app,
            { ...tries, cards: index % 3 === 0 ? cards.toReversed() : cards },
            { field: 'token', work: async () => ({ value: index, result: 'OTHER' }) },
          ),
      ),
    );

    expect(answers.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(
      await inspector.rows(
        'SELECT DISTINCT tries, answers FROM velocity_counter WHERE platform_id = $1 AND slot = 0 AND kind = ANY($2)',
        [world.platformId, ['card', 'email', 'document']],
      ),
    ).toEqual(expect.arrayContaining([{ tries: 100, answers: 100 }]));
  });

  it('is sent again once its day is over, and its counters are deleted', async () => {
    for (let refusal = 0; refusal < 4; refusal++) await pay({ cardNumber: REFUSED, ...stranger() });
    expect((await pay({ cardNumber: REFUSED, ...stranger() })).outcome).toBe('CARD_UNAVAILABLE');
    await inspector.rows(`UPDATE velocity_counter SET ends_at = now() - interval '1 second'`);

    expect((await pay({ cardNumber: REFUSED, ...stranger() })).outcome).toBe('REJECTED');
    expect(await forgetTries(nodes[0].app)).toBeGreaterThan(3);
    expect(await inspector.rows('SELECT kind FROM velocity_counter WHERE ends_at < now()')).toEqual([]);
  });
});

describe('a buyer', () => {
  it('who mistypes twice buys with the third try, and again with the same card', async () => {
    for (let refusal = 0; refusal < 2; refusal++)
      expect((await pay({ cardNumber: REFUSED }, alternate(refusal))).outcome).toBe('REJECTED');

    for (let purchase = 0; purchase < 3; purchase++)
      expect((await pay({ cardNumber: GOOD }, alternate(purchase))).outcome).toBe('APPROVED');
  });

  it('who repeats a call gets its answer, and uses nothing up', async () => {
    const [key, token] = [newId(), await seal(nodes[0], { cardNumber: REFUSED })];
    const answers = [];
    for (let repeat = 0; repeat < 6; repeat++) answers.push(await pay({ token, key }, alternate(repeat)));

    expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['REJECTED']));
    expect(await asked()).toBe(1);
    expect(
      await inspector.rows(
        `SELECT tries, answers, refusals FROM velocity_counter WHERE kind = 'card' AND platform_id = $1`,
        [world.platformId],
      ),
    ).toEqual([{ tries: 1, answers: 1, refusals: 1 }]);
  });

  it('is stored under no name: neither number, e-mail nor document', async () => {
    await pay({ cardNumber: REFUSED });

    const rows = JSON.stringify(await inspector.rows('SELECT to_jsonb(v) AS row FROM velocity_counter v'));
    const hidden = [REFUSED, 'joao@example.com', '52998224725'];
    for (const text of hidden) {
      expect(rows).not.toContain(text);
      expect(rows).not.toContain(Buffer.from(text).toString('hex'));
    }
  });
});

describe('a sealed card', () => {
  it('pays one order, and no other buyer or order on any node', async () => {
    const token = await seal(nodes[0], { cardNumber: GOOD });
    const key = newId();
    expect((await pay({ token, key })).outcome).toBe('APPROVED');

    expect((await pay({ token, key }, nodes[1])).outcome).toBe('APPROVED');
    const reused = await pay({ token, email: 'thief@example.com', cpf: '11144477735' }, nodes[1]);
    expect(reused).toMatchObject({
      outcome: 'CARD_TOKEN_INVALID',
      body: { details: [{ field: 'creditCard.token' }] },
    });
    expect((await pay({ token }, nodes[0])).outcome).toBe('CARD_TOKEN_INVALID');
    expect(await asked()).toBe(1);
  });

  it('is the same one with other bits that its coding ignores', async () => {
    const token = await seal(nodes[0], { cardNumber: GOOD });
    // The tag has 16 bytes: the last of its 22 letters carries two bits that mean something.
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = letters.indexOf(token.at(-1) as string);
    const twin = token.slice(0, -1) + letters[last ^ 1];
    expect((await pay({ token })).outcome).toBe('APPROVED');

    expect((await pay({ token: twin, email: 'thief@example.com', cpf: '11144477735' })).outcome).toBe(
      'CARD_TOKEN_INVALID',
    );
  });
});

describe('a card that is stored without a purchase', () => {
  const store = async (node: TestNode) => {
    const made = await node.app.inject({
      method: 'POST',
      url: '/api/checkout.tokenCreditCard',
      payload: {
        checkoutId: world.offerId,
        token: `~${count++}`,
        pageView: viewed(undefined),
        name: 'João Comprador',
        email: 'joao@example.com',
        cpf: '52998224725',
      },
    });
    return made.json().code as string | undefined;
  };

  it('counts as any other', async () => {
    await inspector.rows('DELETE FROM payment_route WHERE platform_id = $1', [world.platformId]);
    await connect(nodes[0].app, world, { methods: ['CREDIT_CARD'] });
    for (const node of nodes) node.app.cache.forgetAll();

    const codes = [];
    for (let card = 0; card < 5; card++) codes.push(await store(alternate(card)));

    expect(codes.slice(0, 3)).not.toContain('CARD_UNAVAILABLE');
    expect(codes.slice(3)).toEqual(['CARD_UNAVAILABLE', 'CARD_UNAVAILABLE']);
  });
});

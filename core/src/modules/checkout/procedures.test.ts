import { DEFAULT_PLATFORM_SETTINGS } from '@feira/schemas/platform';
import { CompactEncrypt, importJWK } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { movableClock } from '../../../test/market.ts';
import { updateRows } from '../../../test/rows.ts';
import { buy, CPF, connect, createWorld, pixPurchase, type World } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';
import { purgeCarts } from '../abandoned-carts/model.ts';

const SANDBOX_CARD = { holder_name: 'JOAO COMPRADOR', exp_month: 12, exp_year: 2034, cvv: '123' };
const ADDRESS = {
  cep: '01310100',
  street: 'Avenida Paulista',
  number: '1000',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
};

let node: TestNode;
let inspector: Inspector;
let world: World;
let connectionId: string;
const clock = movableClock();

beforeAll(async () => {
  node = await buildNode({ clock });
  inspector = await openInspector(node.databaseUrl);
  world = await createWorld(node.app, {
    settings: { softDescriptor: 'TESTE', installments: { ...DEFAULT_PLATFORM_SETTINGS.installments, max: 6 } },
  });
  connectionId = (await connect(node.app, world)).id;
});
afterAll(async () => {
  await inspector.close();
  await node.close();
});

const call = (name: string, query: Record<string, string | string[]> = {}) => {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) => [value].flat().map((item) => [key, item])),
  );
  return node.app.inject({ url: `/api/${name}?${search}` });
};
const post = (name: string, payload: object) => node.app.inject({ method: 'POST', url: `/api/${name}`, payload });

/** As the acquirer's browser module would: the number goes to the acquirer, a token comes back. */
async function tokenize(number: string): Promise<string> {
  const answer = await node.app.inject({
    method: 'POST',
    url: `/simulators/${connectionId}/tokens`,
    headers: { authorization: 'Bearer pk_test_0123456789' },
    payload: { card: { number, ...SANDBOX_CARD } },
  });
  return answer.json().id;
}

const cardPurchase = async (number: string, extra: object = {}) =>
  pixPurchase(world, {
    paymentMethod: 'CREDIT_CARD',
    creditCard: { token: await tokenize(number), installments: 1 },
    ...extra,
  });

const changeOffer = (columns: Record<string, unknown>) =>
  node.app.database.transaction(world.platformId, (transaction) =>
    transaction.run(updateRows('offer', { id: world.offerId }, columns)),
  );

describe('checkout.getCheckout', () => {
  it('shows the offer with what its methods need, and nothing of the inside', async () => {
    const checkout = (await call('checkout.getCheckout', { checkoutId: world.offerId })).json();

    expect(checkout).toMatchObject({
      id: world.offerId,
      price: 9990,
      sellerName: 'Maria Vendedora',
      pixEnabled: true,
      requiredBuyerFields: { PIX: [], CREDIT_CARD: ['document'] },
      card: { tokenization: 'browser', provider: 'sandbox', gatewayPublicKey: 'pk_test_0123456789' },
      orderBumps: [{ id: world.bumpId, price: 1990, fakePrice: 3990 }],
    });
    expect(JSON.stringify(checkout)).not.toContain('sk_test');
  });

  it('shows the former price and the words of extras', async () => {
    await node.app.database.transaction(world.platformId, (transaction) =>
      transaction.run(updateRows('order_bump', { id: world.bumpId }, { text: 'Doze receitas para começar.' })),
    );
    await changeOffer({ fake_price: 12_990 });

    await expect
      .poll(async () => (await call('checkout.getCheckout', { checkoutId: world.offerId })).json())
      .toMatchObject({ fakePrice: 12_990, orderBumps: [{ text: 'Doze receitas para começar.' }] });
  });

  it('says that no gateway is configured where the card is all that is sold and no connection takes it', async () => {
    const host = 'sem-gateway.example';
    const { offerId } = await createWorld(node.app, { host });
    const headers = { host };
    const read = (name: string) => node.app.inject({ url: `/api/checkout.${name}?checkoutId=${offerId}`, headers });

    expect((await read('getCheckout')).json()).toMatchObject({
      creditCardEnabled: true,
      card: null,
      pixEnabled: false,
    });
    expect((await read('getInstallments')).json().message).toBe('Gateway de pagamento não configurado.');
  });

  it('shows a company by its CNPJ, and a person by the CPF and address that they let buyers see', async () => {
    const identity = async (document: string, shows = false, address: string | null = null) => {
      await inspector.rows('UPDATE person SET document = $1, shows_document = $2, public_address = $3 WHERE id = $4', [
        document,
        shows,
        address,
        world.sellerId,
      ]);
      node.app.cache.forgetAll();
      const { sellerDocument, sellerAddress } = (
        await call('checkout.getCheckout', { checkoutId: world.offerId })
      ).json();
      return [sellerDocument, sellerAddress];
    };
    const street = 'Rua das Flores, 10, São Paulo - SP';

    expect(await identity(CPF)).toEqual([null, null]);
    expect(await identity(CPF, true, street)).toEqual([CPF, street]);
    expect(await identity('12ABC34501DE35')).toEqual(['12ABC34501DE35', null]);
  });

  it('offers the price in as many installments as the card takes', async () => {
    const { bestInstallment } = (await call('checkout.getCheckout', { checkoutId: world.offerId })).json();
    const { options } = (await call('checkout.getInstallments', { checkoutId: world.offerId })).json();

    expect(bestInstallment).toEqual(options.at(-1));
    expect(bestInstallment.installmentNumber).toBe(6);
  });

  it('shows a changed price at once, on a node that remembered the old one', async () => {
    await call('checkout.getCheckout', { checkoutId: world.offerId });
    await changeOffer({ price: 12_345 });

    await expect
      .poll(async () => (await call('checkout.getCheckout', { checkoutId: world.offerId })).json().price)
      .toBe(12_345);

    await changeOffer({ price: 9_990 });
    await expect
      .poll(async () => (await call('checkout.getCheckout', { checkoutId: world.offerId })).json().price)
      .toBe(9_990);
  });
});

describe('checkout.purchase', () => {
  it('answers a payable PIX and stores the payment with its evidence', async () => {
    const answer = await buy(node.app, pixPurchase(world));

    expect(answer.json()).toMatchObject({
      method: 'PIX',
      status: 'PENDING',
      payment: { amount: 9990, isConfirming: false },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().payment.pixCode).toMatch(/^000201/);
  });

  it('asks a buyer who bought the same within a day, before anything is charged, and charges once it is wanted', async () => {
    const who = { email: 'again@example.com', name: 'Ana Repetida', cpf: CPF, isRepeat: false };
    const again = async (changes: object = {}) =>
      buy(node.app, await cardPurchase('4111111111111111', { ...who, ...changes }));
    const countCharges = () =>
      inspector.rows(`SELECT 1 FROM sale WHERE buyer_email_lower = 'again@example.com'`).then((rows) => rows.length);
    expect((await again()).json().status).toBe('APPROVED');

    const asked = await again({ email: 'Again@example.com', name: 'Outro Nome' });

    expect(asked.statusCode).toBe(409);
    expect(asked.json()).toMatchObject({ code: 'ALREADY_PURCHASED', details: [{ field: 'isRepeat' }] });
    // The address of a buyer tells a stranger nothing.
    expect((await again({ name: 'Estranho Curioso', cpf: '11144477735' })).json().status).toBe('APPROVED');
    expect(await countCharges()).toBe(2);
    expect((await again({ isRepeat: true })).json().status).toBe('APPROVED');
    expect(await countCharges()).toBe(3);
  });

  it('does not ask a buyer whose PIX waits, whose card was refused, or whose purchase is older than a day', async () => {
    const who = { email: 'later@example.com', name: 'Ana Depois', isRepeat: false };
    const pix = () => buy(node.app, pixPurchase(world, who));
    const card = async (number: string) => buy(node.app, await cardPurchase(number, { ...who, cpf: CPF }));
    await pix();
    expect((await pix()).json().status).toBe('PENDING');
    expect((await card('4000000000000010')).json().status).toBe('REJECTED');
    expect((await card('4111111111111111')).json().status).toBe('APPROVED');
    expect((await pix()).json().code).toBe('ALREADY_PURCHASED');

    await inspector.rows(
      `UPDATE sale SET created_at = created_at - interval '25 hours' WHERE buyer_email_lower = 'later@example.com'`,
    );

    expect((await pix()).json().status).toBe('PENDING');
  });

  it('adds the chosen extras and compares what the page showed', async () => {
    const body = pixPurchase(world, { orderBumpsIds: [world.bumpId] });

    const answer = await buy(node.app, { ...body, expectedTotal: 11_980 });
    const tampered = await buy(node.app, { ...body, expectedTotal: 1 });

    expect(answer.json().payment.amount).toBe(11_980);
    expect(tampered.statusCode).toBe(409);
    expect(tampered.json()).toMatchObject({ code: 'PRICE_CHANGED', details: [{ field: 'expectedTotal' }] });
  });

  it('charges the card with the interest of its installments', async () => {
    const { options } = (await call('checkout.getInstallments', { checkoutId: world.offerId })).json();
    const three = options.find((option: { installmentNumber: number }) => option.installmentNumber === 3);

    const answer = await buy(
      node.app,
      await cardPurchase('4111111111111111', {
        creditCard: { token: await tokenize('4111111111111111'), installments: 3 },
      }),
    );

    expect(answer.json()).toMatchObject({
      status: 'APPROVED',
      payment: { amount: three.total, installments: 3, cardLastDigits: '1111' },
    });
  });

  it('answers a refused card as a result the buyer can act on', async () => {
    const answer = await buy(node.app, await cardPurchase('4000000000000010'));

    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ method: 'CREDIT_CARD', status: 'REJECTED' });
  });

  it('knows a repeated purchase by its key, though the card had to be tokenised again', async () => {
    const key = 'same-purchase';
    const first = await buy(node.app, await cardPurchase('4111111111111111'), key);

    const repeated = await buy(node.app, await cardPurchase('4111111111111111'), key);

    expect(repeated.json()).toEqual(first.json());
    expect(repeated.headers['idempotency-replayed']).toBe('true');
  });

  it('refuses a card token that was used before, without charging', async () => {
    const body = await cardPurchase('4111111111111111');
    await buy(node.app, body);

    const again = await buy(node.app, body);

    expect(again.json()).toMatchObject({ code: 'PAYMENT_REFUSED' });
    expect(again.statusCode).toBe(402);
  });

  it.each([
    [
      'a boleto without the document its provider demands',
      { paymentMethod: 'BILLET', cpf: undefined },
      'DOCUMENT_MISSING',
      'cpf',
    ],
    ['a document whose check digits are wrong', { cpf: '52998224724' }, 'DOCUMENT_INVALID', 'cpf'],
    ['a card without its token', { paymentMethod: 'CREDIT_CARD' }, 'CARD_TOKEN_MISSING', 'creditCard.token'],
    [
      'installments nobody offered',
      { paymentMethod: 'CREDIT_CARD', creditCard: { token: 'x', installments: 12 } },
      'INSTALLMENTS_NOT_OFFERED',
      'creditCard.installments',
    ],
    [
      'an extra of another offer',
      { orderBumpsIds: ['01930000-0000-7000-8000-000000000999'] },
      'ORDER_BUMP_NOT_FOUND',
      'orderBumpsIds',
    ],
  ])('refuses %s and names the field', async (_case, extra, code, field) => {
    const answer = await buy(node.app, pixPurchase(world, extra));

    expect(answer.json()).toMatchObject({ code, details: [{ field }] });
    expect(answer.statusCode).toBe(422);
  });

  it('takes a CNPJ with letters', async () => {
    const answer = await buy(node.app, pixPurchase(world, { paymentMethod: 'BILLET', cpf: '12ABC34501DE35' }));

    expect(answer.json()).toMatchObject({
      status: 'PENDING',
      payment: { billetCode: expect.stringMatching(/^\d{47}$/) },
    });
  });

  it('asks for the address of physical goods and adds their freight', async () => {
    await node.app.database.transaction(world.platformId, (transaction) =>
      transaction.run(updateRows('product', { id: world.productId }, { type_product: 'FISICO' })),
    );
    await changeOffer({ frete_price: 1_500 });
    await expect
      .poll(async () => (await call('checkout.getCheckout', { checkoutId: world.offerId })).json().fretePrice)
      .toBe(1_500);

    const missing = await buy(node.app, pixPurchase(world, { cep: '01310100' }));
    const answer = await buy(node.app, pixPurchase(world, ADDRESS));

    expect(missing.json()).toMatchObject({
      code: 'ADDRESS_MISSING',
      message: 'Por favor, preencha todos os campos obrigatórios de endereço.',
    });
    expect(answer.json().payment.amount).toBe(11_490);
    await node.app.database.transaction(world.platformId, (transaction) =>
      transaction.run(updateRows('product', { id: world.productId }, { type_product: 'DIGITAL' })),
    );
    await changeOffer({ frete_price: null });
  });
});

describe('a sealed card', () => {
  const seal = async (claims: object) => {
    const { kid, publicJwk } = node.app.sealKeys;
    const key = await importJWK({ ...publicJwk }, 'ECDH-ES');
    return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(claims)))
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid })
      .encrypt(key);
  };
  const claims = (extra: object = {}) => ({
    offerId: world?.offerId,
    iat: Math.floor(Date.now() / 1000),
    cardNumber: '4111111111111111',
    holderName: 'JOAO COMPRADOR',
    expMonth: 12,
    expYear: 2034,
    cvv: '123',
    ...extra,
  });
  const pay = async (token: string) =>
    buy(
      node.app,
      pixPurchase(world, { paymentMethod: 'CREDIT_CARD', creditCard: { token, installments: 1 }, ...ADDRESS }),
    );

  beforeAll(async () => {
    await connect(node.app, world, {
      provider: 'asaas',
      priority: 1,
      methods: ['CREDIT_CARD'],
      settings: { webhookEmail: 'a@example.com' },
      secrets: { apiKey: '$aact_hmlg_0123456789', webhookAuthToken: 'token-0123456789abcdef0123456789abcdef' },
    });
    await vi.waitFor(async () =>
      expect((await call('checkout.getCheckout', { checkoutId: world.offerId })).json().card.tokenization).toBe(
        'server',
      ),
    );
  });

  it('is opened for the provider that needs the number, and is stored nowhere', async () => {
    const answer = await pay(await seal(claims()));

    expect(answer.json()).toMatchObject({ status: 'APPROVED' });
    const tables = await node.app.database.find<{ everything: string }>(world.platformId, {
      text: `SELECT (SELECT string_agg(to_jsonb(s)::text, '') FROM sale s) || (SELECT string_agg(to_jsonb(p)::text, '') FROM payment p)
          || (SELECT string_agg(to_jsonb(e)::text, '') FROM payment_evidence e) || (SELECT string_agg(to_jsonb(i)::text, '') FROM idempotency_key i) AS everything`,
      values: [],
    });
    expect(tables?.everything).toContain('1111');
    expect(tables?.everything).not.toContain('411111111111');
  });

  it.each([
    ['sealed for another offer', { offerId: '01930000-0000-7000-8000-000000000999' }],
    ['older than ten minutes', { iat: Math.floor(Date.now() / 1000) - 601 }],
    ['whose number fails its check digit', { cardNumber: '4111111111111112' }],
  ])('is refused when it is %s', async (_case, extra) => {
    expect((await pay(await seal(claims(extra)))).json()).toMatchObject({
      code: 'CARD_TOKEN_INVALID',
      details: [{ field: 'creditCard.token' }],
    });
  });

  it.each([[null], [1], ['text'], [{}], [{ ...claims(), cardNumber: 4111111111111111 }]])(
    'is refused when it holds no card: %j',
    async (content) => {
      expect((await pay(await seal(content as object))).json().code).toBe('CARD_TOKEN_INVALID');
    },
  );

  it('is refused when it was made with another key', async () => {
    const [head, ...rest] = (await seal(claims())).split('.');
    const header = { ...JSON.parse(Buffer.from(head as string, 'base64url').toString()), kid: 'another' };

    const answer = await pay([Buffer.from(JSON.stringify(header)).toString('base64url'), ...rest].join('.'));

    expect(answer.json().code).toBe('CARD_TOKEN_INVALID');
  });
});

describe('checkout.putAbandonedCart', () => {
  it('keeps a cart only where the offer says so, and updates it by its id', async () => {
    const cart = { offerId: world.offerId, email: 'ana@example.com' };
    const refused = await post('checkout.putAbandonedCart', cart);
    await changeOffer({ abandoned_cart_enabled: true });
    await expect
      .poll(async () => (await call('checkout.checkAbandonedCartEnabled', { offerId: world.offerId })).json().enabled)
      .toBe(true);

    const saved = await post('checkout.putAbandonedCart', cart);
    const { cartId } = saved.json();
    const cookie = saved.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const change = (payload: object, headers = {}) =>
      node.app.inject({
        method: 'POST',
        url: '/api/checkout.putAbandonedCart',
        headers,
        payload: { ...cart, ...payload },
      });
    const stranger = await change({ cartId, email: 'eva@example.com' });
    const strangers = await change({ email: 'eva@example.com' });
    const claimed = await buy(node.app, pixPurchase(world, { abandonedCartId: cartId }), undefined, {
      cookie: strangers.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    });
    const read = async () => {
      const [result] = await node.app.database.read(world.platformId, [
        { text: 'SELECT email, phone, recovered_by FROM abandoned_cart WHERE id = $1', values: [cartId] },
      ]);
      return result?.rows;
    };
    const untouched = await read();
    const updated = await change({ phone: '11987654321' }, { cookie });
    const bought = await buy(node.app, pixPurchase(world, { abandonedCartId: cartId }), undefined, { cookie });

    expect(refused.json().code).toBe('CART_CAPTURE_DISABLED');
    expect([stranger.json().code, claimed.statusCode]).toEqual(['CART_NOT_FOUND', 200]);
    expect(untouched).toEqual([{ email: 'ana@example.com', phone: null, recoveredBy: null }]);
    expect(updated.json()).toEqual({ cartId });
    expect(bought.statusCode).toBe(200);
    expect(await read()).toEqual([{ email: 'ana@example.com', phone: '11987654321', recoveredBy: expect.any(String) }]);
  });

  it('keeps one cart of a visitor, small, and for thirty days', async () => {
    const cart = { offerId: world.offerId, email: 'ivo@example.com' };
    const first = await post('checkout.putAbandonedCart', cart);
    const cookie = first.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const again = (payload: object) =>
      node.app.inject({
        method: 'POST',
        url: '/api/checkout.putAbandonedCart',
        headers: { cookie },
        payload: { ...cart, ...payload },
      });
    const flood = await Promise.all(Array.from({ length: 10 }, () => again({})));
    const large = await again({
      utmQuery: Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`k${n}`, 'x'.repeat(400)])),
    });
    const count = async () =>
      (
        await inspector.rows<{ count: number }>(
          `SELECT count(*)::int AS count FROM abandoned_cart WHERE email = 'ivo@example.com'`,
        )
      )[0]?.count;
    const kept = await count();
    await inspector.rows(
      `UPDATE abandoned_cart SET purge_at = now() + interval '1 day' WHERE email = 'ivo@example.com'`,
    );
    await purgeCarts(node.app);
    const young = await count();
    await inspector.rows(
      `UPDATE abandoned_cart SET purge_at = now() - interval '1 day' WHERE email = 'ivo@example.com'`,
    );
    await purgeCarts(node.app);

    expect(new Set(flood.map((answer) => answer.json().cartId))).toEqual(new Set([first.json().cartId]));
    expect(large.json().code).toBe('BODY_TOO_LARGE');
    expect([kept, young, await count()]).toEqual([1, 1, 0]);
  });
});

describe('subscriptions', () => {
  it('store the card first, charge the price and not the recurring one, in one installment, and sell no boleto', async () => {
    await changeOffer({
      type: 'SUBSCRIPTION',
      recurrence_price: 2_990,
      frequency_in_days: 30,
      billet_enabled: false,
      connection_id: connectionId,
    });
    await expect
      .poll(async () => (await call('checkout.getCheckout', { checkoutId: world.offerId })).json().type)
      .toBe('SUBSCRIPTION');

    const buyer = { name: 'João Comprador', email: 'joao@example.com', cpf: CPF };
    const stored = await post('checkout.tokenCreditCard', {
      checkoutId: world.offerId,
      token: await tokenize('4111111111111111'),
      ...buyer,
    });
    const { creditCardId } = stored.json();
    const pay = (changes: object) =>
      buy(
        node.app,
        pixPurchase(world, { paymentMethod: 'CREDIT_CARD', creditCard: { creditCardId, installments: 6 }, ...changes }),
      );
    // One of the same product, and one of another seller.
    const [sister, stranger] = [newId(), newId()];
    await inspector.rows(
      `WITH seller AS (INSERT INTO person (platform_id, id, name, email) VALUES ($1, $4, 'Rui', 'rui@example.com') RETURNING id),
         theirs AS (INSERT INTO product (platform_id, id, seller_id, name, type_product)
           SELECT $1, $4, id, 'Curso', 'DIGITAL' FROM seller RETURNING id)
       INSERT INTO offer SELECT (jsonb_populate_record(o, jsonb_build_object('id', made.id, 'product_id', made.product_id))).*
       FROM offer o, (SELECT $3::uuid AS id, o2.product_id FROM offer o2 WHERE o2.id = $2 UNION ALL SELECT $4::uuid, id FROM theirs) made
       WHERE o.id = $2`,
      [world.platformId, world.offerId, sister, stranger],
    );
    const others = [
      await pay({ offerId: sister }),
      await pay({ offerId: stranger }),
      await pay({ email: 'other@example.com' }),
      await pay({ cpf: '11144477735' }),
      await pay({ creditCard: { creditCardId: creditCardId.replace('.', 'A.'), installments: 1 } }),
      await pay({ creditCard: { creditCardId: `${connectionId}~card_1`, installments: 1 } }),
    ];
    const answer = await pay({});
    const boleto = await buy(node.app, pixPurchase(world, { paymentMethod: 'BILLET' }));
    clock.forward(61 * 60_000);
    const late = await pay({});

    for (const refused of [...others, late])
      expect(refused.json()).toMatchObject({
        code: 'CARD_TOKEN_INVALID',
        details: [{ field: 'creditCard.creditCardId' }],
      });
    expect(answer.json()).toMatchObject({ status: 'APPROVED', payment: { amount: 9_990, installments: 1 } });
    expect(boleto.json()).toMatchObject({ code: 'METHOD_NOT_ENABLED', details: [{ field: 'paymentMethod' }] });
  });
});

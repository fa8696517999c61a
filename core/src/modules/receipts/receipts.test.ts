/** The lines of receipts add up, any reader verifies them, and a verification tells nothing of the buyer. */
import { compactVerify, importJWK } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bought, findBought, type Market, openMarket } from '../../../test/market.ts';
import { waitFor } from '../../../test/wait-for.ts';
import { buy, pixPurchase } from '../../../test/world.ts';
import { checkPayment, findPayment } from '../payments/service.ts';
import { deriveReceiptKey, signReceipt } from './keys.ts';
import { printReceipt } from './pdf.ts';
import type { SignedReceipt } from './receipt.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket({ isListening: false });
  await market.inspector.rows(`UPDATE person SET document = '11222333000181' WHERE id = $1`, [market.world.sellerId]);
});
afterAll(() => market.close());

const get = (url: string, language = 'pt-BR') =>
  market.node.app.inject({ url, headers: { 'accept-language': language } });

async function buyPaid(extra: { coupon?: string } = {}): Promise<Bought> {
  const { node, world, inspector } = market;
  const answer = await buy(node.app, pixPurchase(world, { orderBumpsIds: [world.bumpId], ...extra }));
  const bought = await findBought(inspector, answer.json().paymentId);
  await (await market.host()).simulator.pay(bought.transactionId as string);
  await checkPayment(node.app, world.platformId, bought.paymentId);
  await waitFor(
    'the payment is approved',
    async () => (await market.readPayment(bought.paymentId)).status === 'APPROVED',
  );
  return bought;
}

async function readSigned(bought: Bought): Promise<SignedReceipt> {
  const answer = await get(`/checkout/payment/${bought.publicId}/receipt.json`);
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

describe('a receipt', () => {
  it('names what was paid line by line, the seller, the PIX and the last days', async () => {
    const { receipt } = await readSigned(await buyPaid());

    expect(receipt).toMatchObject({
      number: expect.stringMatching(/^[2-9A-Z]{5}-[2-9A-Z]{5}$/),
      seller: { name: 'Maria Vendedora', document: '11222333000181' },
      buyer: { name: 'João Comprador' },
      items: [
        { title: 'Curso de Pão', amount: 9_990 },
        { title: 'E-book', amount: 1_990 },
      ],
      amount: 11_980,
      method: 'PIX',
      pixEndToEndId: expect.stringMatching(/^E[0-9A-Za-z]{31}$/),
      withdrawal: { days: 7 },
    });
    const lines = receipt.items.reduce((sum, item) => sum + item.amount, 0);
    expect(lines - receipt.discount + receipt.freight + receipt.interest).toBe(receipt.amount);
    // The day of the purchase does not count, and the last one counts whole.
    const daysLeft = (Date.parse(receipt.withdrawal.until) - Date.parse(receipt.paidAt)) / 86_400_000;
    expect(Math.floor(daysLeft)).toBe(7);
    expect(receipt.withdrawal.until).toMatch(/T02:59:59/);
    expect(JSON.stringify(receipt)).not.toMatch(/52998224725|987654321|joao@/);
  });

  it('has a line for the coupon, as the payment page has', async () => {
    const { world, inspector } = market;
    await inspector.rows(
      `INSERT INTO coupon (platform_id, id, seller_id, code, basis_points) VALUES ($1, gen_random_uuid(), $2, 'PASCOA10', 1000)`,
      [world.platformId, world.sellerId],
    );
    const bought = await buyPaid({ coupon: 'pascoa10' });
    const signed = await readSigned(bought);

    expect(signed.receipt).toMatchObject({
      items: [{ amount: 9_990 }, { amount: 1_990 }],
      couponCode: 'PASCOA10',
      discount: 999,
      amount: 10_981,
    });
    const view = (await get(`/api/checkout.getPaymentQuick?paymentId=${bought.publicId}`)).json();
    expect(view).toMatchObject({ discount: 999, couponCode: 'PASCOA10' });
  });

  it('has a line for what the method took off the price, as the payment page has', async () => {
    const { world, inspector } = market;
    await inspector.rows('UPDATE offer SET pix_discount_basis_points = 500 WHERE id = $1', [world.offerId]);
    market.node.app.cache.forgetAll();
    const bought = await buyPaid();
    await inspector.rows('UPDATE offer SET pix_discount_basis_points = 0 WHERE id = $1', [world.offerId]);
    market.node.app.cache.forgetAll();
    const { receipt } = await readSigned(bought);

    expect(receipt).toMatchObject({
      items: [{ amount: 9_990 }, { amount: 1_990 }],
      discount: 0,
      methodDiscount: 500,
      amount: 11_480,
    });
    const view = (await get(`/api/checkout.getPaymentQuick?paymentId=${bought.publicId}`)).json();
    expect(view).toMatchObject({ methodDiscount: 500, couponCode: null });
  });

  it('is verified at its address by its number, amount, date and seller alone', async () => {
    const bought = await buyPaid();
    const { receipt, verifyUrl } = await readSigned(bought);
    const path = new URL(verifyUrl).pathname;

    const page = await get(path);

    expect(page.statusCode).toBe(200);
    for (const fact of ['Comprovante verdadeiro', receipt.number, '119,80', 'Maria Vendedora'])
      expect(page.body).toContain(fact);
    expect(page.body).not.toMatch(/João|joao@|Curso de Pão|foi devolvido/);
    expect(page.body).not.toContain(bought.publicId);
    expect((await get(path, 'en')).body).toContain('Genuine receipt');
    expect(Buffer.from(path.split('.')[1] as string, 'base64url').toString()).not.toContain(bought.publicId);

    await market.inspector.rows(`UPDATE payment SET status = 'REFUNDED' WHERE id = $1`, [bought.paymentId]);
    expect((await get(path)).body).toContain('foi devolvido');
  });

  it('is refused when a letter differs, when another key or another platform signed it, and when it was not signed as a proof', async () => {
    const { app } = market.node;
    const { receipt, signature, verifyUrl } = await readSigned(await buyPaid());
    const token = verifyUrl.split('/').at(-1) as string;
    const [head, body = '', tail] = token.split('.');
    const proof = JSON.parse(Buffer.from(body, 'base64url').toString());
    const dearer = Buffer.from(JSON.stringify({ ...proof, amount: proof.amount + 1 })).toString('base64url');
    const stranger = Object.create(app, {
      config: { value: { ...app.config, encryptionKey: Buffer.alloc(32, 9) } },
      // The key of a stranger is not among ours.
      database: { value: { jobs: { run: async () => undefined } } },
    });
    const abroad = await signReceipt(app, { ...proof, platformId: crypto.randomUUID() });

    for (const wrong of [
      `${head}.${dearer}.${tail}`,
      await signReceipt(stranger, proof),
      abroad,
      signature,
      'x',
      'a.b.c',
    ]) {
      const page = await get(`/receipts/${wrong}`);
      expect(page.statusCode).toBe(404);
      expect(page.body).not.toContain(receipt.number);
    }
  });

  it('stays verifiable with the published keys after the key has changed', async () => {
    const { app } = market.node;
    const bought = await buyPaid();
    const old = await readSigned(bought);
    const rotated = Object.create(app, {
      config: { value: { ...app.config, encryptionKey: Buffer.alloc(32, 8) } },
    });
    const next = await signReceipt(rotated, { number: 'next' });

    const { keys } = (await get('/.well-known/receipt-keys.json')).json();
    expect(keys.map(({ kid }: { kid: string }) => kid)).toContain(deriveReceiptKey(app.config.encryptionKey).kid);
    expect(keys.every((key: object) => !('d' in key))).toBe(true);
    for (const token of [old.signature, next]) {
      const { payload } = await compactVerify(token, async ({ kid }) =>
        importJWK(
          keys.find((key: { kid: string }) => key.kid === kid),
          'EdDSA',
        ),
      );
      expect(JSON.parse(Buffer.from(payload).toString())).toHaveProperty('number');
    }
    expect((await get(new URL(old.verifyUrl).pathname)).statusCode).toBe(200);
  });

  it('is a PDF, also of names that its fonts do not have', async () => {
    const bought = await buyPaid();
    const answer = await get(`/checkout/payment/${bought.publicId}/receipt.pdf`);

    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(answer.headers['cache-control']).toContain('no-store');
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const signed = await readSigned(bought);
    signed.receipt.buyer.name = '李小龙 😀 Ana';
    signed.receipt.items = Array.from({ length: 60 }, () => ({ title: 'Título '.repeat(15), amount: 100 }));
    const long = await printReceipt(signed, { locale: 'en', colour: null });
    expect(long.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(1);
  });

  it('exists for what was paid only, and for nobody who does not know the payment’s address', async () => {
    const { node, world } = market;
    const waiting = (await buy(node.app, pixPurchase(world))).json().paymentId;
    const payment = await get(`/checkout/payment/${waiting}/receipt.json`);

    expect([payment.statusCode, payment.json().code]).toEqual([404, 'PAYMENT_NOT_FOUND']);
    for (const id of [
      'x',
      'A'.repeat(22),
      (await findPayment(node.app, world.platformId, (await buyPaid()).paymentId))?.id,
    ])
      expect((await get(`/checkout/payment/${id}/receipt.pdf`)).statusCode).toBe(404);
  });

  it('has its lines on the payment page too', async () => {
    const bought = await buyPaid();
    const view = (await get(`/api/checkout.getPaymentQuick?paymentId=${bought.publicId}`)).json();

    expect(view).toMatchObject({
      hasReceipt: true,
      order: {
        items: [{ title: 'Curso de Pão' }, { title: 'E-book', amount: 1_990 }],
        freight: 0,
        interest: 0,
        address: null,
      },
    });
  });
});

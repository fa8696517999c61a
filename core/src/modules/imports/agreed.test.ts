/** An imported subscription whose buyer agreed: access opens at once, nothing is charged before the due date, and then the imported price. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { checkWorld } from '../../../test/check-world.ts';
import { type Market, openMarket } from '../../../test/market.ts';
import { openSubscribing, type Subscribing } from '../../../test/subscribing.ts';
import { signToken } from '../../shared/signed-token.ts';

let market: Market;
let buyer: Subscribing;
beforeAll(async () => {
  market = await openMarket({ isListening: false });
});
afterAll(() => market.close());
beforeEach(async () => {
  market = await market.replace();
  buyer = await openSubscribing(market);
  await buyer.changeOffer('recurrence_price = 2990, billet_enabled = false');
});

const PUBLIC_ID = 'A'.repeat(22);

it('charges the imported price by a Pix before the due date, and never before', async () => {
  const { platformId, sellerId, offerId } = market.world;
  await market.inspector.rows(
    `INSERT INTO imported_subscription (platform_id, id, seller_id, key, source, import_id, offer_id, amount, currency, next_due_at, name, email,
       document, phone, public_id)
     VALUES ($1, gen_random_uuid(), $2, 'HOTMART:1', 'HOTMART', gen_random_uuid(), $3, 1990, 'BRL', now() + interval '10 days', 'Ana Lima',
       'ana@example.com', '12345678909', '11988887777', $4)`,
    [platformId, sellerId, offerId, PUBLIC_ID],
  );
  const token = signToken(market.node.app.config.encryptionKey, 'imported-subscription', PUBLIC_ID);
  const url = `/continue-subscription?token=${token}`;
  const page = await market.node.app.inject({ url });
  const seen = /name="seen" value="([^"]*)"/.exec(page.body)?.[1] ?? '';
  const answer = await market.node.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ seen }).toString(),
  });
  const [begun] = await market.inspector.rows<{ first_sale_id: string }>('SELECT first_sale_id FROM subscription');
  const access = await buyer.readAccess(begun?.first_sale_id as string);
  await buyer.pass(4);
  const early = await buyer.readSales();
  await buyer.pass(3);

  expect([answer.statusCode, answer.headers.location]).toEqual([303, expect.stringContaining('/subscription#')]);
  expect(access).toBe('OPEN');
  expect(early).toEqual([]);
  expect(await buyer.readSales()).toEqual([{ total: 1_990, status: 'PENDING' }]);
  await checkWorld(market.node.databaseUrl);
});

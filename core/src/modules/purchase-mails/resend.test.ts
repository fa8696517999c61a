import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chargeBackAtProvider, pollPayment, sellPaid } from '../../../test/at-provider.ts';
import { readMails } from '../../../test/mails.ts';
import { type Market, openMarket } from '../../../test/market.ts';
import { openSessionOf, openStaff, type Staff } from '../../../test/staff.ts';
import { buy, pixPurchase } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';
import { findAccessUrl } from '../deliverables/service.ts';

const PRICE = 9_990;
const DAY_MS = 86_400_000;

let market: Market;
let maria: Record<string, string>;
let stranger: Staff;

beforeAll(async () => {
  market = await openMarket({ isListening: false });
  const { node, world, inspector } = market;
  const { platformId, sellerId, productId } = world;
  await inspector.rows(`INSERT INTO role_grant (platform_id, person_id, role) VALUES ($1, $2, 'seller')`, [
    platformId,
    sellerId,
  ]);
  await inspector.rows(
    `INSERT INTO deliverable (platform_id, id, product_id, position, kind, title, text)
     VALUES ($1, $2, $3, 0, 'TEXT', 'Boas-vindas', 'Comece aqui')`,
    [platformId, newId(), productId],
  );
  maria = await openSessionOf(node.app, platformId, sellerId);
  stranger = await openStaff(node.app, platformId, { roles: ['seller'] });
});
afterAll(() => market.close());

const saleOf = async (paymentId: string): Promise<string> => {
  const [row] = await market.inspector.rows<{ saleId: string }>(
    'SELECT sale_id AS "saleId" FROM payment WHERE id::text = $1 OR public_id = $1',
    [paymentId],
  );
  return row!.saleId;
};
async function sell() {
  const email = `${newId()}@buyers.dev`;
  const bought = await sellPaid(market, PRICE, { email });
  return { ...bought, email, saleId: await saleOf(bought.paymentId) };
}
const resend = async (saleId: string, headers = maria) => {
  const answer = await market.node.app.inject({
    method: 'POST',
    url: '/api/purchaseMails.resendApproval',
    headers,
    payload: { saleId },
  });
  return { status: answer.statusCode, body: answer.json() };
};

describe('purchaseMails.resendApproval', () => {
  it('sends the mail with the access again, five times a day, also when asked at the same moment', async () => {
    const { node, inspector, world, clock } = market;
    const { saleId, email } = await sell();

    const answers = await Promise.all(Array.from({ length: 8 }, () => resend(saleId)));

    expect(answers.map(({ body }) => body.code ?? body.left).sort()).toEqual([
      0,
      1,
      2,
      3,
      4,
      'RESEND_LIMIT',
      'RESEND_LIMIT',
      'RESEND_LIMIT',
    ]);
    const mails = await readMails(node.app, inspector, world.platformId, email);
    expect(mails).toHaveLength(5);
    const accessLink = await findAccessUrl(node.app, world.platformId, saleId);
    expect(accessLink).toBeTruthy();
    for (const mail of mails) expect(mail).toMatchObject({ template: 'payment-approved', parameters: { accessLink } });
    expect(
      await inspector.rows(`SELECT actor_id FROM audit_event WHERE type = 'mail.resent' AND subject_id = $1`, [saleId]),
    ).toEqual(Array(5).fill({ actor_id: world.sellerId }));

    clock.forward(DAY_MS);
    expect((await resend(saleId, await openSessionOf(node.app, world.platformId, world.sellerId))).body).toEqual({
      left: 4,
    });
  });

  it('is for the seller of a paid sale alone', async () => {
    const sold = await sell();
    const { saleId, email } = sold;
    const unpaid = (await buy(market.node.app, pixPurchase(market.world))).json().paymentId;

    expect((await resend(saleId, stranger.headers)).body.code).toBe('SALE_NOT_FOUND');
    expect((await resend(newId())).body.code).toBe('SALE_NOT_FOUND');
    expect((await resend(await saleOf(unpaid))).body.code).toBe('RESEND_NOT_DUE');
    await chargeBackAtProvider(market, sold);
    await pollPayment(market, sold);
    expect((await resend(saleId)).body.code).toBe('RESEND_NOT_DUE');
    expect(await readMails(market.node.app, market.inspector, market.world.platformId, email)).toEqual([]);
  });
});

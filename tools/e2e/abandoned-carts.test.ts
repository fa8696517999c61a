/** Tests the way of a buyer who leaves a checkout and comes back by mail on another device, and what the seller sees of it. */
import type { SimulatorHost } from '@feira/plugin-kit/simulation';
import { expect, it } from 'vitest';
import { SELLERS } from '../src/demo/people.ts';
import { button, dialog, heading, openContext, PHONE, page, said, WIDE } from './browser-page.ts';
import { DEMO_PASSWORD } from './demo-password.ts';
import { fillSignIn } from './people.ts';
import { setUpStage, stage } from './stage.ts';
import { listViolations } from './violations.ts';

setUpStage();

const PAGE = '/platform/abandoned-cart';
const EMAIL = 'bia.compradora@example.com';
const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

async function look(name: string): Promise<void> {
  for (const [size, viewport] of Object.entries({ wide: WIDE, phone: PHONE })) {
    await page.setViewportSize(viewport);
    expect([name, size, await listViolations(page)]).toEqual([name, size, []]);
    expect([name, size, await fits()]).toEqual([name, size, true]);
    const { SHOTS } = process.env;
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}-${size}.png`, fullPage: true });
  }
  await page.setViewportSize(WIDE);
}

async function signIn(): Promise<void> {
  await openContext();
  await page.goto(`${stage.url}/login`);
  await fillSignIn(page, SELLERS[0]!.email, DEMO_PASSWORD);
  await page.waitForURL('**/platform/**');
}

const countMails = async () =>
  (await stage.query(`SELECT 1 FROM mail WHERE template = 'cart-reminder' AND recipient = $1`, [EMAIL])).length;

/** Lets the time pass that a cart waits for its next step. */
const passTime = (minutes: number) =>
  stage.query(
    `UPDATE abandoned_cart SET updated_at = updated_at - make_interval(mins => $2), due_at = now() WHERE email = $1 AND state = 'OPEN'`,
    [EMAIL, minutes],
  );

// One long walk: on a machine with other work it takes longer than most.
it('mails a buyer who left once, on whose link another device goes on', async () => {
  const offerId = stage.ids.offers.find('course');
  const [product] = await stage.query<{ id: string }>('SELECT product_id AS id FROM offer WHERE id = $1', [offerId]);
  await stage.query(
    'UPDATE offer SET abandoned_cart_enabled = product_id = $1, required_document_and_phone = product_id = $1',
    [product?.id],
  );
  await stage.query('DELETE FROM abandoned_cart');

  // The seller turns the recovery on.
  await signIn();
  await page.goto(stage.url + PAGE);
  await heading('Nenhum carrinho abandonado', 2);
  await look('carts-empty');
  await page.goto(`${stage.url}${PAGE}?tab=uplift`);
  await heading('Nada para comparar ainda', 2);
  await look('carts-uplift-empty');
  await page.goto(`${stage.url}${PAGE}?tab=recovery&product=${product?.id}`);
  await page.getByRole('switch', { name: 'Recuperação ligada' }).check();
  await page.getByLabel('Grupo de comparação').fill('0');
  await page.getByLabel('Silêncio até as').selectOption('21');
  await button('Ver como chega Mensagem 1 Português').click();
  await dialog().getByText('Sua compra de Curso de Pão Artesanal ficou pela metade').waitFor();
  await look('carts-preview');
  await dialog().getByRole('button', { name: 'Fechar' }).click();
  await look('carts-recovery');
  await button('Salvar alterações').click();
  await said('Alterações salvas');

  // The buyer fills the form in, and leaves.
  await openContext();
  await page.goto(`${stage.url}/checkout/${offerId}?utm_source=insta`);
  await page.getByText('Guardamos o que você preenche aqui por 30 dias').waitFor();
  await page.fill('[name=name]', 'Bia Compradora');
  await page.fill('[name=email]', EMAIL);
  await page.fill('[name=cpf]', '52998224725');
  await page.fill('[name=phone]', '11987654321');
  await page.locator('[name=orderBumpsIds]').first().check();
  await expect
    .poll(async () => {
      const [cart] = await stage.query<{ phone: string; form: { orderBumpsIds?: string[] } }>(
        'SELECT phone, form FROM abandoned_cart WHERE email = $1',
        [EMAIL],
      );
      return [cart?.phone, cart?.form.orderBumpsIds?.length ?? 0];
    })
    .toEqual(['11987654321', 1]);
  await look('carts-checkout');

  // An hour later the mail arrives, and its link fills the form of a phone.
  await passTime(61);
  await expect.poll(countMails).toBe(1);
  await openContext({ viewport: PHONE });
  await page.goto(`${stage.url}/mailbox`);
  await page.getByText('ficou pela metade').first().click();
  const link = page.frameLocator('iframe').getByRole('link', { name: 'Continuar minha compra' });
  const href = await link
    .or(page.getByRole('link', { name: 'Continuar minha compra' }))
    .first()
    .getAttribute('href');
  expect(href).toMatch(/\/checkout\/resume\/[\w-]{22}$/);
  await openContext({ viewport: PHONE });
  await page.goto(href as string);
  expect(page.url()).toBe(`${stage.url}/checkout/${offerId}?utm_source=insta`);
  await expect.poll(() => page.inputValue('[name=name]')).toBe('Bia Compradora');
  await expect.poll(() => page.inputValue('[name=email]')).toBe(EMAIL);
  await expect.poll(() => page.inputValue('[name=phone]')).toBe('(11) 98765-4321');
  await expect.poll(() => page.inputValue('[name=cpf]')).toBe('529.982.247-25');
  await expect.poll(() => page.locator('[name=orderBumpsIds]').first().isChecked()).toBe(true);
  await page.check('[name=paymentMethod][value=PIX]');
  await page.click('button[type=submit].primary');
  await page.waitForURL('**/checkout/payment/**');
  const publicId = new URL(page.url()).pathname.split('/').at(-1);
  const [bought] = await stage.query<{ transactionId: string }>(
    `SELECT a.transaction_id AS "transactionId" FROM payment p JOIN payment_attempt a ON a.payment_id = p.id WHERE p.public_id = $1`,
    [publicId],
  );
  await (stage.simulators.get('sandbox') as SimulatorHost).simulator.pay(bought?.transactionId as string);

  // The seller sees it recovered, and no second mail is written.
  await signIn();
  await page.goto(stage.url + PAGE);
  await expect
    .poll(async () => (await stage.query('SELECT state FROM abandoned_cart WHERE email = $1', [EMAIL]))[0]?.state)
    .toBe('RECOVERED');
  await page.reload();
  await page.getByRole('table').getByText('Recuperado').waitFor();
  await page.getByRole('link', { name: 'Ver venda' }).waitFor();
  await passTime(4 * 24 * 60);
  // Carts of other people in each state, for the eye.
  await stage.query(
    `INSERT INTO abandoned_cart (platform_id, id, offer_id, product_id, seller_id, name, document, email, email_lower, phone, amount, currency,
       state, stop_reason, resume_token, expires_at, abandoned_at, is_holdout)
     SELECT c.platform_id, gen_random_uuid(), c.offer_id, c.product_id, c.seller_id, v.name, '52998224725', v.email, v.email, v.phone, 29700, 'BRL',
       v.state, v.reason, substr(md5(v.email), 1, 22), now() + v.days * interval '1 day', now() - interval '2 days', v.held
     FROM abandoned_cart c, (VALUES
       ('Ana Carolina de Albuquerque Lima', 'ana.carolina.de.albuquerque@provedor.example', '92987654321', 'OPEN', NULL, 9, false),
       ('Davi Rocha', 'davi@provedor.example', '68987654321', 'STOPPED', 'UNSUBSCRIBED', 9, false),
       ('', 'eva@provedor.example', NULL, 'OPEN', NULL, 9, true),
       ('Ivo Melo', 'ivo@provedor.example', NULL, 'EXPIRED', NULL, -1, false)
     ) AS v(name, email, phone, state, reason, days, held) WHERE c.email = $1`,
    [EMAIL],
  );
  await page.reload();
  await page.getByText('Ana Carolina').first().waitFor();
  await look('carts-list');
  await page.goto(`${stage.url}${PAGE}?tab=uplift`);
  await page.getByText('com 95 % de confiança').waitFor();
  await look('carts-uplift');
  await button(/English/).click();
  await page.getByText('at 95 % confidence').waitFor();
  await look('carts-uplift-en');
  for (const tab of ['carts', 'recovery']) {
    await page.goto(`${stage.url}${PAGE}?tab=${tab}&product=${product?.id}`);
    await heading('Abandoned carts', 1);
    await page.waitForLoadState('networkidle');
    await look(`carts-${tab}-en`);
  }
  expect(await countMails()).toBe(1);
});

/** A seller asks for something besides, and a buyer answers. */
import { expect, it } from 'vitest';
import { SELLERS } from '../src/demo/people.ts';
import { button, openContext, page } from './browser-page.ts';
import { addressOf, isAlive } from './checkout-page.ts';
import { DEMO_PASSWORD } from './demo-password.ts';
import { fillSignIn } from './people.ts';
import { setUpStage, stage } from './stage.ts';
import { listViolations } from './violations.ts';

setUpStage();

const { SHOTS } = process.env;

it('is asked at the checkout, demanded there, and shown with the order', async () => {
  const ebook = stage.ids.offers.find('ebook');
  await openContext();
  await page.goto(`${stage.url}/login`);
  await fillSignIn(page, SELLERS[0]!.email, DEMO_PASSWORD);
  await page.waitForURL('**/platform/**');
  await page.goto(`${stage.url}/platform/my-products/offers/${ebook}`);
  await button('Adicionar campo').click();
  await page.getByLabel('Pergunta').fill('Para quem é?');
  await page.getByLabel('Obrigatório').check();
  if (SHOTS)
    await page.getByRole('region', { name: 'Outros campos' }).screenshot({ path: `${SHOTS}/custom-fields-form.png` });
  expect(await listViolations(page)).toEqual([]);
  await button('Salvar alterações').click();
  await page.getByText('Alterações salvas.').waitFor();

  await page.goto(addressOf(ebook));
  await isAlive();
  await page.fill('[name=name]', 'Bia Leitora');
  await page.fill('[name=email]', 'bia-campos@example.com');
  const pay = page.locator('.pay:not(.continue) button[type=submit]');
  await pay.click();
  await page.locator('#customFields\\.' + (await keyOf(ebook)) + '-error').waitFor();
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/custom-fields.png`, fullPage: true });
  expect(await listViolations(page)).toEqual([]);
  await page.getByLabel('Para quem é?').fill('Minha avó');
  await pay.click();
  await page.waitForURL(/\/checkout\/payment\//);

  const [sale] = await stage.query<{ id: string }>(
    `SELECT id FROM sale WHERE buyer_email_lower = 'bia-campos@example.com'`,
  );
  await page.goto(`${stage.url}/platform/my-sales/${sale?.id}`);
  await page.getByText('Minha avó').waitFor();
});

async function keyOf(offerId: string): Promise<string> {
  const [row] = await stage.query<{ key: string }>(`SELECT custom_fields->0->>'key' AS key FROM offer WHERE id = $1`, [
    offerId,
  ]);
  return row?.key ?? '';
}

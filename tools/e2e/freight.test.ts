/** Tests the freight that is quoted while a buyer fills in the checkout: what is shown for the zip code is what is paid. */
import { beforeAll, describe, expect, it } from 'vitest';
import { page } from './browser-page.ts';
import { addressOf, design, isAlive } from './checkout-page.ts';
import { setUpStage, stage } from './stage.ts';

const CPF = '529.982.247-25';
setUpStage();

let coffee: string;
beforeAll(async () => {
  coffee = stage.ids.offers.find('coffee');
  await stage.query('UPDATE offer SET required_document_and_phone = true WHERE id = $1', [coffee]);
  // The connection is not there, so that the table of the seller holds.
  await stage.query(
    `UPDATE delivery_option SET quoted_by = gen_random_uuid(), pre_selected = true, description = 'Transportadora', fare_amount = 4200,
       fallback = '[{ "place": "SP", "fareAmount": 1735, "deliveryTime": "2 dias úteis" }]'
     WHERE offer_id = $1 AND description = 'Correios PAC'`,
    [coffee],
  );
});

let buyers = 0;
const option = (text: string) => page.locator('.option', { hasText: text });
const next = () => page.locator('.step.open button[name=continue]').click();
const findSale = async (email: string) =>
  (
    await stage.query<{ freight: string; delivery: unknown; total: number; quantity: number }>(
      'SELECT freight, delivery, total::int AS total, quantity FROM sale JOIN sale_item ON sale_id = sale.id WHERE buyer_email_lower = $1',
      [email],
    )
  )[0];

describe.each(['DEFAULT', 'DROPSHIPPING'] as const)('the %s layout', (template) => {
  it('shows the services once the zip code is typed, and another place has another price', async () => {
    const email = `frete${++buyers}@example.com`;
    await design(coffee, { template });
    await page.goto(addressOf(coffee));
    await isAlive();
    expect(await option('Transportadora').count()).toBe(0);
    await page.fill('[name=name]', 'Bia Frete');
    await page.fill('[name=email]', email);
    await page.fill('[name=cpf]', CPF);
    await page.fill('[name=phone]', '11987654321');
    if (template === 'DROPSHIPPING') await next();

    await page.fill('[name=cep]', '20040-002');
    await option('Transportadora').getByText('R$ 42,00').waitFor();
    await page.fill('[name=cep]', '01310-100');
    await option('Transportadora').getByText('R$ 17,35').waitFor();
    await expect.poll(() => page.inputValue('[name=street]')).toBe('Avenida Paulista');
    await option('Sedex').locator('input').check({ force: true });
    await option('Transportadora').locator('input').check({ force: true });
    await page.fill('[name=number]', '1000');
    await page.getByLabel('Quantidade').selectOption('3');
    await page.locator('.receipt .total').getByText('R$ 287,05').waitFor();
    // The quotes of three pieces are asked for, and are the same at the seller's own table.
    const { SHOTS } = process.env;
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/freight-${template}.png`, fullPage: true });
    if (template === 'DROPSHIPPING') {
      await next();
      await page.locator('.step.open[data-step="3"]').waitFor();
    }
    await page.click('.pay:not(.continue) button[type=submit]');
    await page.waitForURL(/\/checkout\/payment\//);
    await page.getByText(/^3 × /).waitFor();

    expect(await findSale(email)).toMatchObject({
      freight: expect.toSatisfy((cents) => Number(cents) === 1_735),
      delivery: { description: 'Transportadora', deliveryTime: '2 dias úteis' },
      quantity: 3,
      total: 3 * 8_990 + 1_735,
    });
  });
});

/** Tests payment links from the seller's form to the buyer's payment. */
import { expect, it } from 'vitest';
import { SELLERS } from '../src/demo/people.ts';
import { button, heading, openContext, PHONE, page, WIDE } from './browser-page.ts';
import { DEMO_PASSWORD } from './demo-password.ts';
import { fillSignIn } from './people.ts';
import { setUpStage, stage } from './stage.ts';
import { listViolations } from './violations.ts';

setUpStage();

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

it('a seller asks for an open amount, a buyer types it and gets a PIX of exactly that, once', async () => {
  await page.goto(`${stage.url}/login`);
  await fillSignIn(page, SELLERS[0]!.email, DEMO_PASSWORD);
  await page.waitForURL('**/platform/**');
  await page.goto(`${stage.url}/platform/payment-links`);
  await heading('Links de pagamento', 1);
  await look('links-empty');
  await button('Criar link').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Valor livre').check();
  await dialog.getByLabel('Título').fill('Doação para a feira');
  await dialog.getByRole('button', { name: 'Criar link' }).click();
  await dialog.getByText('Digite um valor maior que zero').first().waitFor();
  await look('links-new');
  await dialog.getByLabel('Valor mínimo').fill('5');
  await dialog.getByLabel('Valor máximo').fill('1.000');
  await dialog.getByLabel('Encerrar depois de um pagamento').check();
  await dialog.getByRole('button', { name: 'Criar link' }).click();
  const address = (await dialog.locator('output').textContent()) as string;
  expect(address).toMatch(/\/checkout\/[0-9a-f-]{36}$/);
  await dialog.getByRole('img', { name: /QR Code/ }).waitFor();
  await look('links-share');
  await dialog.getByRole('button', { name: 'Fechar', exact: true }).last().click();
  await page.getByText('Doação para a feira', { exact: true }).waitFor();
  await look('links-list');

  await openContext();
  await page.goto(address);
  await heading('Doação para a feira', 1);
  await look('amount');
  await page.getByLabel('Quanto você quer pagar?').fill('4,99');
  await button('Continuar').click();
  await page.getByText('Digite um valor de R$').waitFor();
  await page.getByLabel('Quanto você quer pagar?').fill('43,21');
  await button('Continuar').click();
  await page.getByText('R$ 43,21').first().waitFor();
  await page.getByRole('link', { name: 'Mudar o valor' }).waitFor();
  await look('amount-checkout');
  await page.locator('[name=paymentMethod][value=PIX]').check();
  await page.locator('[name=name]').fill('João Comprador');
  await page.locator('[name=email]').fill('joao-link@example.com');
  await page.locator('button.primary').click();
  await page.waitForURL('**/checkout/payment/**');
  const publicId = new URL(page.url()).pathname.split('/').at(-1);
  expect(await stage.query('SELECT amount::int AS amount FROM payment WHERE public_id = $1', [publicId])).toEqual([
    { amount: 4_321 },
  ]);

  // This browser finds its payment again, and no other one pays twice.
  await page.goto(address);
  await page.waitForURL(`**/checkout/payment/${publicId}*`);
  await openContext();
  await page.goto(address);
  await heading('Este link não pode ser pago agora', 1);
  await look('link-used');
  await page.getByRole('link', { name: 'Falar com o vendedor' }).click();
  await page.waitForURL('**/contact');
});

/** Tests funnels from both sides: a seller draws a tree, and a buyer walks through it by one click a step. */
import { expect, it } from 'vitest';
import { SELLERS } from '../src/demo/people.ts';
import { button, heading, openContext, PHONE, page, WIDE } from './browser-page.ts';
import { DEMO_PASSWORD } from './demo-password.ts';
import { fillSignIn } from './people.ts';
import { setUpStage, stage } from './stage.ts';
import { listViolations } from './violations.ts';

setUpStage();

const CPF = '529.982.247-25';

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

/** Adds a digital product of the same seller with one offer, and returns the offer's id. */
async function createOffer(beside: string, name: string, price: number): Promise<string> {
  const [productId, offerId] = [crypto.randomUUID(), crypto.randomUUID()];
  await stage.query(
    `INSERT INTO product (platform_id, id, seller_id, name, type_product, status)
     SELECT p.platform_id, $2, p.seller_id, $3, 'DIGITAL', p.status FROM product p JOIN offer o ON o.product_id = p.id WHERE o.id = $1`,
    [beside, productId, name],
  );
  await stage.query(
    `INSERT INTO offer (platform_id, id, product_id, title, price, status)
     SELECT platform_id, $2, $3, $4, $5, status FROM offer WHERE id = $1`,
    [beside, offerId, productId, name, price],
  );
  return offerId;
}

it('a buyer takes an upsell with the card of the purchase and declines the next, as the seller has drawn it', async () => {
  const offerId = stage.ids.offers.find('course');
  const ebook = stage.ids.offers.find('ebook');
  const sheet = await createOffer(offerId, 'Planilha do forno', 2_900);
  await page.goto(`${stage.url}/login`);
  await fillSignIn(page, SELLERS[0]!.email, DEMO_PASSWORD);
  await page.waitForURL('**/platform/**');
  await page.goto(`${stage.url}/platform/upsell-funnels`);
  await page.getByText('Você ainda não tem funis').waitFor();
  await look('funnels-empty');
  await button('Novo funil').click();
  await page.getByLabel('Nome', { exact: true }).fill('Depois do curso');
  await page.getByLabel('Oferta de entrada').selectOption(offerId);
  // A new funnel is on: its buyers see it once it is saved.
  await expect.poll(() => page.getByLabel('Funil ativo').isChecked()).toBe(true);
  const stepOffer = page.getByLabel('Oferta', { exact: true });
  await stepOffer.selectOption(offerId);
  await page.getByText('Este passo vende o mesmo que a oferta de entrada.').waitFor();
  await look('funnels-repeat');
  await stepOffer.selectOption(ebook);
  await page.getByText('Este item também é order bump da oferta de entrada.').waitFor();
  await page.getByLabel('Título').fill('Primeira oferta');
  await page.getByLabel('Preço neste funil').fill('19,90');
  await button(/^Adicionar upsell/).click();
  await expect.poll(() => stepOffer.inputValue()).toBe(sheet);
  await page.getByLabel('Título').fill('Segunda oferta');
  await button(/^Salvar/).click();
  await button('Excluir funil').waitFor();
  await look('funnels-editor');

  await openContext();
  await page.goto(`${stage.url}/checkout/${offerId}`);
  await page.fill('[name=name]', 'Ana do Funil');
  await page.fill('[name=email]', 'ana.funil@example.com');
  await page.check('[value=CREDIT_CARD]');
  await page.fill('[name=cpf]', CPF);
  const card = page.frameLocator('iframe.card-frame');
  await card.locator('[autocomplete=cc-number]').fill('4111111111111111');
  await card.locator('[autocomplete=cc-name]').fill('ANA FUNIL');
  await card.locator('[autocomplete=cc-exp]').fill('12/34');
  await card.locator('[autocomplete=cc-csc]').fill('123');
  await page.getByLabel('Parcelas').locator('option').nth(1).waitFor({ state: 'attached' });
  await page.click('.pay button[type=submit][aria-disabled=false]');
  await heading('Primeira oferta');
  await page.getByText('Pagamento aprovado. Antes de sair, mais uma oferta:').waitFor();
  await page.getByText(/^Pago · pedido/).waitFor();
  await page.getByText('Um clique cobra o cartão final 1111.').waitFor();
  await look('upsell');
  await button(/^Sim, quero aproveitar/).click();
  await heading('Segunda oferta');
  await expect.poll(() => page.getByText(/^Pago · pedido/).count()).toBe(2);
  await button('Não, obrigado').click();
  await page.waitForURL(/\/checkout\/payment\/[\w-]{22}(\?.*)?$/);
  await heading('Seus 2 pedidos desta compra', 2);
  await page.getByText('2 cobranças na fatura: R$ 197,00 e R$ 19,90').waitFor();
  expect(await page.getByRole('link', { name: /^Acessar o que comprei/ }).count()).toBeGreaterThanOrEqual(2);
  await look('visit-orders');
  await page.goto(`${page.url().split('?')[0]}?lang=en`);
  await heading('Your 2 orders from this purchase', 2);
  await look('visit-orders-en');
});

/** Tests the way from the upload of a file to its download by the buyer, by screens alone, in both widths and languages. */
import { readFile } from 'node:fs/promises';
import type { SimulatorHost } from '@feira/plugin-kit/simulation';
import { expect, it } from 'vitest';
import { SELLERS } from '../src/demo/people.ts';
import { button, dialog, heading, openContext, PHONE, page, said, WIDE } from './browser-page.ts';
import { DEMO_PASSWORD } from './demo-password.ts';
import { fillSignIn } from './people.ts';
import { setUpStage, stage } from './stage.ts';
import { listViolations } from './violations.ts';

setUpStage();

const COURSE = 'Pão de fermentação natural';
const BOOK = Buffer.from('%PDF-1.7\nDoze receitas de pão.\n');
const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true });
const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

async function look(name: string): Promise<void> {
  expect(await listViolations(page)).toEqual([]);
  expect(await fits()).toBe(true);
  const { SHOTS } = process.env;
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
}

async function buy(): Promise<{ publicId: string; transactionId: string }> {
  const answer = await fetch(`${stage.url}/api/checkout.purchase`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'delivery-purchase' },
    body: JSON.stringify({
      offerId: stage.ids.offers.find('course'),
      name: 'Bia Compradora',
      email: 'bia.compradora@example.com',
      paymentMethod: 'PIX',
      cpf: '52998224725',
      phone: '11987654321',
    }),
  });
  const { paymentId: publicId } = (await answer.json()) as { paymentId: string };
  const [row] = await stage.query<{ transactionId: string }>(
    `SELECT a.transaction_id AS "transactionId" FROM payment p JOIN payment_attempt a ON a.payment_id = p.id WHERE p.public_id = $1`,
    [publicId],
  );
  return { publicId, transactionId: row?.transactionId as string };
}

it('leads from the upload of a file to its download by the buyer, who has no account', async () => {
  await page.goto(`${stage.url}/login`);
  await fillSignIn(page, SELLERS[0]!.email, DEMO_PASSWORD);
  await page.waitForURL('**/platform/**');
  const productId = stage.ids.products.find(COURSE);
  await stage.query('DELETE FROM deliverable WHERE product_id = $1', [productId]);
  await page.goto(`${stage.url}/platform/my-products/product/${productId}`);
  await page.getByText('Quem compra não recebe nada por aqui').waitFor();
  await page.getByRole('tab', { name: 'Entrega' }).click();
  await heading('O comprador ainda não recebe nada aqui', 2);
  await look('seller-empty');

  await button('Adicionar à entrega').click();
  await inDialog('Adicionar').click();
  await dialog().getByText('Digite').first().waitFor();
  await page
    .getByLabel('Escolher arquivo')
    .setInputFiles({ name: 'Doze receitas.pdf', mimeType: 'text/html', buffer: BOOK });
  await said('Upload realizado com sucesso!');
  await expect.poll(() => page.getByLabel('Título').inputValue()).toBe('Doze receitas');
  await look('seller-dialog');
  await inDialog('Adicionar').click();
  await said('Item adicionado à entrega.');

  await button('Adicionar à entrega').click();
  await page.getByLabel('O que é').selectOption('KEY');
  await page.getByLabel('Título').fill('Chave do aplicativo');
  await inDialog('Adicionar').click();
  await said('Item adicionado à entrega.');
  await button('Chaves de Chave do aplicativo').click();
  await page.getByLabel('Lista de chaves').fill('AAAA-1111\nBBBB-2222\nAAAA-1111');
  await look('seller-keys');
  await inDialog('Adicionar 2 chaves').click();
  await said('2 chaves novas adicionadas.');
  await button('Adicionar à entrega').click();
  await page.getByLabel('O que é').selectOption('ADDRESS');
  await page.getByLabel('Título').fill('Área de membros');
  await page.getByLabel('Endereço').fill('https://membros.example.com/pao');
  await inDialog('Adicionar').click();
  await page.getByText('https://membros.example.com/pao').waitFor();
  await button('Subir Área de membros').click();
  await expect
    .poll(() => page.locator('.deliverable strong').allTextContents())
    .toEqual(['Doze receitas', 'Área de membros', 'Chave do aplicativo']);
  await look('seller-list');
  await page.setViewportSize(PHONE);
  await look('seller-list-phone');

  const { publicId, transactionId } = await buy();
  await openContext();
  await page.goto(`${stage.url}/checkout/payment/${publicId}`);
  await expect.poll(() => page.getByRole('link', { name: 'Acessar o que comprei' }).count()).toBe(0);
  await (stage.simulators.get('sandbox') as SimulatorHost).simulator.pay(transactionId);
  await page.getByRole('link', { name: 'Acessar o que comprei' }).waitFor();
  await look('payment');
  await page.getByRole('link', { name: 'Acessar o que comprei' }).click();

  await heading(COURSE);
  await page.getByText('AAAA-1111').waitFor();
  // The secret has left the address, and the page survives a reload all the same.
  expect(page.url()).toBe(`${stage.url}/access`);
  await page.reload();
  await page.getByText('AAAA-1111').waitFor();
  await expect
    .poll(() => page.getByRole('link', { name: /^Abrir/ }).getAttribute('href'))
    .toBe('https://membros.example.com/pao');
  await look('access');
  const [download] = await Promise.all([page.waitForEvent('download'), button('Baixar Doze receitas').click()]);
  expect(download.suggestedFilename()).toBe('Doze receitas.pdf');
  expect(await readFile(await download.path())).toEqual(BOOK);
  await page.getByText('Restam 9 downloads').waitFor();

  await page.setViewportSize(PHONE);
  await look('access-phone');
  await page.getByRole('button', { name: /English/ }).click();
  await page.getByText('9 downloads left').waitFor();
  await look('access-phone-en');
  await page.setViewportSize(WIDE);
  await look('access-en');

  await stage.query('UPDATE payment SET returning_amount = amount WHERE public_id = $1', [publicId]);
  await page.reload();
  await page.getByText('Access ended').waitFor();
  await expect.poll(() => page.getByText('AAAA-1111').count()).toBe(0);
  await look('access-ended-en');

  // The return failed: the access is back, and its seller sees what became of it.
  await stage.query('UPDATE payment SET returning_amount = 0 WHERE public_id = $1', [publicId]);
  await openContext();
  await page.goto(`${stage.url}/login`);
  await fillSignIn(page, SELLERS[0]!.email, DEMO_PASSWORD);
  await page.waitForURL('**/platform/**');
  const [sold] = await stage.query<{ id: string }>('SELECT sale_id AS id FROM payment WHERE public_id = $1', [
    publicId,
  ]);
  await page.goto(`${stage.url}/platform/my-sales/${sold?.id}`);
  const access = page.getByRole('region', { name: 'Acesso do comprador' });
  await access.getByText(/^Aberto \d+ vezes, a última em /).waitFor();
  await access.getByText('1 de 10 downloads').waitFor();
  await access.getByText('chave entregue').waitFor();
  await access.getByRole('button', { name: 'Reenviar e-mail da compra' }).click();
  await access.getByText('Reenviado. Hoje ainda dá para reenviar 4 vezes.').waitFor();
  await look('seller-sale');
  await page.setViewportSize(PHONE);
  await look('seller-sale-phone');
});

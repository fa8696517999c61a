/** A person who only registers gets by screens alone to a checkout that sells, with no more fields than promised. */
import { expect, it } from 'vitest';
import { countMails, waitForLink } from '../src/newcomer/mailbox.ts';
import { button, context, heading, openPage, page, said } from './browser-page.ts';
import { setUpStage, stage } from './stage.ts';

setUpStage();

const EMAIL = 'estreia@example.com';
const PASSWORD = 'quatro tigelas de barro';
/** From the registration to the published checkout. */
const MOST_FIELDS = 12;

/** Counts the fields that a person had to fill in. */
let filled = 0;
const fill = async (label: string, value: string) => {
  filled += 1;
  await page.getByLabel(label, { exact: true }).fill(value);
};
const submit = () => page.locator('button[type=submit]').click();

it('leads from the registration to a checkout that is on sale, by at most twelve fields', async () => {
  const former = await countMails(stage);
  await page.goto(`${stage.url}/`);
  await page.getByRole('link', { name: 'Criar conta de vendas' }).click();
  await heading('Criar sua conta de vendas');
  await fill('Nome', 'Elisa Estreia');
  await fill('E-mail', EMAIL);
  await fill('Senha', PASSWORD);
  await submit();
  await heading('Confira seu e-mail');
  await page.goto(await waitForLink(stage, EMAIL, former));
  await fill('Senha', PASSWORD);
  await submit();
  await page.waitForURL('**/platform/dashboard');
  await page.getByText('0 de 4 passos concluídos').waitFor();

  await page.getByRole('link', { name: 'Crie um produto' }).click();
  await fill('Nome do produto', 'Pães de fermentação natural');
  filled += 1;
  await page.getByLabel('Digital', { exact: true }).check();
  filled += 1;
  await page.getByLabel('Categoria').selectOption('Gastronomia');
  await fill('Preço', '97,00');
  await button('Criar e publicar').click();
  await heading('Produto criado');
  await page.getByText('Pães de fermentação natural está à venda.').waitFor();

  expect(filled).toBeLessThanOrEqual(MOST_FIELDS);
  const address = await page.getByLabel('Link do checkout').textContent();
  const checkout = await openPage(context);
  await checkout.goto(address!);
  await checkout.getByText('Pães de fermentação natural').first().waitFor();
  await checkout.getByText('97,00').first().waitFor();

  await page.getByRole('link', { name: 'Adicionar imagem e descrição' }).click();
  await page.getByLabel('Descrição').fill('Doze aulas, do fermento ao forno.');
  const picture = { name: 'capa.png', mimeType: 'image/png', buffer: await page.screenshot() };
  await page.getByLabel('Escolher imagem: Imagem', { exact: true }).setInputFiles(picture);
  await said('Upload realizado com sucesso!');
  await button('Salvar alterações').click();
  await said('Alterações salvas.');
  await checkout.goto(address!);
  const cover = checkout.locator('img[src^="/media/"]').first();
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await checkout.close();

  await page.getByRole('link', { name: 'Visão geral' }).click();
  await page.getByText('1 de 4 passos concluídos').waitFor();
});

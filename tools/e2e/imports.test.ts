/** Tests an import from the seller's file to the lists that it fills, and its undo. */
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

const FILE = [
  'Código da transação;Status da transação;Data da transação;Produto;Valor de compra com impostos;Comprador(a);Email do(a) Comprador(a);Telefone',
  'HP1;Aprovado;05/01/2026 10:00:00;Curso antigo;1.234,56;Ana Antiga;ana.antiga@example.com;11988887777',
  'HP2;Reembolsado;06/01/2026 10:00:00;Curso antigo;97,00;Bia Antiga;bia.antiga@example.com;',
  'HP3;Aprovado;32/01/2026;Curso antigo;97,00;Eva;eva@example.com;',
].join('\n');

it('a seller brings past sales, sees why a line was refused, and takes the import back', async () => {
  await page.goto(`${stage.url}/login`);
  await fillSignIn(page, SELLERS[0]!.email, DEMO_PASSWORD);
  await page.waitForURL('**/platform/**');
  await page.goto(`${stage.url}/platform/import`);
  await heading('Importar e exportar', 1);
  await page.getByText('Nada importado ainda').waitFor();
  await look('import-empty');
  await page
    .getByLabel('Arquivo CSV ou XLSX')
    .setInputFiles({ name: 'vendas-hotmart.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) });

  await heading('O que o arquivo tem', 2);
  expect(await page.getByLabel('Conteúdo').inputValue()).toBe('SALES');
  expect(await page.getByLabel('Origem', { exact: true }).inputValue()).toBe('HOTMART');
  await page.getByText('Curso antigo').first().waitFor();
  await look('import-mapping');
  await button('Conferir o arquivo').click();
  await heading('Resultado da conferência', 2);
  await page.getByText('Isto não é uma data.').waitFor();
  await look('import-checked');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Baixar as linhas recusadas em CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^linhas-recusadas-.*\.csv$/);
  await button('Importar 2 linhas').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Importar 2 linhas' }).click();
  await heading('Importado', 2);
  await look('import-done');

  await page.goto(`${stage.url}/platform/import?tab=sales`);
  await page.getByText('Ana Antiga').first().waitFor();
  await look('import-sales');

  await page.goto(`${stage.url}/platform/import`);
  await page.getByRole('link', { name: 'vendas-hotmart.csv' }).click();
  await button('Desfazer a importação').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Desfazer a importação' }).click();
  await heading('Desfeito', 2);
  await page.goto(`${stage.url}/platform/import?tab=sales`);
  await page.getByText('Nenhuma venda importada').waitFor();

  await page.goto(`${stage.url}/platform/import?tab=subscribers`);
  await page.getByText('Nenhuma assinatura importada').waitFor();
  await look('import-subscribers');
  await page.goto(`${stage.url}/platform/import?tab=export`);
  await button('Exportar tudo').click();
  await page.getByText('Pronto', { exact: true }).waitFor();
  await look('export');
  const archive = page.waitForEvent('download');
  await button('Baixar').click();
  expect((await archive).suggestedFilename()).toMatch(/^tudo-.*\.zip$/);

  await openContext({ locale: 'en' });
  await page.goto(`${stage.url}/login`);
  await fillSignIn(page, SELLERS[0]!.email, DEMO_PASSWORD);
  await page.waitForURL('**/platform/**');
  await page.goto(`${stage.url}/platform/import?tab=customers`);
  await page.getByText('No imported customers').waitFor();
  await look('import-customers-en');
});

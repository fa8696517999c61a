/** Tests where sellers and administrators set up what the server reports to advertising networks. */
import * as pixels from '@feira/schemas/procedures/pixels';
import { describe, expect, it } from 'vitest';
import { answerAdmin, createWorld } from './admin-world.ts';
import { button, dialog, PHONE, page, said, WIDE } from './browser-page.ts';
import { answerCatalogue, createCatalogue, id } from './catalogue-world.ts';
import { screens, server, setUpScreens } from './faked-screens.ts';
import { judgeScreens } from './looks.ts';
import { answerReporting, createReporting, type Reporting } from './pixels-world.ts';
import { listViolations } from './violations.ts';

let reporting: Reporting;
setUpScreens({
  answer: () => {
    reporting = createReporting();
  },
});

async function openProduct(): Promise<void> {
  const world = createCatalogue();
  answerCatalogue(server, world);
  answerReporting(server, reporting);
  await page.goto(`${screens.url}/platform/my-products/product/${id(1)}?tab=settings`);
}
async function openPlatform(search = ''): Promise<void> {
  answerAdmin(server, createWorld());
  answerReporting(server, reporting, true);
  await page.goto(`${screens.url}/admin-root/platform-pixels${search}`);
}
const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true });

describe("a product's pixels", () => {
  it('get a token that is sent once and never shown, and lose it', async () => {
    await openProduct();
    await button('Informar token Google Analytics G-ABC123').click();
    await inDialog('Salvar token').click();
    await dialog().getByText('Informe o token.').waitFor();
    await dialog().getByLabel('Token', { exact: true }).fill(' segredo-1 ');
    await expect.poll(() => dialog().getByLabel('Token', { exact: true }).getAttribute('type')).toBe('password');
    await inDialog('Salvar token').click();
    await said('Token salvo. Ele não será mostrado de novo.');

    expect(server.inputsOf(pixels.setProductToken)).toEqual([
      { productId: id(1), network: 'googleAnalytics', pixelCode: 'G-ABC123', secret: 'segredo-1' },
    ]);
    expect(await page.content()).not.toContain('segredo-1');
    await button('Remover Google Analytics G-ABC123').click();
    await inDialog('Remover').click();
    await said('Token removido.');
    expect(server.inputsOf(pixels.setProductToken).at(-1)).toMatchObject({ secret: '' });
  });

  it('of Google Ads get the key of a service account and the place of the conversions', async () => {
    await openProduct();
    await button('Informar token Google Ads AW-1/label').click();
    await dialog().getByLabel('Conta do Google Ads').fill('123');
    await inDialog('Salvar token').click();
    for (const problem of [
      'Informe os dez dígitos da conta.',
      'Informe o número da ação de conversão.',
      'Cole o arquivo da chave.',
    ])
      await dialog().getByText(problem).waitFor();
    expect(await listViolations(page)).toEqual([]);
    await dialog().getByLabel('Conta do Google Ads').fill('123-456-7890');
    await dialog().getByLabel('Ação de conversão').fill('987');
    await dialog().getByLabel('Chave da conta de serviço (JSON)').fill('{ "type": "service_account" }');
    await inDialog('Salvar token').click();
    await said('Token salvo. Ele não será mostrado de novo.');

    expect(server.inputsOf(pixels.setProductToken)).toEqual([
      {
        productId: id(1),
        network: 'googleAds',
        pixelCode: 'AW-1/label',
        secret: '{ "type": "service_account" }',
        destination: { account: '123-456-7890', conversionAction: '987' },
      },
    ]);
    await button('Evento de teste Google Ads AW-1/label').click();
    await dialog().getByText('O Google Ads confere o evento e não o conta.').waitFor();
    await inDialog('Enviar teste').click();
    await said('O teste está a caminho.');
  });

  it('are tested with the code of the network, and what failed is sent again', async () => {
    await openProduct();
    await button('Evento de teste Facebook 1234567890').click();
    await inDialog('Enviar teste').click();
    await dialog().getByText('Informe o código de teste que a rede mostra.').waitFor();
    await dialog().getByLabel('Código de teste').fill('TEST123');
    await inDialog('Enviar teste').click();
    await said('O teste está a caminho.');
    await page.getByText('A rede recusou: 400 Invalid OAuth access token.').waitFor();

    await button('Enviar de novo').click();
    await expect.poll(() => button('Enviar de novo').count()).toBe(0);

    expect(server.inputsOf(pixels.testProductPixel).at(-1)).toMatchObject({ testCode: 'TEST123' });
    expect(server.inputsOf(pixels.repeatProductConversion)).toEqual([{ productId: id(1), conversionId: id(2) }]);
  });
});

describe("the platform's pixels", () => {
  it('are set network by network, in one form', async () => {
    await openPlatform();
    await page.getByLabel('Pixels do Facebook', { exact: true }).fill('111, 222');
    await page.getByLabel('Vendedores usam só pixels do Facebook').check();
    await page.getByRole('tab', { name: 'G Ads' }).click();
    await page.getByLabel('Conta do Google Ads').fill('AW 1');
    await page.getByRole('tab', { name: 'Kwai' }).click();
    await button('Salvar alterações').click();
    // The tab with the mistake opens.
    await page.getByText('Use só letras, números, pontos, traços, barras e sublinhados.').waitFor();
    await page.getByLabel('Conta do Google Ads').fill('AW-1');

    await button('Salvar alterações').click();
    await said('Alterações salvas.');

    expect(server.inputsOf(pixels.updatePlatformPixels)).toEqual([
      {
        version: 0,
        facebook: ['111', '222'],
        tiktok: [],
        kwai: [],
        googleAnalyticsId: null,
        googleAdsId: 'AW-1',
        googleAdsConversionApiId: null,
        isSellerListRestricted: true,
      },
    ]);
  });
});

judgeScreens({
  looks: ['pt-BR', 'en'].flatMap((locale) => [PHONE, WIDE].map((viewport) => ({ locale, viewport }))),
  screens: ['product', 'platform'],
  open: async (screen) => {
    await (screen === 'product' ? openProduct() : openPlatform());
    await page.getByText('400 Invalid OAuth access token.').waitFor();
  },
});

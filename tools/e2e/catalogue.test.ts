/** Sellers create, change and share what they sell, and the platform reviews it. */
import { readFile } from 'node:fs/promises';
import type { Procedure } from '@feira/schemas/procedure';
import * as coupons from '@feira/schemas/procedures/coupons';
import * as offers from '@feira/schemas/procedures/offers';
import * as products from '@feira/schemas/procedures/products';
import { describe, expect, it } from 'vitest';
import { button, context, dialog, heading, openContext, PHONE, page, said } from './browser-page.ts';
import {
  answerCatalogue,
  type CatalogueWorld,
  CONFLICT,
  CONNECTION,
  createCatalogue,
  createCoupon,
  createOffer,
  drawCode,
  FIXED,
  id,
} from './catalogue-world.ts';
import { Refused, screens, server, setUpScreens } from './faked-screens.ts';
import { judgeScreens, settle } from './looks.ts';
import { readQr } from './read-qr.ts';
import { listViolations } from './violations.ts';

let world: CatalogueWorld;
setUpScreens({
  answer: () => {
    world = createCatalogue();
    answerCatalogue(server, world, ['seller', 'admin']);
  },
});

const PRODUCTS = '/platform/my-products';
const open = (address: string) => page.goto(screens.url + address);
const lastInput = (procedure: Procedure) => server.inputsOf(procedure).at(-1);
const field = (label: string) => page.getByLabel(label, { exact: true });
const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true });
const save = () => button('Salvar alterações').click();

/** Reads the modules of a code from the pixels of a PNG; the quiet zone around it is four of them wide. */
async function readModules(png: Buffer): Promise<boolean[][]> {
  const { qrSize } = drawCode(`https://loja.example/checkout/${id(103)}`);
  return page.evaluate(
    async ([bytes, side]) => {
      const picture = await createImageBitmap(new Blob([Uint8Array.from(bytes)]));
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      const context = canvas.getContext('2d')!;
      context.drawImage(picture, 0, 0);
      const module = picture.width / side;
      const isDark = (x: number, y: number) =>
        context.getImageData(Math.floor((x + 4.5) * module), Math.floor((y + 4.5) * module), 1, 1).data[0]! < 128;
      const places = Array.from({ length: side - 8 }, (_, index) => index);
      return places.map((y) => places.map((x) => isDark(x, y)));
    },
    [[...png], qrSize] as const,
  );
}

describe('a first product', () => {
  it('takes four answers, and ends with the link to share', async () => {
    world.products = [];
    world.offers = [];
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(PRODUCTS);
    await heading('Você ainda não tem produtos', 2);
    await page.getByRole('link', { name: 'Criar o primeiro produto' }).click();
    await button('Criar e publicar').click();
    await page.getByText('Digite o nome do produto.').waitFor();
    expect(server.inputsOf(products.createProduct)).toEqual([]);
    await field('Nome do produto').fill('Pão em casa');
    await page.getByLabel('Digital').check();
    await field('Categoria').selectOption('Gastronomia');
    await field('Preço').fill('97,00');

    await button('Criar e publicar').click();

    await heading('Produto criado');
    await page.getByText('Pão em casa está à venda. Envie o link a quem quer comprar.').waitFor();
    expect(lastInput(products.createProduct)).toEqual({
      name: 'Pão em casa',
      typeProduct: 'DIGITAL',
      category: 'GASTRONOMY',
    });
    expect(lastInput(offers.createOffer)).toEqual({ productId: id(4), title: 'Pão em casa', price: 9_700 });
    await button('Copiar link do checkout de Pão em casa').click();
    await said('Copiado');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`https://loja.example/checkout/${id(103)}`);
    await page.getByRole('img', { name: 'QR Code do checkout de Pão em casa' }).waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), button('Baixar QR Code').click()]);
    expect(download.suggestedFilename()).toBe('qr-code-do-checkout.png');
    expect(readQr(await readModules(await readFile(await download.path())))).toBe(
      `https://loja.example/checkout/${id(103)}`,
    );
  });

  it('is not created twice where a later step failed', async () => {
    server.answer(offers.createOffer, () => {
      throw new Refused(422, { code: 'OFFER_INVALID', message: 'O preço é baixo demais.' });
    });
    await open('/platform/create-product');
    await field('Nome do produto').fill('Pão em casa');
    await page.getByLabel('Físico').check();
    await field('Categoria').selectOption('Gastronomia');
    await field('Preço').fill('0,50');
    await button('Criar e publicar').click();
    await page.getByRole('alert').filter({ hasText: 'O preço é baixo demais.' }).waitFor();
    answerCatalogue(server, world);
    await field('Preço').fill('50');

    await button('Criar e publicar').click();

    await heading('Produto criado');
    expect(server.inputsOf(products.createProduct)).toHaveLength(1);
    expect(lastInput(products.updateProduct)).toMatchObject({ productId: id(4), version: 1 });
    expect(world.products.filter(({ name }) => name === 'Pão em casa')).toHaveLength(1);
    expect(world.products[0]?.status).toBe('ACTIVE');
  });
});

describe('the list of products', () => {
  it('is narrowed by search, status and category, which stand in the address', async () => {
    await open(PRODUCTS);
    await page.getByRole('row').filter({ hasText: 'Kit de padeiro' }).waitFor();
    await page.getByRole('searchbox', { name: 'Buscar produto' }).fill('fermento');
    await page.waitForURL(/search=fermento/);
    await field('Situação').selectOption('Bloqueado');
    await field('Categoria').selectOption('Gastronomia');

    await page.waitForURL(/category=GASTRONOMY/);
    await expect
      .poll(() => lastInput(products.listMyProducts))
      .toEqual({ search: 'fermento', status: 'BLOCKED', category: 'GASTRONOMY' });

    await field('Situação').selectOption('Arquivado');
    await heading('Nenhum produto com estes filtros', 2);
  });

  it('has two lines for each on a phone, which open it', async () => {
    await openContext({ viewport: PHONE });
    await open(PRODUCTS);
    const line = page.getByRole('listitem').filter({ hasText: 'Kit de padeiro' });
    const { height } = (await line.boundingBox())!;
    expect(height).toBeLessThan(72);

    await line.click();

    await heading('Kit de padeiro');
  });
});

describe('a product', () => {
  it('is changed tab by tab, and sends only what changed', async () => {
    await open(`${PRODUCTS}/product/${id(1)}`);
    await field('Página de vendas').fill('loja.example');
    await save();
    await page.getByText('Digite um endereço que comece com https://.').waitFor();
    await field('Página de vendas').fill('https://loja.example/pao');
    await field('E-mail de suporte').fill('');
    await save();
    await said('Alterações salvas.');
    expect(lastInput(products.updateProduct)).toEqual({
      productId: id(1),
      version: 1,
      salesPage: 'https://loja.example/pao',
      supportEmail: null,
    });

    await page.getByRole('tab', { name: 'Configurações' }).click();
    await field('Garantia').selectOption('30 dias');
    await field('Google Analytics').fill('G-ABC123');
    await field('TikTok').fill('C1, C2');
    await save();

    await said('Alterações salvas.');
    expect(lastInput(products.updateProduct)).toEqual({
      productId: id(1),
      version: 2,
      guaranteeDays: 30,
      pixels: {
        facebook: ['1234567890'],
        tiktok: ['C1', 'C2'],
        kwai: [],
        googleAnalyticsId: 'G-ABC123',
        googleAdsId: null,
        googleAdsConversionApiId: null,
        pixPurchase: 'PAID',
      },
    });
  });

  it('that is shipped states in how many days', async () => {
    Object.assign(world.products[0]!, { typeProduct: 'FISICO' });
    await open(`${PRODUCTS}/product/${id(1)}?tab=settings`);
    await field('Prazo de envio').fill('61');
    await save();
    await page.getByText('Digite um número de 1 a 60.').waitFor();
    await field('Prazo de envio').fill('3');
    await save();

    await said('Alterações salvas.');
    expect(lastInput(products.updateProduct)).toEqual({ productId: id(1), version: 1, shipDays: 3 });
  });

  it('that another tab changed says what changed, and keeps what was typed here', async () => {
    await open(`${PRODUCTS}/product/${id(1)}`);
    await field('Descrição').fill('Escrito nesta aba.');
    Object.assign(world.products[0]!, { name: 'Curso de Pão Rústico', version: 2 });
    await save();
    const notice = page.getByRole('alert').filter({ hasText: CONFLICT });
    await notice.getByText('Nome do produto: Curso de Pão Rústico').waitFor();

    await button('Continuar com o que digitei').click();
    await notice.waitFor({ state: 'detached' });

    await expect.poll(() => field('Nome do produto').inputValue()).toBe('Curso de Pão Rústico');
    await expect.poll(() => field('Descrição').inputValue()).toBe('Escrito nesta aba.');
    await save();
    await said('Alterações salvas.');
    expect(lastInput(products.updateProduct)).toEqual({
      productId: id(1),
      version: 2,
      description: 'Escrito nesta aba.',
    });
    expect(world.products[0]).toMatchObject({ name: 'Curso de Pão Rústico', description: 'Escrito nesta aba.' });
  });

  it('that is blocked shows its seller why, and goes back into review', async () => {
    await open(`${PRODUCTS}/product/${id(3)}`);
    await page.getByText('A descrição promete um resultado que ninguém pode garantir.').waitFor();
    await button('Enviar para análise').click();
    await inDialog('Enviar para análise').click();

    await said('Produto enviado para análise.');
    await page.getByText('Em análise', { exact: true }).waitFor();
  });

  it('that was sold is archived instead of deleted, and says so before', async () => {
    world.products[0]!.isSold = true;
    await open(`${PRODUCTS}/product/${id(1)}`);
    await button('Excluir').click();
    await dialog().getByText('as vendas ficam como estão').waitFor();

    await inDialog('Arquivar em vez de excluir').click();

    await said('O produto foi arquivado');
  });

  it('shows another offer beside it, in the order that the seller chooses', async () => {
    await open(`${PRODUCTS}/product/${id(1)}?tab=bumps`);
    await button('Adicionar order bump').click();
    await dialog().getByLabel('Oferta a adicionar').selectOption(id(102));
    await dialog().getByLabel('Título').fill('Mais um kit');
    await dialog().getByLabel('Preço no order bump').fill('99,90');
    await inDialog('Adicionar').click();
    await said('Order bump adicionado.');
    expect(lastInput(products.createOrderBump)).toMatchObject({ offerId: id(102), price: 9_990, fakePrice: null });

    await button('Subir Mais um kit').click();

    await expect
      .poll(() => lastInput(products.sortOrderBumps))
      .toEqual({ productId: id(1), version: 1, bumpIds: [id(302), id(301)] });
    await button('Remover Mais um kit').click();
    await inDialog('Remover').click();
    await said('Order bump removido.');
  });
});

describe('the coupons of a product', () => {
  const COUPONS = `${PRODUCTS}/product/${id(1)}?tab=coupons`;
  const row = (code: string) => page.getByRole('row').filter({ hasText: code });

  it('begin with one that gives a share, whose link carries the code', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(COUPONS);
    await page.getByText('Nenhum cupom').waitFor();
    await button('Criar cupom').click();
    await inDialog('Criar cupom').click();
    await page.getByText('Use de 3 a 30 letras').waitFor();
    await dialog().getByLabel('Código').fill('natal 10');
    await dialog().getByLabel('Porcentagem').fill('10');
    await dialog().getByLabel('Limite de usos').fill('50');

    await inDialog('Criar cupom').click();

    await said('Cupom criado.');
    expect(lastInput(coupons.createCoupon)).toEqual({
      code: 'NATAL10',
      discount: { basisPoints: 1_000 },
      maxUses: 50,
      maxUsesPerBuyer: null,
      cycles: 1,
      startsAt: null,
      endsAt: null,
      offerIds: [],
      productIds: [id(1)],
      isActive: true,
    });
    await row('NATAL10').getByText('0 de 50').waitFor();
    await row('NATAL10').getByRole('button', { name: 'Copiar link' }).click();
    await row('NATAL10').getByText('Copiado').first().waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${world.offers[0]!.url}?coupon=NATAL10`);
  });

  it('take an amount off only the offers that were chosen, and list the link of each', async () => {
    world.offers.push(
      createOffer(world.products[0]!, { id: id(105), title: 'Turma de março', price: 12_000 }),
      createOffer(world.products[0]!, { id: id(106), title: 'Turma de abril', price: 15_000 }),
    );
    await open(COUPONS);
    await button('Criar cupom').click();
    await dialog().getByLabel('Código').fill('TURMAS');
    await dialog().getByLabel('Desconto').selectOption('AMOUNT');
    await dialog().getByLabel('Valor', { exact: true }).fill('25,50');
    await dialog().getByLabel('Só algumas ofertas deste produto').check();
    await inDialog('Criar cupom').click();
    await page.getByText('Escolha ao menos uma oferta.').waitFor();
    await dialog().getByLabel('Turma de março').check();
    await dialog().getByLabel('Turma de abril').check();
    await dialog().getByLabel('Fim', { exact: true }).fill('24/12/2030');
    await dialog().getByLabel('Fim: horário').fill('18h');

    await inDialog('Criar cupom').click();

    await said('Cupom criado.');
    expect(lastInput(coupons.createCoupon)).toMatchObject({
      discount: { amount: 2_550, coin: 'BRL' },
      endsAt: '2030-12-24T21:00:00.000Z',
      offerIds: [id(105), id(106)],
      productIds: [],
    });
    await row('TURMAS').getByText('2 ofertas').waitFor();
    await button('Ver os links com o cupom TURMAS').click();
    await dialog().getByText('R$ 94,50').waitFor();
    await expect.poll(() => dialog().getByRole('listitem').count()).toBe(2);
  });

  it('show what each brought, are ended and made active again, and deleted once they are ended', async () => {
    world.coupons = [
      createCoupon({
        maxUses: 40,
        uses: 12,
        revenue: [
          { currency: 'BRL', amount: 104_760 },
          { currency: 'USD', amount: 4_500 },
        ],
      }),
    ];
    await open(COUPONS);
    await row('BEMVINDO10').getByText('12 de 40').waitFor();
    await row('BEMVINDO10').getByText('R$ 1.047,60 + $45,00').waitFor();
    await button('Encerrar BEMVINDO10').click();
    await inDialog('Encerrar').click();
    await said('Cupom encerrado.');
    expect(lastInput(coupons.updateCoupon)).toMatchObject({ version: 1, isActive: false, maxUses: 40 });
    await button('Reativar BEMVINDO10').click();
    await said('Cupom reativado.');
    await button('Encerrar BEMVINDO10').click();
    await inDialog('Encerrar').click();

    await button('Excluir BEMVINDO10').click();
    await inDialog('Excluir').click();

    await said('Cupom excluído.');
    await page.getByText('Nenhum cupom').waitFor();
  });

  it('stand in sight on a phone, with their tab and a long code', async () => {
    await openContext({ viewport: PHONE });
    world.coupons = [createCoupon({ code: 'NATALDEPADEIRO2026COMPRIDO', productIds: [id(1), id(2)] })];
    await open(COUPONS);
    await page.getByText('Este produto e outros seus').waitFor();
    const isInSight = () =>
      page.getByRole('tab', { selected: true }).evaluate((tab) => {
        const { left, right } = tab.getBoundingClientRect();
        return left >= 0 && right <= innerWidth;
      });
    await expect.poll(isInSight).toBe(true);
    await button('Editar NATALDEPADEIRO2026COMPRIDO').click();
    const title = dialog().getByRole('heading', { name: 'NATALDEPADEIRO2026COMPRIDO' });
    expect(await title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  });

  it('keep the other products that they are for when this product changes them', async () => {
    world.coupons = [createCoupon({ productIds: [id(1), id(2)] })];
    await open(COUPONS);
    await button('Editar BEMVINDO10').click();
    await dialog().getByText('Também vale para outros produtos seus.').waitFor();
    await dialog().getByLabel('Porcentagem').fill('12,5');

    await inDialog('Salvar').click();

    await said('Cupom salvo.');
    expect(lastInput(coupons.updateCoupon)).toMatchObject({
      discount: { basisPoints: 1_250 },
      productIds: [id(2), id(1)],
      offerIds: [],
    });
  });
});

describe('an offer', () => {
  it('is changed as a whole: prices, methods, delivery, stock and days', async () => {
    world.offers[1]!.fakePrice = null;
    await open(`${PRODUCTS}/offers/${id(102)}`);
    await field('Preço riscado').fill('100');
    await field('Frete fixo').fill('10');
    await page.getByLabel('Boleto', { exact: true }).uncheck();
    await save();
    await page.getByText('O preço riscado precisa ser maior que o preço.').waitFor();
    await page.getByText('Use o frete fixo ou as opções de entrega, não os dois.').waitFor();
    await field('Preço riscado').fill('250');
    await field('Frete fixo').fill('');
    await button('Remover a opção 2').click();
    await field('Estoque').fill('40');
    await field('Fim das vendas').fill('24/12/2026');
    await save();
    await page.getByText('Digite as horas e os minutos, como em 18:30.').waitFor();
    await field('Fim das vendas: horário').fill('1800');
    await field('Fim das vendas').focus();
    expect(await field('Fim das vendas: horário').inputValue()).toBe('18:00');

    await save();

    await said('Alterações salvas.');
    expect(lastInput(offers.updateOffer)).toEqual({
      offerId: id(102),
      version: 1,
      fakePrice: 25_000,
      billetEnabled: false,
      deliveryOptions: [
        {
          id: id(201),
          description: 'PAC',
          deliveryTime: '5 a 8 dias úteis',
          fareAmount: 1_990,
          preSelected: true,
          ...FIXED,
        },
      ],
      stockLimit: 40,
      saleEndsAt: '2026-12-24T21:00:00.000Z',
    });
  });

  it('has its freight quoted by a connection, with a table for when that gives no answer', async () => {
    world.offers[1]!.fakePrice = null;
    await open(`${PRODUCTS}/offers/${id(102)}`);
    const pac = page.locator('.offer-delivery').first();
    await pac.getByLabel('Cotado por').selectOption('Melhor Envio da loja');
    await pac.getByLabel('Frete grátis a partir de').fill('300');
    await pac.getByRole('button', { name: 'Adicionar lugar' }).click();
    await save();
    await page.getByText('Escreva estados, como SP, RJ').waitFor();
    await pac.getByRole('textbox', { name: 'Lugar' }).fill('SP, RJ');
    await pac.getByLabel('Valor').last().fill('19,90');
    const { SHOTS } = process.env;
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/freight-offer.png`, fullPage: true });

    await save();

    await said('Alterações salvas.');
    expect(lastInput(offers.updateOffer)).toMatchObject({
      deliveryOptions: [
        {
          quotedBy: CONNECTION,
          freeFrom: 30_000,
          fallback: [{ place: 'SP, RJ', fareAmount: 1_990, deliveryTime: '' }],
        },
        FIXED,
      ],
    });
  });

  it('becomes a subscription without a boleto, at a recurring price', async () => {
    await open(`${PRODUCTS}/offers/${id(101)}`);
    await page.getByLabel('Assinatura').check();
    await field('Valor recorrente').fill('49,90');
    await field('Cobrar').selectOption('a cada 90 dias');

    await save();

    await said('Alterações salvas.');
    expect(lastInput(offers.updateOffer)).toEqual({
      offerId: id(101),
      version: 1,
      type: 'SUBSCRIPTION',
      recurrencePrice: 4_990,
      frequencyInDays: 90,
      billetEnabled: false,
    });
  });

  it('becomes a subscription that charges on the same day of each month, unless another recurrence is chosen', async () => {
    await open(`${PRODUCTS}/offers/${id(101)}`);
    await page.getByLabel('Assinatura').check();
    await field('Valor recorrente').fill('49,90');
    expect(await field('Cobrar').locator('option:checked').textContent()).toBe('a cada mês, no mesmo dia');
    const notice = page.getByText('Não há Pix Automático para uma cobrança a cada 60 dias');
    await field('Cobrar').selectOption('a cada 60 dias');
    await notice.waitFor();
    await field('Cobrar').selectOption('a cada 6 meses, no mesmo dia');
    await notice.waitFor({ state: 'detached' });
    await field('Cobrar').selectOption('a cada ano, no mesmo dia');

    await save();

    await said('Alterações salvas.');
    expect(lastInput(offers.updateOffer)).toMatchObject({ frequencyInDays: 365, period: 'CALENDAR' });
  });

  it('takes a table of installments of its own', async () => {
    await open(`${PRODUCTS}/offers/${id(101)}`);
    await page.getByLabel('Usar minha própria tabela').check();
    await field('Até quantas parcelas').selectOption('6x');
    await page.getByLabel('Juros em 6 parcelas').fill('12,5');
    await field('Parcela mínima').fill('5');

    await save();

    await said('Alterações salvas.');
    expect(lastInput(offers.updateOffer)).toMatchObject({
      installments: {
        max: 6,
        interestFree: 1,
        feeBasisPoints: [0, 0, 0, 0, 0, 1_250, 0, 0, 0, 0, 0, 0],
        minimumInstallment: 500,
      },
    });
  });

  it('in another currency is paid by card alone, and says where nobody charges in it', async () => {
    await open(`${PRODUCTS}/offers/${id(101)}`);
    await field('Moeda').selectOption('EUR');
    await page.getByText('Nenhum provedor desta oferta cobra em EUR').waitFor();
    await field('Moeda').selectOption('USD');
    await page.getByText('Só no cartão').waitFor();
    await expect.poll(() => page.getByLabel('Pix').isDisabled()).toBe(true);

    await save();

    await said('Alterações salvas.');
    expect(lastInput(offers.updateOffer)).toMatchObject({ coin: 'USD', pixEnabled: false, billetEnabled: false });
  });

  it('is copied as a draft, which is published on its own', async () => {
    await open(`${PRODUCTS}/offers/${id(101)}`);
    await button('Duplicar').click();
    await page.waitForURL(`**/offers/${id(104)}`);
    await page.getByText('Este checkout está fechado. Publique a oferta para abrir.').waitFor();

    await button('Publicar oferta').click();

    await said('Oferta publicada.');
    expect(lastInput(offers.updateOffer)).toEqual({ offerId: id(104), version: 1, status: 'PUBLISHED' });
  });
});

describe('a reviewer', () => {
  it('blocks a product with a reason, and unblocks it', async () => {
    await open('/admin-root/manage-products');
    await page.getByRole('link', { name: 'Kit de padeiro' }).click();
    await button('Bloquear').click();
    await inDialog('Bloquear').click();
    await dialog().getByText('Diga o motivo em ao menos 3 letras.').waitFor();
    await dialog().getByLabel('Motivo').fill('A foto é de outra marca.');
    await inDialog('Bloquear').click();
    await said('Produto bloqueado. Os checkouts dele estão fechados.');
    await page.getByText('A foto é de outra marca.').waitFor();

    await button('Desbloquear').click();

    await said('Produto desbloqueado. Ele já está à venda.');
    expect(lastInput(products.approveProduct)).toEqual({ productId: id(2), version: 2 });
  });

  it('approves several that wait, by the versions that the list showed', async () => {
    const [first, second] = world.products.slice(0, 2);
    for (const product of [first!, second!]) product.status = 'IN_REVIEW';
    await open('/admin-root/manage-products');
    await page.getByRole('checkbox', { name: 'Selecionar todos desta página' }).check();
    await button('Aprovar selecionados').click();
    expect(await listViolations(page)).toEqual([]);
    await inDialog('Aprovar todos').click();

    await dialog().getByText('2 de 2 prontos.').waitFor();
    expect(server.inputsOf(products.approveProduct)).toEqual(
      [first!, second!].map(({ id: productId }) => ({ productId, version: 1 })),
    );
  });
});

const PAGES = [
  PRODUCTS,
  '/platform/create-product',
  `/platform/create-product?offer=${id(102)}`,
  ...['', '?tab=settings', '?tab=bumps', '?tab=coupons', '?tab=co-production', '?tab=affiliation'].map(
    (tab) => `${PRODUCTS}/product/${id(1)}${tab}`,
  ),
  `${PRODUCTS}/offers/${id(102)}`,
  '/admin-root/manage-products',
  `/admin-root/manage-products?product=${id(3)}`,
];

judgeScreens({
  screens: PAGES,
  open: async (address) => {
    await open(address);
    await settle();
  },
});

/**
 * The way from an empty installation to money in a seller's bank account, by screens alone: everybody types and clicks what a
 * person would, and nothing is written around the pages. tools/src/newcomer/journey.ts goes the same way by procedures.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { migrate } from '../../core/src/programs/migrate.ts';
import { createDatabase } from '../../core/test/build.ts';
import { buildShells } from '../src/build/build-shells.ts';
import { listMails, waitForLink } from '../src/newcomer/mailbox.ts';
import { type EmptyPlatform, MASTER, openEmptyPlatform } from '../src/newcomer/run.ts';
import { totp } from '../src/newcomer/totp.ts';
import { startTestDatabase } from '../src/test/test-database.ts';
import { button, context, dialog, heading, openContext, openPage, page, said, setUpBrowser } from './browser-page.ts';
import { fillSignIn } from './people.ts';
import { serveZipCodes } from './stage.ts';

const PASSWORD = 'quatro tigelas de barro';
const ADMIN = { name: 'Alice Administradora', email: 'alice@newcomer.example' };
const CASHIER = { name: 'Caio Conferente', email: 'caio@newcomer.example' };
const SELLER = { name: 'Elisa Estreia', email: 'elisa@newcomer.example' };
const BUYER = { name: 'Clara Cliente', email: 'clara@newcomer.example' };
/** Valid and invented. */
const [SELLER_DOCUMENT, BUYER_DOCUMENT] = ['529.982.247-25', '111.444.777-35'];
const [COURSE, COFFEE] = ['Pão de fermentação natural', 'Kit Café da Serra'];
const LESSONS = 'https://aulas.newcomer.example/';
const COUPON = 'ESTREIA10';
const TRACKING = 'AA123456789BR';
/** The effort from the front door to a published checkout; at most twelve fields were promised. */
const FIRST_CHECKOUT = { fields: 8, clicks: 6 };

let platform: EmptyPlatform;

setUpBrowser({
  serve: async () => {
    await buildShells({ mode: 'production' });
    const server = await startTestDatabase(migrate);
    const database = await createDatabase(server);
    const zipCodes = await serveZipCodes();
    platform = await openEmptyPlatform(database.url, { ZIP_LOOKUP_URL: zipCodes.url, ZIP_FALLBACK_URL: 'none' });
    return {
      async close() {
        await platform.close();
        zipCodes.close();
        await database.drop();
        await server.close();
      },
    };
  },
});

const cookies = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>();
let seated: string | undefined;
/** Lets somebody else sit down at a browser of their own, which still knows who used it before. */
async function become({ email }: { email: string }): Promise<void> {
  if (seated) cookies.set(seated, await context.cookies());
  seated = email;
  await openContext();
  await context.addCookies(cookies.get(email) ?? []);
}

/** Counts the fields and buttons that the person of the test has filled in and clicked on. */
let effort = { fields: 0, clicks: 0 };
async function fill(place: Locator, value: string): Promise<void> {
  effort.fields += 1;
  await place.fill(value);
}
async function choose(place: Locator, label?: string): Promise<void> {
  effort.fields += 1;
  if (label) await place.selectOption({ label });
  else await place.check();
}
async function click(place: Locator): Promise<void> {
  effort.clicks += 1;
  await place.click();
}
async function followMail(link: string): Promise<void> {
  effort.clicks += 1;
  await page.goto(link);
}

const field = (label: string | RegExp) => page.getByLabel(label, { exact: true });
const link = (name: string | RegExp) => page.getByRole('link', { name, exact: typeof name === 'string' });
const tab = (name: string | RegExp) => page.getByRole('tab', { name, exact: typeof name === 'string' });
const row = (text: string) => page.getByRole('row').filter({ hasText: text });
/** An entry of the menu, which may also say how much waits there. */
const menu = (name: string) =>
  page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: new RegExp(`^${name}( \\d|$)`) });
const submit = () => page.locator('button[type=submit]');
const inDialog = (name: string | RegExp) => dialog().getByRole('button', { name, exact: typeof name === 'string' });
const picture = (name: string) => ({
  name: `${name}.webp`,
  mimeType: 'image/webp',
  buffer: readFileSync(path.resolve(import.meta.dirname, `../demo/${name}.webp`)),
});

/** Opens the account of an invitation, and protects it with an authenticator app. */
async function openAccount({ email }: { email: string }, invitation: string): Promise<void> {
  await become({ email });
  await page.goto(invitation);
  await field('Nova senha').fill(PASSWORD);
  await submit().click();
  await heading('Senha salva');
  await link('Entrar').click();
  await fillSignIn(page, email, PASSWORD);
  await heading('Proteja seu acesso');
  await page.getByText('Não consegue ler a imagem? Digite a chave').click();
  const secret = page.locator('.factor-secret code').filter({ hasText: /\w/ });
  await page.getByLabel('Código de 6 dígitos').fill(totp((await secret.textContent())!));
  await button('Confirmar código').click();
  await page.getByLabel('Guardei os códigos').check();
  await button('Continuar').click();
  await page.getByRole('navigation', { name: 'Menu' }).waitFor();
}

/** Returns the link of the invitation's mail. */
async function invite({ name, email }: typeof ADMIN, ...permissions: string[]): Promise<string> {
  const former = await listMails(platform);
  await button('Convidar').click();
  await dialog().getByLabel('Nome').fill(name);
  await dialog().getByLabel('E-mail').fill(email);
  for (const permission of permissions) await dialog().getByRole('checkbox', { name: permission, exact: true }).check();
  await inDialog('Enviar convite').click();
  await said(`Convite enviado para ${email}.`);
  return waitForLink(platform, email, former);
}

async function connectProvider(): Promise<void> {
  await menu('Plataformas').click();
  await link(MASTER.platform).click();
  await tab('Conexões').click();
  await link('Adicionar conexão').click();
  await link('Sandbox').click();
  await page.getByRole('combobox', { name: 'Ambiente' }).selectOption('simulator');
  await field('Chave secreta').fill('sk_newcomer_0123456789abcdef');
  await field('Chave pública').fill('pk_newcomer_0123456789');
  await field('Segredo dos webhooks').fill('whsec_newcomer_0123456789abcdef');
  await button('Criar conexão').click();
  await heading('Sandbox');
  await button('Testar agora').click();
  await page.getByText('Funciona: o provedor respondeu').waitFor();
  await button('Ativar conexão').click();
  await inDialog('Ativar conexão').click();
  await page.getByText('Recebe pagamentos pelas rotas em que está.').waitFor();
}

/** Releases money at once, because days are too long to wait for here, and wants two people for a withdrawal like the seller's. */
async function setRules(): Promise<void> {
  await menu('Configurações').click();
  for (const method of ['Pix', 'Cartão de crédito']) {
    await field(`Dias até a liberação, ${method}`).fill('0');
    await field(`Reserva em percentual, ${method}`).fill('0');
  }
  await field('Espera de um destino novo').fill('0');
  await field('Exigir duas aprovações acima de').fill('100');
  await button('Salvar alterações').click();
  await inDialog('Pedir aprovação').click();
  await page.getByText('espera a aprovação de outra pessoa').waitFor();
}

/** Approves what the administrator may not decide alone: new accounts are paid without a wait. */
async function approveRules(): Promise<void> {
  await menu('Plataformas').click();
  await link(MASTER.platform).click();
  await tab('Mudanças de regras').click();
  await button(/^Ver/).click();
  await dialog().getByText('afrouxa uma proteção').waitFor();
  await inDialog('Aprovar').click();
  await page.getByText('Mudança em vigor.').waitFor();
}

async function register(): Promise<void> {
  const former = await listMails(platform);
  await become(SELLER);
  await page.goto(platform.url);
  await click(link(/Criar conta de vendas/));
  await heading('Criar sua conta de vendas');
  await fill(field('Nome'), SELLER.name);
  await fill(field('E-mail'), SELLER.email);
  await fill(field('Senha'), PASSWORD);
  await click(submit());
  await heading('Confira seu e-mail');
  await followMail(await waitForLink(platform, SELLER.email, former));
  await fill(field('Senha'), PASSWORD);
  await click(submit());
  await page.getByText('0 de 5 passos concluídos').waitFor();
}

/** Fills in the open page of a new product. Returns the address of its checkout. */
async function createProduct(name: string, type: 'Digital' | 'Físico', price: string): Promise<string> {
  await fill(field('Nome do produto'), name);
  await choose(field(type));
  await choose(field('Categoria'), 'Gastronomia');
  await fill(field('Preço'), price);
  await click(button('Criar e publicar'));
  await heading('Produto criado');
  await page.getByText(`${name} está à venda.`).waitFor();
  return (await page.getByLabel('Link do checkout').textContent())!;
}

async function addPicture(name: string): Promise<void> {
  await field('Descrição').fill('Feito à mão, do fermento ao forno.');
  await page.getByLabel('Escolher imagem: Imagem', { exact: true }).setInputFiles(picture(name));
  await said('Upload realizado com sucesso!');
  await button('Salvar alterações').click();
  await said('Alterações salvas.');
}

/** Looks at a checkout as anybody can. */
async function lookAtCheckout(address: string, name: string, price: string): Promise<void> {
  const checkout = await openPage(context);
  await checkout.goto(address);
  await checkout.getByText(name).first().waitFor();
  await checkout.getByText(price).first().waitFor();
  const cover = checkout.locator('img[src^="/media/"]').first();
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await checkout.close();
}

async function finishCourse(): Promise<void> {
  await page.getByText('Ainda nada: quem pagar agora não recebe nada por aqui.').waitFor();
  await link(/Adicionar imagem e descrição/).click();
  await addPicture('bread');
  await tab('Entrega').click();
  await button('Adicionar à entrega').click();
  await field('O que é').selectOption('ADDRESS');
  await field('Título').fill('As aulas');
  await field('Endereço').fill(LESSONS);
  await inDialog('Adicionar').click();
  await said('Item adicionado à entrega.');
  await tab('Cupons').click();
  await button('Criar cupom').click();
  await dialog().getByLabel('Código').fill(COUPON);
  await dialog().getByLabel('Porcentagem').fill('10');
  await inDialog('Criar cupom').click();
  await said('Cupom criado.');
}

/** Sets what the delivery costs, and offers the course beside the coffee. */
async function finishCoffee(): Promise<void> {
  await link(/Definir o frete/).click();
  await button('Adicionar opção de entrega').click();
  await field('Nome').fill('Correios PAC');
  await field('Prazo').fill('6 a 9 dias úteis');
  await field('Valor').fill('0');
  await button('Salvar alterações').click();
  await said('Alterações salvas.');
  await menu('Meus produtos').click();
  await link(COFFEE).click();
  await addPicture('coffee');
  await tab('Order Bump').click();
  await button('Adicionar order bump').click();
  await dialog().getByLabel('Oferta a adicionar').selectOption({ index: 1 });
  await dialog().getByLabel('Título').fill('Leve também o curso de pão');
  await dialog().getByLabel('Preço no order bump').fill('150,00');
  await page.getByLabel('Escolher imagem: Imagem', { exact: true }).setInputFiles(picture('bread'));
  await said('Upload realizado com sucesso!');
  await inDialog('Adicionar').click();
  await said('Order bump adicionado.');
}

async function fillBuyer(): Promise<void> {
  await page.fill('[name=name]', BUYER.name);
  await page.fill('[name=email]', BUYER.email);
  for (const [name, value] of [
    ['cpf', BUYER_DOCUMENT],
    ['phone', '11987654321'],
  ] as const) {
    const asked = page.locator(`[name=${name}]:visible`);
    if (await asked.count()) await asked.fill(value);
  }
}

/** Pays the course by PIX at the simulated bank, with the coupon, and opens it. */
async function buyCourse(address: string): Promise<void> {
  await page.goto(address);
  await page.check('[name=paymentMethod][value=PIX]');
  await fillBuyer();
  await page.getByText('Cupom de desconto').click();
  await page.getByLabel('Código do cupom').fill(COUPON);
  await button('Aplicar cupom').click();
  await page.getByText('−R$ 19,70').waitFor();
  await submit().click();
  await heading('Falta pagar o Pix');
  const [bank] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: /simular pagamento/ }).click(),
  ]);
  await bank.getByRole('button', { name: 'Pagar', exact: true }).click();
  await heading('Pagamento aprovado');
  await link('Acessar o que comprei').click();
  await heading(COURSE);
  await expect.poll(() => link(/^Abrir/).getAttribute('href')).toBe(LESSONS);
}

/** Pays the coffee and its order bump by card, and has the parcel sent. */
async function buyCoffee(address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('checkbox', { name: /Leve também o curso de pão/ }).check();
  await page.check('[name=paymentMethod][value=CREDIT_CARD]');
  await fillBuyer();
  await page.fill('[name=cep]', '01310-100');
  await expect.poll(() => page.inputValue('[name=street]')).toBe('Avenida Paulista');
  await page.fill('[name=number]', '1000');
  await page.getByText('Correios PAC').click();
  const card = page.frameLocator('iframe');
  await card.locator('[autocomplete=cc-number]').fill('5555555555554444');
  await card.locator('[autocomplete=cc-name]').fill('CLARA CLIENTE');
  await card.locator('[autocomplete=cc-exp]').fill('12/40');
  await card.locator('[autocomplete=cc-csc]').fill('123');
  await page.getByLabel('Parcelas').locator('option').nth(1).waitFor({ state: 'attached' });
  await page.click('button[type=submit][aria-disabled=false]');
  await heading('Pagamento aprovado');
}

async function ship(): Promise<void> {
  await menu('Envios').click();
  await page.getByRole('checkbox', { name: new RegExp(`^Selecionar o pedido .* de ${BUYER.name}$`) }).check();
  await button('Marcar como enviados').click();
  await dialog().getByLabel('Transportadora').fill('Correios');
  await dialog().getByLabel(new RegExp(BUYER.name)).fill(TRACKING);
  await inDialog('Salvar e avisar os compradores').click();
  await said('1 pedido marcado.');
  await tab(/Enviados/).click();
  await row(BUYER.name).getByText(TRACKING).waitFor();
}

/** Asks for all that was earned: 177,30 by PIX less 4,99 % and 1,00; 239,90 by card less 5,99 % and 1,00. */
async function askForMoney(): Promise<void> {
  await menu('Meu perfil').click();
  await link('Editar na sua conta').click();
  await field('CPF ou CNPJ').fill(SELLER_DOCUMENT);
  await button('Salvar').first().click();
  await said('Alterações salvas.');
  await menu('Financeiro').click();
  await tab('Contas e chaves').click();
  await button('Adicionar chave Pix').click();
  await dialog().getByLabel('Chave Pix', { exact: true }).fill(SELLER_DOCUMENT);
  await inDialog('Adicionar chave Pix').click();
  await said('Chave Pix adicionada.');
  await expect
    .poll(async () => {
      await page.reload();
      const balance = page.getByRole('region', { name: 'Seu saldo' });
      await balance.getByText(/R\$/).first().waitFor();
      return (await balance.textContent())?.replaceAll('\u00a0', ' ');
    })
    .toContain('DisponívelR$ 391,99');
  await button('Sacar').click();
  await inDialog('Tudo').click();
  await inDialog(/^Sacar R\$/).click();
  await said('Saque pedido. Ele espera a aprovação da plataforma.');
}

async function approve(told: string): Promise<void> {
  await menu('Saques').click();
  await row(SELLER.name).getByRole('button', { name: 'Aprovar' }).click();
  await inDialog('Aprovar').click();
  await said(told);
}

// One long walk: on a machine with other work it takes longer than any other test.
it('leads from an empty installation to a payout, and the ledger holds', async () => {
  await openAccount(MASTER, platform.masterLink);
  await connectProvider();
  await menu('Administradores').click();
  // Both are invited by the master: two people of whom one has invited the other are not two for a withdrawal.
  const payouts = 'Pedidos de saque de usuários';
  const cashierLink = await invite(CASHIER, payouts);
  await openAccount(ADMIN, await invite(ADMIN, 'Configurações da plataforma', payouts));
  await setRules();
  await become(MASTER);
  await page.goto(`${platform.url}/master-root`);
  await approveRules();
  await openAccount(CASHIER, cashierLink);

  effort = { fields: 0, clicks: 0 };
  await register();
  await click(link(/Crie um produto/));
  const course = await createProduct(COURSE, 'Digital', '197,00');
  expect(effort).toEqual(FIRST_CHECKOUT);
  await finishCourse();
  await lookAtCheckout(course, COURSE, '197,00');
  await menu('Visão geral').click();
  await page.getByText('2 de 5 passos concluídos').waitFor();
  await menu('Criar produto').click();
  const coffee = await createProduct(COFFEE, 'Físico', '89,90');
  await finishCoffee();

  await become(BUYER);
  await buyCourse(course);
  await buyCoffee(coffee);

  await become(SELLER);
  await page.goto(platform.url);
  await link(/Continuar como/).click();
  await ship();
  await askForMoney();
  await platform.settleTeam();
  await become(ADMIN);
  await page.goto(`${platform.url}/admin-root`);
  await approve(`Falta outra pessoa aprovar R$ 388,32 para ${SELLER.name}.`);
  await become(CASHIER);
  await page.goto(`${platform.url}/admin-root`);
  await approve(`R$ 388,32 para ${SELLER.name} aprovado.`);

  await become(SELLER);
  await page.goto(`${platform.url}/platform/financial?tab=withdrawals`);
  await expect
    .poll(async () => {
      await page.reload();
      return row('R$ 391,99').textContent();
    })
    .toContain('Pago');
  const audits = await platform.audit();
  expect(audits.map(({ problems }) => problems)).toEqual([[]]);
});

/** Tests administrators on a whole platform: their changes hold for others with the next request. */
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FEIRA_PEOPLE, SELLERS } from '../src/demo/people.ts';
import { listMails, waitForLink } from '../src/newcomer/mailbox.ts';
import { totp } from '../src/newcomer/totp.ts';
import { browser, button, context, dialog, heading, option, page, said } from './browser-page.ts';
import { DEMO_PASSWORD } from './demo-password.ts';
import { fillSignIn } from './people.ts';
import { setUpStage, stage } from './stage.ts';
import { listViolations } from './violations.ts';

const ADMIN = FEIRA_PEOPLE.find(({ email }) => email.startsWith('admin@'))!;
const SELLER = SELLERS[1]!;
const MANAGER = FEIRA_PEOPLE.find(({ role }) => role === 'manager')!;

/** The administrator's session, opened once and handed from test to test. */
let cookies: Awaited<ReturnType<BrowserContext['cookies']>>;
let secret: string;

setUpStage({ prepare: (opened) => opened.addCookies(cookies) });
beforeAll(async () => {
  const first = await browser.newContext({ locale: 'pt-BR' });
  const signIn = await first.newPage();
  await signIn.goto(`${stage.url}/admin-root-login`);
  await fillSignIn(signIn, ADMIN.email, DEMO_PASSWORD);
  await signIn.getByText('Não consegue ler a imagem? Digite a chave').click();
  secret = (await signIn.locator('.factor-secret code').textContent())!;
  await signIn.getByLabel('Código de 6 dígitos').fill(totp(secret));
  await signIn.getByRole('button', { name: 'Confirmar código' }).click();
  await signIn.getByLabel('Guardei os códigos').check();
  await signIn.getByRole('button', { name: 'Continuar' }).click();
  await signIn.waitForURL(/\/admin-root\//);
  cookies = await first.cookies();
  await first.close();
});
afterEach(async () => {
  // Proving the identity anew, and coming back from another person's account, change the cookie.
  cookies = await context.cookies();
});

const open = (path: string) => page.goto(`${stage.url}/admin-root${path}`);
/** Drops a PNG on the first such part of the page. */
const dropFile = (selector: string, content: Buffer) =>
  page
    .locator(selector)
    .first()
    .evaluate((zone, base64) => {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], 'logo.png', { type: 'image/png' }));
      zone.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }, content.toString('base64'));
const openUser = ({ email }: { email: string }) => open(`/manage-users/${stage.ids.people.find(email)}`);

/** Signs a seller in to a browser beside the administrator's. */
async function signInSeller(): Promise<{ target: Page; close(): Promise<void> }> {
  const other = await browser.newContext({ locale: 'pt-BR' });
  const target = await other.newPage();
  await target.goto(`${stage.url}/login`);
  await fillSignIn(target, SELLER.email, DEMO_PASSWORD);
  await target.waitForURL('**/platform/dashboard');
  return { target, close: () => other.close() };
}

describe('users', () => {
  it('are found by name and opened', async () => {
    await open('/manage-users');
    await page.getByRole('searchbox').fill(SELLER.name.slice(0, 7).toUpperCase());

    await page.getByRole('link', { name: SELLER.name }).click();

    await heading(SELLER.name);
    await page.getByText(SELLER.email).waitFor();
  });

  it('leave as a file', async () => {
    await open('/manage-users?role=seller');

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Exportar CSV' }).click(),
    ]);

    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    const file = Buffer.concat(chunks).toString();
    for (const { email } of SELLERS) expect(file).toContain(email);
    expect(file).not.toContain(MANAGER.email);
  });

  it('are out with their next request once disabled, after the administrator proved who asks', async () => {
    const seller = await signInSeller();
    // As after a quarter of an hour: the proof of signing in is too old.
    await stage.query("UPDATE session SET confirmed_at = confirmed_at - interval '15 minutes' WHERE person_id = $1", [
      stage.ids.people.find(ADMIN.email),
    ]);
    await openUser(SELLER);
    await button('Desativar usuário').click();
    await dialog().getByRole('button', { name: 'Desativar usuário' }).click();
    const proof = page.getByRole('dialog').filter({ has: page.locator('input[type=password]') });
    await proof.locator('input[type=password]').fill(DEMO_PASSWORD);
    await proof.getByLabel(/Código/).fill(totp(secret, 1));
    await proof.getByRole('button', { name: 'Confirmar' }).click();
    await page.getByText('Desativado', { exact: true }).waitFor();

    await seller.target.reload();

    await seller.target.waitForURL('**/login?next=**');
    await seller.close();
    await button('Reativar usuário').click();
    await dialog().getByRole('button', { name: 'Reativar usuário' }).click();
    // The dialog, which has a button of the same name, is gone by then.
    await expect.poll(() => button('Desativar usuário').count()).toBe(1);
    const back = await signInSeller();
    await back.close();
  });

  it('sell by the methods that are left to them', async () => {
    const maria = SELLERS[0]!;
    const buyer = await browser.newContext({ locale: 'pt-BR' });
    const checkout = await buyer.newPage();
    await checkout.goto(`${stage.url}/checkout/${stage.ids.offers.find('ebook')}`);
    await checkout.getByRole('radio', { name: /Boleto/ }).waitFor({ state: 'attached' });
    await openUser(maria);

    await page.getByRole('switch', { name: 'Boleto' }).click();
    await expect.poll(() => page.getByRole('switch', { name: 'Boleto' }).isChecked()).toBe(false);

    await checkout.reload();
    await checkout.getByRole('radio', { name: /Pix/i }).first().waitFor({ state: 'attached' });
    await expect.poll(() => checkout.getByRole('radio', { name: /Boleto/ }).count()).toBe(0);
    await buyer.close();
  });

  it('get a manager, who is one of the platform', async () => {
    await openUser(SELLER);

    await page.getByRole('combobox', { name: 'Escolher gerente' }).click();
    await option(MANAGER.name).click();

    await page.getByText(`${MANAGER.name} cuida desta pessoa.`).waitFor();
  });

  it('are looked at through their own eyes, under a banner', async () => {
    await openUser(SELLER);
    await button('Entrar como esta pessoa').click();
    await dialog().getByRole('button', { name: 'Entrar', exact: true }).click();

    await page.waitForURL('**/platform/dashboard');
    const banner = page.getByRole('region', { name: /Você está vendo a plataforma como/ });
    await banner.getByText(SELLER.name).waitFor();
    await banner.getByRole('button', { name: 'Voltar para minha conta' }).click();
    await page.waitForURL(/\/admin-root\//);
    await page.getByRole('button', { name: ADMIN.name }).waitFor();
  });
});

describe('staff', () => {
  it('is invited by mail, and shown with what was granted', async () => {
    const former = await listMails(stage);
    await open('/manage-functionaries');
    await button('Convidar').click();
    await dialog().getByLabel('Nome').fill('Lia Castro');
    await dialog().getByLabel('E-mail').fill('lia@feira.example');
    await dialog().getByRole('checkbox', { name: 'Vendas' }).check();
    await button('Enviar convite').click();
    await said('Convite enviado para lia@feira.example.');

    const link = await waitForLink(stage, 'lia@feira.example', former);

    expect(new URL(link).pathname).toBe('/choose-password');
    await page.getByRole('row', { name: /Lia Castro.*1 de 21/ }).waitFor();
  });

  it('is changed and let go', async () => {
    await open('/manage-functionaries');
    const row = page.getByRole('row', { name: /Artur Atendimento/ });
    await row.getByRole('button', { name: /Permissões/ }).click();
    await dialog().getByRole('checkbox', { name: 'Usuários', exact: true }).uncheck();
    await button('Salvar permissões').click();
    await said('Permissões de Artur Atendimento salvas.');

    await row.getByRole('button', { name: /Remover acesso/ }).click();
    await dialog().getByRole('button', { name: 'Remover acesso' }).click();

    await said('Artur Atendimento não é mais da equipe.');
  });
});

describe('the platform', () => {
  it('keeps its rules as they were typed', async () => {
    await open('/platform-settings');
    const fee = page.getByRole('textbox', { name: 'Taxa percentual, Pix' });
    await fee.fill('3,07');
    await page.getByRole('textbox', { name: 'Taxa fixa, Pix' }).fill('1,15');
    await button('Salvar alterações').click();
    await dialog()
      .getByRole('row', { name: /O vendedor recebe/ })
      .waitFor();
    await button('Salvar mudança').click();
    await said('Alterações salvas.');

    await page.reload();

    await expect.poll(() => fee.inputValue()).toBe('3,07');
    await expect.poll(() => page.getByRole('textbox', { name: 'Taxa fixa, Pix' }).inputValue()).toBe('1,15');
  });

  it('shows itself as customized', async () => {
    await open('/customization');
    await page.getByLabel('Nome da plataforma').fill('Feira Nova');
    await page.getByRole('tab', { name: 'Banners' }).click();
    await button('Adicionar banner').click();
    await page.getByLabel('Endereço da imagem', { exact: true }).fill('/media/banner.svg');
    await page.getByLabel('Texto alternativo').fill('Ofertas de fim de ano');
    await button('Salvar alterações').click();
    await said('Alterações salvas.');

    await page.reload();

    await page.getByText('Feira Nova').first().waitFor();
    await expect.poll(() => page.getByLabel('Texto alternativo').inputValue()).toBe('Ofertas de fim de ano');
  });

  it('takes a logo by drop or by button, says what is wrong with a file, and shows it everywhere', async () => {
    await open('/customization?tab=visuals');
    const choose = page.getByLabel('Escolher imagem: Endereço do logotipo', { exact: true });
    const png = await page.screenshot();

    await choose.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="x()"/>') });
    await page.getByText('Envie uma imagem JPEG, PNG ou WebP.').waitFor();
    await choose.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.alloc(10_485_761) });
    await page.getByText('A imagem pode ter no máximo 10 MB.').waitFor();
    await dropFile('.picture-zone', png);
    await said('Upload realizado com sucesso!');

    const address = await page.getByLabel('Endereço do logotipo', { exact: true }).inputValue();
    expect(address).toMatch(/^\/media\/[0-9a-f]{32}\/640x400\.jpg$/);
    expect(await listViolations(page)).toEqual([]);
    await button('Salvar alterações').click();
    await said('Alterações salvas.');
    await page.reload();
    const shown = page
      .locator(`header img[src="${address}"], aside img[src="${address}"], nav img[src="${address}"]`)
      .first();
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
    await button('Remover: Endereço do logotipo').press('Enter');
    await expect.poll(() => page.getByLabel('Endereço do logotipo', { exact: true }).inputValue()).toBe('');
  });

  it('claims a domain, and not one that is taken', async () => {
    await open('/domains');
    const field = page.getByRole('textbox', { name: 'Novo domínio' });
    await field.fill('pagamento.feira.example');
    await button('Adicionar domínio').click();
    await page.getByText('_feira.pagamento.feira.example').waitFor();
    const [taken] = await stage.query<{ host: string }>(
      `SELECT host FROM platform_domain WHERE host LIKE '%.%' AND platform_id <>
       (SELECT platform_id FROM person WHERE id = $1)`,
      [stage.ids.people.find(ADMIN.email)],
    );

    await field.fill(taken!.host);
    await button('Adicionar domínio').click();

    await page.getByText('Este domínio já está em uso.').waitFor();
  });
});

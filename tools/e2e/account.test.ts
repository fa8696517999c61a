/** Tests the own account, the proof of identity, the view of another person's account, and the change from one role to another. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { FEIRA_PEOPLE, SELLERS } from '../src/demo/people.ts';
import { listMails, waitForLink } from '../src/newcomer/mailbox.ts';
import { totp } from '../src/newcomer/totp.ts';
import { browser, dialog, heading, openPage, page } from './browser-page.ts';
import { DEMO_PASSWORD } from './demo-password.ts';
import { fillSignIn } from './people.ts';
import { setUpStage, stage } from './stage.ts';
import { listViolations } from './violations.ts';

const MARIA = SELLERS[0]!;
const ADMIN = FEIRA_PEOPLE.find(({ email }) => email.startsWith('admin@'))!;
const NEW_PASSWORD = 'quatro tigelas de barro';

setUpStage();

async function signIn(target: Page, { email }: { email: string }, password = DEMO_PASSWORD, entrance = '/login') {
  await target.goto(stage.url + entrance);
  await fillSignIn(target, email, password);
  await target.waitForURL((url) => !url.pathname.endsWith('login'));
}
/** As if the last proof of who sits there were long ago. */
const age = (personId: string) =>
  stage.query(`UPDATE session SET confirmed_at = now() - interval '1 hour' WHERE person_id = $1`, [personId]);
const section = (name: string) => page.getByRole('region', { name, exact: true });

describe('the own account', () => {
  it('changes name and phone, and the menu knows at once', async () => {
    await signIn(page, MARIA, DEMO_PASSWORD, '/login?next=/account');
    await heading('Minha conta');
    await page.getByLabel('Nome').fill('Padaria da Maria e Filhas');
    await page.getByLabel('Telefone').pressSequentially('1133334444', { delay: 20 });
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();

    await page.getByText('Alterações salvas.').waitFor();
    await page.getByRole('button', { name: 'Padaria da Maria e Filhas' }).waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel('Telefone').inputValue()).toBe('(11) 3333-4444');
    await page.getByLabel('Nome').fill(MARIA.name);
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await page.getByText('Alterações salvas.').waitFor();
  });

  it('chooses by topic what comes by mail', async () => {
    await signIn(page, MARIA, DEMO_PASSWORD, '/login?next=/account');
    const notices = section('Avisos');
    const sales = notices.getByLabel('Vendas: E-mail');
    const bell = notices.getByLabel('Vendas: Sino');
    await expect.poll(() => sales.inputValue()).toBe('EACH');

    await sales.selectOption('Resumo semanal');
    await bell.uncheck();
    await notices.getByText('Alterações salvas.').waitFor();
    await notices.getByLabel('Segurar e-mails, notificações e webhooks neste horário').check();
    await notices.getByLabel('Até').fill('06:30');
    await notices.getByRole('button', { name: 'Salvar horário' }).click();
    await expect.poll(() => notices.getByText('Alterações salvas.').count()).toBe(2);

    await page.reload();
    await expect.poll(() => sales.inputValue()).toBe('WEEKLY');
    expect(await bell.isChecked()).toBe(false);
    expect(await notices.getByLabel('Até').inputValue()).toBe('06:30');
    expect(await listViolations(page)).toEqual([]);
  });

  it('gives an address for notifications, whose secret is shown once, and chooses its topics', async () => {
    await signIn(page, MARIA, DEMO_PASSWORD, '/login?next=/account');
    const notices = section('Avisos');
    const address = notices.getByLabel('Endereço (https)');
    await address.fill('https://localhost/avisos');
    await notices.getByRole('button', { name: 'Salvar endereço' }).click();
    await notices.getByText('Informe um endereço público com https').waitFor();
    expect(await notices.getByLabel('Vendas: Webhook').count()).toBe(0);

    await address.fill('https://hooks.example/avisos');
    await notices.getByRole('button', { name: 'Salvar endereço' }).click();
    await notices.getByText(/^whsec_/).waitFor();
    await notices.getByLabel('Vendas: Webhook').uncheck();
    await expect.poll(() => notices.getByText('Alterações salvas.').count()).toBe(2);
    expect(await listViolations(page)).toEqual([]);

    await page.reload();
    await notices.getByText('Ligado.').waitFor();
    expect(await notices.getByLabel('Vendas: Webhook').isChecked()).toBe(false);
    expect(await notices.getByText(/^whsec_/).count()).toBe(0);
    await notices.getByRole('button', { name: 'Remover' }).click();
    await dialog().getByRole('button', { name: 'Remover' }).click();
    await expect.poll(() => notices.getByLabel('Vendas: Webhook').count()).toBe(0);
  });

  it('asks who sits there before the password changes, and leaves it when nobody says', async () => {
    await signIn(page, MARIA, DEMO_PASSWORD, '/login?next=/account');
    await age(stage.ids.people.find(MARIA.email));
    await page.getByLabel('Nova senha').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Trocar senha' }).click();
    await dialog().getByRole('heading', { name: 'Confirme que é você' }).waitFor();
    expect(await listViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await section('Senha').getByRole('alert').filter({ hasText: 'Confirme sua senha para continuar.' }).waitFor();

    await page.getByRole('button', { name: 'Trocar senha' }).click();
    await dialog().getByLabel(`Senha de ${MARIA.email}`).fill('wrong');
    await dialog().getByRole('button', { name: 'Confirmar' }).click();
    await dialog().getByRole('alert').filter({ hasText: 'E-mail ou senha incorretos.' }).waitFor();
    await dialog().getByLabel(`Senha de ${MARIA.email}`).fill(DEMO_PASSWORD);
    await dialog().getByRole('button', { name: 'Confirmar' }).click();

    await page.getByText('Senha trocada.').waitFor();
    await expect.poll(() => dialog().count()).toBe(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Trocar senha');
    await page.getByLabel('Nova senha').fill('feira-demo-2026');
    await page.getByRole('button', { name: 'Trocar senha' }).click();
    await section('Senha').getByRole('alert').filter({ hasText: 'Esta senha é fácil de adivinhar.' }).waitFor();
  });

  it('shows where it is open and shuts the others out', async () => {
    const elsewhere = await browser.newContext({ locale: 'pt-BR' });
    const other = await openPage(elsewhere);
    await signIn(other, MARIA, NEW_PASSWORD);
    await signIn(page, MARIA, NEW_PASSWORD, '/login?next=/account');
    const devices = section('Aparelhos');
    await devices.getByText('Este aparelho').waitFor();

    await devices.getByRole('button', { name: 'Sair de todos os outros' }).click();
    await dialog().getByRole('button', { name: 'Sair de todos os outros' }).click();
    await page.getByText('Os outros aparelhos saíram da sua conta.').waitFor();

    await expect.poll(() => devices.getByRole('listitem').count()).toBe(1);
    await other.goto(`${stage.url}/platform`);
    await other.waitForURL('**/login?next=**');
    await elsewhere.close();
  });

  it('takes a new e-mail once its mail is answered', async () => {
    await signIn(page, MARIA, NEW_PASSWORD, '/login?next=/account');
    const former = await listMails(stage);
    await page.getByLabel('Novo e-mail').fill('maria.nova@example.com');
    await page.getByRole('button', { name: 'Trocar e-mail' }).click();
    await page.getByText('Se maria.nova@example.com puder ser usado').waitFor();

    await page.goto(await waitForLink(stage, 'maria.nova@example.com', former));
    expect(page.url()).toBe(`${stage.url}/confirm-email`);
    await page.getByRole('button', { name: 'Confirmar e-mail' }).click();
    await heading('E-mail confirmado');
    await page.getByRole('link', { name: 'Entrar' }).click();
    await fillSignIn(page, 'maria.nova@example.com', NEW_PASSWORD);
    await page.waitForURL('**/platform/dashboard');
  });

  it('is protected by a second factor and freed from it again', async () => {
    await signIn(page, { email: 'maria.nova@example.com' }, NEW_PASSWORD, '/login?next=/account');
    const factor = section('Verificação em duas etapas');
    await factor.getByRole('button', { name: 'Ligar' }).click();
    await factor.getByText('Não consegue ler a imagem? Digite a chave').click();
    const secret = (await factor.locator('.factor-secret code').textContent())!;
    await factor.getByLabel('Código de 6 dígitos').fill(totp(secret));
    await factor.getByRole('button', { name: 'Confirmar código' }).click();
    await factor.getByLabel('Guardei os códigos').check();
    await factor.getByRole('button', { name: 'Continuar' }).click();
    await factor.getByText('Restam 10 códigos de recuperação').waitFor();

    await age(stage.ids.people.find(MARIA.email));
    await factor.getByRole('button', { name: 'Desligar' }).click();
    await dialog().getByRole('button', { name: 'Desligar' }).click();
    await dialog()
      .getByLabel(/^Senha de/)
      .fill(NEW_PASSWORD);
    await dialog().getByLabel('Código de 6 dígitos ou de recuperação').fill(totp(secret, 1));
    await dialog().getByRole('button', { name: 'Confirmar' }).click();

    await factor.getByText('A verificação em duas etapas está desligada.').waitFor();
  });
});

describe('an administrator', () => {
  it("looks at a seller's pages under a banner, and comes back", async () => {
    await page.goto(`${stage.url}/admin-root-login`);
    await fillSignIn(page, ADMIN.email, DEMO_PASSWORD);
    await page.getByText('Não consegue ler a imagem? Digite a chave').click();
    await page.getByLabel('Código de 6 dígitos').fill(totp((await page.locator('.factor-secret code').textContent())!));
    await page.getByRole('button', { name: 'Confirmar código' }).click();
    await page.getByLabel('Guardei os códigos').check();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.waitForURL(/\/admin-root\//);

    await page.evaluate(
      (personId) =>
        fetch('/api/session.signInAs', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ personId }),
        }).then((response) => response.json()),
      stage.ids.people.find(SELLERS[1]!.email),
    );
    await page.goto(`${stage.url}/platform`);
    const banner = page.getByRole('region', { name: /Você está vendo a plataforma como/ });
    await banner.getByText(`como ${SELLERS[1]!.name}. Entrou por ${ADMIN.name}.`).waitFor();
    expect(await listViolations(page)).toEqual([]);
    await page.goto(`${stage.url}/account`);
    await page.getByText('Aqui nada pode ser alterado.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Salvar' }).count()).toBe(0);

    await banner.getByRole('button', { name: 'Voltar para minha conta' }).click();

    await page.waitForURL(/\/admin-root\//);
    await page.getByRole('button', { name: ADMIN.name }).waitFor();
    await expect.poll(() => banner.count()).toBe(0);
  });
});

describe('whoever has several roles', () => {
  it('goes from one to another, and is asked again where more proof is needed', async () => {
    for (const role of ['manager', 'admin'])
      await stage.query('INSERT INTO role_grant (platform_id, person_id, role) VALUES ($1, $2, $3)', [
        ...[stage.ids.platformId, stage.ids.people.find(SELLERS[1]!.email), role],
      ]);
    await signIn(page, SELLERS[1]!);
    await page.waitForURL('**/platform/dashboard');
    await page.getByRole('button', { name: SELLERS[1]!.name }).click();
    await page.getByRole('navigation', { name: 'Ir para' }).getByRole('link', { name: 'Gerência' }).click();
    await page.waitForURL(/\/manager-root\//);
    await page.goto(`${stage.url}/login`);
    await page.waitForURL(/\/manager-root\//);

    await page.getByRole('button', { name: SELLERS[1]!.name }).click();
    await page.getByRole('link', { name: /Administração.*pede nova entrada/ }).click();

    await page.waitForURL('**/admin-root-login?next=**');
    await page.getByText('Para abrir esta área, entre de novo por aqui.').waitFor();
    expect(await listViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Voltar para onde eu estava' }).click();
    await page.waitForURL(/\/manager-root\//);
  });

  it('is told what is closed and which sign-in page opens it', async () => {
    await signIn(page, SELLERS[1]!);
    await page.goto(`${stage.url}/master-root`);
    await heading('Você não tem acesso a esta página');

    await page.getByRole('link', { name: 'Entrar com outra conta' }).click();

    await page.waitForURL('**/master-root-login?next=**');
    await page.getByText(`A conta ${SELLERS[1]!.email} não abre esta área.`).waitFor();
  });
});

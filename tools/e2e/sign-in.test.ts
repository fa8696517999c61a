/** Tests registering, recovering, links instead of passwords, and the second factor of administrators and masters. */
import { describe, expect, it } from 'vitest';
import { FEIRA_PEOPLE, SELLERS } from '../src/demo/people.ts';
import { listMails, waitForLink } from '../src/newcomer/mailbox.ts';
import { totp } from '../src/newcomer/totp.ts';
import { heading, page } from './browser-page.ts';
import { DEMO_PASSWORD } from './demo-password.ts';
import { fillSignIn } from './people.ts';
import { setUpStage, stage } from './stage.ts';
import { listViolations } from './violations.ts';

const MARIA = SELLERS[0]!;
const ADMIN = FEIRA_PEOPLE.find(({ email }) => email.startsWith('admin@'))!;
const CUSTOMER = FEIRA_PEOPLE.find(({ role }) => role === 'customer')!;
const PASSWORD = 'quatro tigelas de barro';

setUpStage();

const submit = () => page.locator('button[type=submit]').click();

describe('registering', () => {
  const EMAIL = 'nova@example.com';

  it('names what has to be mended, and goes to the first of it', async () => {
    await page.goto(`${stage.url}/login`);
    await page.getByRole('link', { name: 'Criar conta' }).click();
    await heading('Criar sua conta de vendas');
    await page.getByLabel('Telefone').pressSequentially('11988', { delay: 20 });
    await submit();

    await page.getByText('Digite ao menos 3 letras').waitFor();
    expect(await page.locator('[aria-invalid]').evaluateAll((fields) => fields.map(({ id }) => id))).toEqual([
      ...['name', 'email', 'phone', 'password'],
    ]);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('name');
    expect(await listViolations(page)).toEqual([]);
  });

  it('opens the account with the link of the mail and the password typed before, never with the link alone', async () => {
    const former = await listMails(stage);
    await page.goto(`${stage.url}/register`);
    await page.getByLabel('Nome').fill('Nina Nova');
    await page.getByLabel('E-mail').fill(EMAIL);
    await page.getByLabel('Telefone').pressSequentially('11988887777', { delay: 20 });
    await expect.poll(() => page.getByLabel('Telefone').inputValue()).toBe('(11) 98888-7777');
    await page.getByLabel('Senha', { exact: true }).fill('nina nova 2026');
    await submit();
    await page.getByRole('alert').filter({ hasText: 'Esta senha é fácil de adivinhar.' }).waitFor();
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await submit();
    await heading('Confira seu e-mail');
    expect(await listViolations(page)).toEqual([]);

    await page.goto(await waitForLink(stage, EMAIL, former));
    await heading('Abrir sua conta');
    expect(page.url()).toBe(`${stage.url}/verify-email`);
    await page.getByLabel('Senha', { exact: true }).fill('some other password');
    await submit();
    await page.getByRole('alert').filter({ hasText: 'Esta não é a senha escolhida no cadastro.' }).waitFor();
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await submit();

    await page.waitForURL('**/platform/dashboard');
    await page.getByRole('button', { name: 'Nina Nova' }).waitFor();
  });

  it('says nothing about an e-mail that has an account, except to its owner', async () => {
    const former = await listMails(stage);
    await page.goto(`${stage.url}/register`);
    await page.getByLabel('Nome').fill('Curious Person');
    await page.getByLabel('E-mail').fill(MARIA.email);
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await submit();
    await heading('Confira seu e-mail');

    expect(await waitForLink(stage, MARIA.email, former)).toBe(`${stage.url}/login`);
  });
});

describe('a forgotten password', () => {
  it('is replaced through a mail, and the link works once', async () => {
    const former = await listMails(stage);
    await page.goto(`${stage.url}/login`);
    await page.getByRole('link', { name: 'Esqueceu a senha?' }).click();
    await page.getByLabel('E-mail').fill(SELLERS[1]!.email);
    await submit();
    await heading('Confira seu e-mail');
    const link = await waitForLink(stage, SELLERS[1]!.email, former);

    await page.goto(link);
    await page.getByLabel('Nova senha').fill('curta');
    await submit();
    await page.getByText('A senha precisa de ao menos 10 caracteres').waitFor();
    await page.getByLabel('Nova senha').fill(PASSWORD);
    await submit();
    await heading('Senha salva');
    await page.getByRole('link', { name: 'Entrar' }).click();
    await fillSignIn(page, SELLERS[1]!.email, PASSWORD);
    await page.waitForURL('**/platform/dashboard');

    await page.goto(link);
    await page.getByLabel('Nova senha').fill(PASSWORD);
    await submit();
    await page.getByText('Este link expirou ou já foi usado. Peça um novo.').waitFor();
    await page.getByRole('link', { name: 'Pedir um novo link' }).click();
    await heading('Recuperar a senha');
  });

  it('answers the same for an address nobody knows', async () => {
    await page.goto(`${stage.url}/recover-password`);
    await page.getByLabel('E-mail').fill('ninguem@example.com');
    await submit();

    await page.getByText('Se ninguem@example.com tiver uma conta aqui').waitFor();
    await page.getByRole('button', { name: /Enviar de novo em \d+ segundos/ }).waitFor();
  });

  it('cannot be replaced without a link', async () => {
    await page.goto(`${stage.url}/choose-password`);

    await page.getByText('Abra esta página pelo link da mensagem').waitFor();
    expect(await listViolations(page)).toEqual([]);
  });
});

describe('a customer', () => {
  it('comes in by a link of a mail, and only by pressing the button', async () => {
    const former = await listMails(stage);
    await page.goto(`${stage.url}/my-purchases`);
    await page.waitForURL('**/customer-login?next=**');
    await page.getByLabel('E-mail').fill(CUSTOMER.email);
    await submit();
    await heading('Confira seu e-mail');
    const link = await waitForLink(stage, CUSTOMER.email, former);

    await page.goto(link);
    expect(page.url()).toBe(`${stage.url}/magic-link`);
    await page.reload();
    await page.getByText('Abra esta página pelo link da mensagem').waitFor();
    await page.goto(link);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.waitForURL('**/my-purchases');
    await page.goto(link);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByText('Este link expirou ou já foi usado. Peça um novo.').waitFor();
  });
});

describe('an administrator', () => {
  it('sets up a second factor before anything else, and needs it from then on', async () => {
    await page.goto(`${stage.url}/admin-root`);
    await page.waitForURL('**/admin-root-login?next=**');
    await fillSignIn(page, ADMIN.email, DEMO_PASSWORD);
    await heading('Proteja seu acesso');
    expect(await listViolations(page)).toEqual([]);
    await page.getByText('Não consegue ler a imagem? Digite a chave').click();
    const secret = (await page.locator('.factor-secret code').textContent())!;
    await page.getByLabel('Código de 6 dígitos').fill(totp(secret));
    await submit();
    await heading('Guarde os códigos de recuperação');
    const codes = await page.locator('.recovery-codes li').allInnerTexts();
    expect(codes).toHaveLength(10);
    await submit();
    await page.getByRole('alert').filter({ hasText: 'marque a caixa' }).waitFor();
    expect(await listViolations(page)).toEqual([]);
    await page.getByLabel('Guardei os códigos').check();
    await submit();
    await page.waitForURL(/\/admin-root\//);

    await page.getByRole('button', { name: ADMIN.name }).click();
    await page.getByRole('button', { name: 'Sair', exact: true }).click();
    await page.waitForURL('**/admin-root-login');
    await fillSignIn(page, ADMIN.email, DEMO_PASSWORD);
    await heading('Verificação em duas etapas');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('autocomplete')))
      .toBe('one-time-code');
    expect(await listViolations(page)).toEqual([]);
    // The code is of an hour from now: no clock is that far ahead.
    await page.getByLabel('Código de 6 dígitos').fill(totp(secret, 120));
    await submit();
    await page.getByRole('alert').filter({ hasText: 'Código incorreto ou já usado.' }).waitFor();
    await page.getByRole('button', { name: /Usar um código de recuperação/ }).click();
    await page.getByLabel('Código de recuperação').fill(codes[3]!);
    await submit();
    await page.waitForURL(/\/admin-root\//);
  });

  it('is not let in at the entrance of others', async () => {
    await page.goto(`${stage.url}/login`);
    await fillSignIn(page, ADMIN.email, DEMO_PASSWORD);

    await page.getByRole('alert').filter({ hasText: 'E-mail ou senha incorretos.' }).waitFor();
  });
});

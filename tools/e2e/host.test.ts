/** Tests pages of the host over written answers: their looks at every step, the platform's own colours, the bell, and failures. */
import { changePassword } from '@feira/schemas/procedures/account';
import { listNotifications, markRead } from '@feira/schemas/procedures/notifications';
import { register } from '@feira/schemas/procedures/session';
import { describe, expect, it } from 'vitest';
import { drawCases } from '../../core/test/draw.ts';
import { context, forgive, heading, openContext, PHONE, page, WIDE } from './browser-page.ts';
import { screens, server, setUpScreens } from './faked-screens.ts';
import { answerHost, createNotifications, createSession, type HostWorld, TOKEN } from './host-world.ts';
import { DRAWN, expectNoBarrier, type Look } from './looks.ts';

let world: HostWorld;
setUpScreens({
  answer: () => {
    world = { session: null, notifications: createNotifications() };
    answerHost(server, world);
  },
});

const submit = () => page.locator('button[type=submit]').first().click();
const go = (address: string) => page.goto(screens.url + address);

describe('a platform of its own', () => {
  it('shows its name and colour, and nothing of ours, from the second visit on at once', async () => {
    await go('/login');
    await page.getByText('Mercado Aurora').waitFor();
    const colour = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--primary'));
    expect(await colour()).toBe('#7a1f8c');
    await expect.poll(() => page.title()).toBe('Entrar na sua conta · Mercado Aurora');

    await context.route('**/api/settings.getBrand', (route) => route.abort());
    await page.reload();

    await page.getByText('Mercado Aurora').waitFor();
    expect(await colour()).toBe('#7a1f8c');
    await page.getByRole('button', { name: 'Tema escuro' }).click();
    expect(await colour()).not.toBe('#7a1f8c');
    forgive('ERR_FAILED');
  });
});

describe('the front door', () => {
  it('leads buyers to their purchases and refunds, and sellers in or to an account of their own', async () => {
    await go('/');
    await heading('Boas-vindas');
    await expect.poll(() => page.title()).toBe('Boas-vindas · Mercado Aurora');
    const ways = page.getByRole('navigation', { name: 'Caminhos' }).getByRole('link');

    const addresses = await ways.evaluateAll((links) =>
      links.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
    );

    expect(addresses).toEqual(['/customer-login', '/request-refund', '/login', '/register']);
    await ways.filter({ hasText: 'Pedir reembolso' }).click();
    await heading('Pedir reembolso');
  });

  it('leads who is signed in on, under their name', async () => {
    world.session = createSession({ roles: ['seller'] });
    await go('/');

    await page.getByRole('link', { name: 'Continuar como Lia Cardoso' }).waitFor();

    await expect.poll(() => page.getByRole('link', { name: 'Entrar para vender' }).count()).toBe(0);
  });
});

describe('a token in an address', () => {
  it('is gone before anything is asked for, and a newer link takes its place', async () => {
    const referred: string[] = [];
    page.on('request', (request) => referred.push(request.url() + (request.headers().referer ?? '')));
    await go(`/magic-link#${TOKEN}`);
    await heading('Entrar em Minhas compras');
    expect(page.url()).toBe(`${screens.url}/magic-link`);
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(TOKEN);

    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByRole('alert').filter({ hasText: 'Este link expirou ou já foi usado.' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert');
    await page.goto(`${screens.url}/magic-link#${'B'.repeat(43)}`);

    await page.getByRole('button', { name: 'Entrar' }).waitFor();
    expect(page.url()).toBe(`${screens.url}/magic-link`);
    expect(referred.filter((text) => text.includes(TOKEN) && !text.endsWith(`/magic-link#${TOKEN}`))).toEqual([]);
  });
});

describe('problems of a form', () => {
  it('go as soon as their field is right, and none comes while somebody types', async () => {
    await go('/register');
    await submit();
    const problems = page.locator('.field-error');
    await expect.poll(() => problems.count()).toBe(3);

    await page.getByLabel('E-mail').fill('lia@');
    await expect.poll(() => problems.count()).toBe(3);
    await page.getByLabel('E-mail').fill('lia@example.com');
    await expect.poll(() => problems.count()).toBe(2);
    await page.getByLabel('Nome').fill('Lia Cardoso');
    await page.getByLabel('Senha', { exact: true }).fill('quatro tigelas de barro');
    await expect.poll(() => problems.count()).toBe(0);
    await page.getByLabel('Nome').fill('');
    await expect.poll(() => problems.count()).toBe(0);

    for (const [address, label, typed] of [
      ['/login', 'E-mail', 'lia@example.com'],
      ['/recover-password', 'E-mail', 'lia@example.com'],
    ] as const) {
      await go(address);
      await submit();
      const problem = page.locator('.field', { has: page.getByLabel(label) }).locator('.field-error');
      await problem.waitFor();
      await page.getByLabel(label).fill(typed);
      await problem.waitFor({ state: 'detached' });
    }
  });
});

describe('failures', () => {
  it('say when to try again', async () => {
    await context.route(`**/api/${register.name}`, (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '600' },
        json: { code: 'TOO_MANY_REQUESTS', message: 'Muitas tentativas.' },
      }),
    );
    await go('/register');
    await page.getByLabel('Nome').fill('Lia Cardoso');
    await page.getByLabel('E-mail').fill('lia@example.com');
    await page.getByLabel('Senha', { exact: true }).fill('quatro tigelas de barro');
    await submit();

    const alert = page.getByRole('alert').filter({ hasText: 'Muitas tentativas.' });
    await alert.getByText('Tente de novo em cerca de 10 minutos.').waitFor();
  });

  it('of the connection are told as such, with everything typed still there', async () => {
    await go('/recover-password');
    await context.route('**/api/session.requestRecovery', (route) => route.abort());
    await page.getByLabel('E-mail').fill('lia@example.com');
    await submit();

    await page.getByRole('alert').filter({ hasText: 'Sem resposta do servidor.' }).waitFor();
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe('lia@example.com');
    forgive('ERR_FAILED');
  });
});

describe('the bell', () => {
  it('tells what is new, leads only to pages of ours, and falls silent when all is read', async () => {
    world.session = createSession();
    await go('/account');
    await page.getByRole('button', { name: 'Notificações (2 não lidas)' }).click();
    const panel = page.getByRole('region', { name: 'Notificações' });
    await panel.getByText('R$ 197,00 · Curso de pão').waitFor();
    await expect.poll(() => panel.getByRole('link').count()).toBe(1);

    await panel.getByRole('button', { name: 'Marcar todas como lidas' }).click();

    await page.getByRole('button', { name: 'Notificações', exact: true }).waitFor();
    expect(server.inputsOf(markRead)).toEqual([{}]);
    await page.keyboard.press('Escape');
    await expect.poll(() => panel.count()).toBe(0);
  });

  it('says so when there is nothing, and keeps quiet when nobody answers', async () => {
    world.session = createSession();
    world.notifications = { notifications: [], unread: 0, announcement: null, next: null };
    await go('/account');
    await page.getByRole('button', { name: 'Notificações', exact: true }).click();
    await page.getByText('Nada por aqui ainda.').waitFor();

    await context.route(`**/api/${listNotifications.name}*`, (route) => route.fulfill({ status: 503, body: '' }));
    await page.reload();
    await heading('Minha conta');
    await expect.poll(() => page.getByRole('alert').filter({ hasText: /\S/ }).count()).toBe(0);
    forgive('status of 503');
  });
});

describe('coming back to a page', () => {
  it('shows what holds now: another name, and the sign-in page once the session has ended', async () => {
    await page.clock.install();
    world.session = createSession();
    await go('/account');
    await page.getByRole('button', { name: 'Notificações (2 não lidas)' }).waitFor();
    world.session = createSession({ person: { ...world.session.person, name: 'Lia de Souza' } });
    world.notifications.unread = 5;

    await page.clock.fastForward('01:01');
    await page.getByRole('button', { name: 'Notificações (5 não lidas)' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Lia de Souza' }).count()).toBe(0);
    const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await comeBack();
    await page.getByRole('button', { name: 'Lia de Souza' }).waitFor();
    world.session = null;
    await page.clock.fastForward('01:01');
    await comeBack();

    await page.waitForURL('**/login?next=%2Faccount');
    await page.getByText('Sua sessão terminou.').waitFor();
  });
});

describe('a seller who also buys', () => {
  it('finds the sign-in page of customers open, though signed in elsewhere', async () => {
    world.session = createSession({ roles: ['seller'], heldRoles: ['seller'] });
    await go('/customer-login');

    await heading('Minhas compras');
    await page.getByRole('button', { name: 'Enviar link' }).waitFor();
  });
});

describe('proof of who sits there', () => {
  it('is asked for once, however often the button is pressed', async () => {
    world.session = createSession();
    await go('/account');
    await page.getByLabel('Nova senha').fill('quatro tigelas de barro');
    await page.getByRole('button', { name: 'Trocar senha' }).dblclick();
    await page.getByRole('dialog').waitFor();

    await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click();
    await page.getByRole('dialog').getByText('Digite sua senha').waitFor();
    await page.getByRole('dialog').getByText('Digite o código do aplicativo').waitFor();

    expect(server.inputsOf(changePassword)).toHaveLength(1);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Trocar senha');
  });
});

describe('every step', () => {
  const stand = async (name: string, address: string, ready: string) => {
    await go(address);
    await page.locator(ready).first().waitFor();
    await expectNoBarrier(name);
  };

  const LOOKS: Look[] = [
    { viewport: PHONE, locale: 'pt-BR', colorScheme: 'light' },
    { viewport: PHONE, locale: 'en', colorScheme: 'dark' },
    { viewport: WIDE, locale: 'pt-BR', colorScheme: 'dark' },
    { viewport: WIDE, locale: 'en', colorScheme: 'light' },
  ];
  it.each(drawCases(LOOKS, { short: 1 }))('is open to everybody: %j', DRAWN, async (look) => {
    await openContext(look);
    for (const entrance of ['/login', '/manager-login', '/admin-root-login', '/master-root-login', '/register'])
      await stand(entrance, entrance, '[name=email]');
    for (const entrance of ['/customer-login', '/recover-password']) await stand(entrance, entrance, '[name=email]');
    await page.locator('[name=email]').fill('lia@example.com');
    await submit();
    await page.locator('.check-mail').waitFor();
    await expectNoBarrier('sent');
    for (const landing of ['/choose-password', '/verify-email', '/magic-link', '/confirm-email']) {
      await stand(`${landing} without a link`, landing, '.check-mail');
      await page.goto('about:blank');
      await stand(landing, `${landing}#${TOKEN}`, 'button[type=submit]');
    }
    world.session = createSession({ state: 'CODE_REQUIRED', roles: [] });
    await stand('code', '/admin-root', '[name=code]');
    world.session = createSession({ state: 'ENROLLMENT_REQUIRED', roles: [] });
    await stand('enrolment', '/admin-root', '.factor-picture img');
    await page.locator('[name=code]').fill('123456');
    await submit();
    await page.locator('.recovery-codes').waitFor();
    await expectNoBarrier('recovery codes');
    world.session = createSession();
    await stand('forbidden', '/admin-root/x', '.message');
    await stand('closed entrance', '/admin-root-login', '.notice-info');
    await stand('account', '/account', '.device');
    await page.locator('.profile-button').click();
    await expectNoBarrier('profile menu');
    await page.locator('.bell button').click();
    await page.locator('.bell-entry').first().waitFor();
    await expectNoBarrier('bell');
    await page.keyboard.press('Escape');
    await page.locator('[name=password]').fill('quatro tigelas de barro');
    await page.locator('form:has([name=password]) button[type=submit]').click();
    await page.locator('#confirm-code').waitFor();
    await expectNoBarrier('identity');
    world.session = createSession({ impersonator: { name: 'Helena Prado', email: 'helena@aurora.example' } });
    await stand('somebody else', '/account', '.impersonation');
    world.session = createSession({ roles: [], heldRoles: [] });
    await stand('no dashboard', '/login', '.message');
    await stand('account without a dashboard', '/account', '.layout-plain .device');
  });
});

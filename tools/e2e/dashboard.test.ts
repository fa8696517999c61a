/** Tests a seller's day: signing in, seeing the sales, looking for one, signing out; and the pages when a call fails. */
import type { SimulatorHost } from '@feira/plugin-kit/simulation';
import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { SELLERS } from '../src/demo/people.ts';
import { browser, context, forgive, heading, openPage, option, PHONE, page, WIDE } from './browser-page.ts';
import { DEMO_PASSWORD } from './demo-password.ts';
import { judgeScreens } from './looks.ts';
import { setUpStage, stage } from './stage.ts';
import { listViolations } from './violations.ts';

const MARIA = SELLERS[0]!;
const OTHER = SELLERS[1]!;

/** Maria's session, opened once: a password costs time on purpose. */
let cookies: Awaited<ReturnType<BrowserContext['cookies']>>;

// That one is asked who is signed in is how a page finds out; nothing else is refused without being meant.
setUpStage({ wantedRefusals: /status of 401/ });
beforeAll(async () => {
  const first = await browser.newContext();
  await signIn(await first.newPage());
  cookies = await first.cookies();
  await first.close();
});

async function fillCredentials(target: Page, email: string, password: string): Promise<void> {
  await target.fill('[name=email]', email);
  await target.fill('[name=password]', password);
  await target.press('[name=password]', 'Enter');
}

async function signIn(target: Page, address = '/login'): Promise<void> {
  await target.goto(stage.url + address);
  await fillCredentials(target, MARIA.email, DEMO_PASSWORD);
  await target.waitForURL((url) => url.pathname.startsWith('/platform/'));
}

const open = async (address: string) => {
  await context.addCookies(cookies);
  await page.goto(stage.url + address);
};
const focused = () => page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent}`);

let purchases = 0;
/** Bought by PIX over the API; the id is the one of the provider's charge. */
async function buy(name: string): Promise<string> {
  purchases += 1;
  const response = await fetch(`${stage.url}/api/checkout.purchase`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': `dashboard-purchase-${purchases}` },
    body: JSON.stringify({
      offerId: stage.ids.offers.find('course'),
      name,
      email: `buyer${purchases}@example.com`,
      paymentMethod: 'PIX',
      cpf: '52998224725',
      phone: '11987654321',
    }),
  });
  const bought = await response.json();
  if (!response.ok) throw new Error(`The purchase was answered ${response.status}: ${JSON.stringify(bought)}`);
  const [attempt] = await stage.query<{ transaction_id: string }>(
    `SELECT a.transaction_id FROM payment p
     JOIN payment_attempt a ON a.platform_id = p.platform_id AND a.payment_id = p.id WHERE p.public_id = $1`,
    [bought.paymentId],
  );
  return attempt!.transaction_id;
}
const bank = () => (stage.simulators.get('sandbox') as SimulatorHost).simulator;

// First of all, while nothing has been sold yet.
describe('a seller without sales', () => {
  it('is handed the links to sell with', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open('/platform/dashboard');
    await page.getByRole('heading', { name: 'Nenhuma venda neste período' }).waitFor();

    await page.getByRole('listitem').filter({ hasText: 'E-book 30 receitas' }).getByRole('button').click();

    await page.getByRole('button', { name: 'Copiado' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${stage.url}/checkout/${stage.ids.offers.find('ebook')}`,
    );
  });

  it('sees the same on the page of sales', async () => {
    await open('/platform/my-sales');

    await page.getByRole('heading', { name: 'Você ainda não tem vendas' }).waitFor();
    await page.getByRole('combobox', { name: 'Situação: Todas as situações' }).waitFor();
    expect(await listViolations(page)).toEqual([]);
  });
});

describe('signing in', () => {
  it('names what is missing, field by field, and goes to the first', async () => {
    await page.goto(`${stage.url}/login`);
    await page.getByRole('button', { name: 'Entrar' }).click();

    await page.getByText('Digite seu e-mail').waitFor();
    await page.getByText('Digite sua senha').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('email');
    await expect.poll(() => page.getAttribute('#email', 'aria-describedby')).toBe('email-problem');
    expect(await listViolations(page)).toEqual([]);
  });

  it('refuses a wrong password without saying which of the two is wrong', async () => {
    await page.goto(`${stage.url}/login`);
    const messages: (string | null)[] = [];
    for (const email of [MARIA.email, 'nobody@demo.example']) {
      await fillCredentials(page, email, 'wrong-password');
      await expect.poll(() => page.getAttribute('button[type=submit]', 'aria-busy')).toBe('false');
      messages.push(await page.getByRole('alert').textContent());
    }

    expect(messages[0]).toBe('E-mail ou senha incorretos.');
    expect(messages[1]).toBe(messages[0]);
    expect(page.url()).toBe(`${stage.url}/login`);
  });

  it('works by keyboard alone and leads where somebody wanted to go', async () => {
    await page.goto(`${stage.url}/platform/my-sales?status=APPROVED`);
    await page.waitForURL(/\/login\?next=/);
    await page.keyboard.press('Tab');
    await page.keyboard.type(MARIA.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(DEMO_PASSWORD);
    await page.keyboard.press('Enter');

    await page.waitForURL(`${stage.url}/platform/my-sales?status=APPROVED`);
    await heading('Minhas vendas');
  });

  it('says so when nobody answers', async () => {
    await page.goto(`${stage.url}/login`);
    await page.route('**/api/session.signIn', (route) => route.abort());
    await fillCredentials(page, MARIA.email, DEMO_PASSWORD);

    await page.getByRole('alert').filter({ hasText: 'Sem resposta do servidor' }).waitFor();
    forgive('ERR_FAILED');
  });

  it('shows and hides the password', async () => {
    await page.goto(`${stage.url}/login`);
    const eye = page.getByRole('button', { name: 'Mostrar senha' });

    await eye.click();
    await expect.poll(() => page.getAttribute('#password', 'type')).toBe('text');
    await eye.click();
    await expect.poll(() => page.getAttribute('#password', 'type')).toBe('password');
  });
});

describe('a sale', () => {
  it('appears in the list and in the figures once it is paid', async () => {
    const transactionId = await buy('Ana Compradora');
    await open('/platform/my-sales');
    const row = page.getByRole('row').filter({ hasText: 'Ana Compradora' });
    await row.getByText('Pendente').waitFor();

    await bank().pay(transactionId);
    await expect
      .poll(async () => {
        await page.reload();
        await row.waitFor();
        return row.textContent();
      })
      .toContain('Aprovada');

    await expect.poll(() => row.textContent()).toMatch(/Pão de fermentação natural[\s\S]*Pix[\s\S]*R\$\u00a0197,00/);
    const [payment] = await Promise.all([
      context.waitForEvent('page'),
      row.getByRole('link', { name: /^Abrir o pagamento/ }).click(),
    ]);
    await payment.getByRole('heading', { name: 'Pagamento aprovado' }).waitFor();
    await page.getByRole('link', { name: 'Visão geral' }).click();
    await page.getByText('de 1 pagamento iniciado').waitFor();
    const figures = await page.getByRole('region', { name: 'Números do período' }).textContent();
    expect(figures).toMatch(/Valor aprovado\s*R\$\u00a0197,00/);
    expect(figures).toMatch(/Conversão\s*100%/);
  });

  it('is drawn as a chart, and listed as a table for who asks', async () => {
    await open('/platform/dashboard?period=30');
    await page.locator('.recharts-bar-rectangle path').first().waitFor();

    await page.getByRole('button', { name: 'Ver tabela' }).click();

    await expect.poll(() => page.getByRole('row').count()).toBe(31);
    await page.getByRole('row').nth(1).getByText('R$ 197,00').waitFor();
  });

  it("is nobody else's", async () => {
    await page.goto(`${stage.url}/login`);
    await fillCredentials(page, OTHER.email, DEMO_PASSWORD);
    await page.waitForURL('**/platform/dashboard');

    await page.getByRole('heading', { name: 'Nenhuma venda neste período' }).waitFor();
  });
});

describe('the money of a sale', () => {
  const figures = async () =>
    (await page.getByRole('region', { name: 'Seu saldo' }).textContent())?.replaceAll('\u00a0', ' ');
  const readsFigures = (text: string) => expect.poll(figures).toContain(text);

  it('is held, becomes available, and is asked for at a key of the own', async () => {
    await stage.query("UPDATE person SET document = '52998224725' WHERE email = $1", [MARIA.email]);
    await signIn(page);
    await page.getByRole('link', { name: 'Financeiro' }).click();
    // R$ 197,00 less 4,99 % and R$ 1,00.
    await readsFigures('A liberarR$ 186,17');
    await page.getByRole('tab', { name: 'A liberar' }).click();
    await page.getByRole('row').filter({ hasText: 'Prazo de liberação' }).waitFor();

    await stage.query('UPDATE ledger_hold SET release_at = now() - make_interval(secs => 1) WHERE person_id = $1', [
      stage.ids.people.find(MARIA.email),
    ]);
    await expect
      .poll(async () => {
        await page.reload();
        await page.getByText('R$ 186,17').first().waitFor();
        return figures();
      })
      .toContain('DisponívelR$ 186,17');
    await page.getByRole('tab', { name: 'Contas e chaves' }).click();
    await page.getByRole('button', { name: 'Adicionar chave Pix' }).click();
    await page.fill('[name=pixKey]', 'maria@padaria.example');
    await page.keyboard.press('Enter');
    await page.getByRole('row').filter({ hasText: 'm•••@padaria.example' }).getByText('Em espera').waitFor();
    await stage.query("UPDATE payout_destination SET usable_at = now() - interval '1 day' WHERE person_id = $1", [
      stage.ids.people.find(MARIA.email),
    ]);

    await page.getByRole('button', { name: 'Sacar' }).click();
    await page.getByLabel('Quanto você quer sacar').fill('100');
    await page.getByRole('button', { name: 'Sacar R$ 100,00' }).click();

    const row = page.getByRole('row').filter({ hasText: 'Aguardando aprovação' });
    await row.getByText('R$ 100,00').waitFor();
    await readsFigures('DisponívelR$ 86,17');
    await readsFigures('ReservadoR$ 100,00');
    await row.getByRole('button', { name: /^Cancelar/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).last().click();
    await readsFigures('DisponívelR$ 186,17');
    await page.getByRole('tab', { name: 'Extrato' }).click();
    await page.getByRole('row').filter({ hasText: 'Saque devolvido ao saldo' }).waitFor();
    const file = await page.getByRole('link', { name: 'Baixar o extrato em CSV' }).getAttribute('href');
    const statement = await context.request.get(stage.url + file);
    expect([statement.status(), (await statement.text()).includes('Saque devolvido ao saldo')]).toEqual([200, true]);
  });

  it('goes back to its buyer out of the shares it was split into', async () => {
    await open('/platform/my-sales');
    await page.getByRole('link', { name: 'Reembolsar a venda para Ana Compradora' }).click();

    await page.getByRole('button', { name: 'Devolver R$ 197,00' }).waitFor();
    const sums = await page.getByLabel('Quem devolve quanto').textContent();
    expect(sums?.replaceAll('\u00a0', ' ')).toMatch(/Do seu saldoR\$ 186,17.*O comprador recebeR\$ 197,00$/);
  });
});

describe('filters', () => {
  it('stand in the address, survive a reload and go with the back button', async () => {
    await open('/platform/my-sales');
    await page.getByRole('row').filter({ hasText: 'Ana Compradora' }).waitFor();
    await page.getByRole('combobox', { name: 'Situação' }).click();
    await option('Recusada').click();
    await page.getByRole('heading', { name: 'Nenhuma venda com estes filtros' }).waitFor();
    expect(new URL(page.url()).search).toBe('?status=REJECTED');

    await page.reload();
    await page.getByRole('heading', { name: 'Nenhuma venda com estes filtros' }).waitFor();
    await page.goBack();
    await page.getByRole('row').filter({ hasText: 'Ana Compradora' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  it('find a buyer while typing, and are cleared at once', async () => {
    await open('/platform/my-sales?method=BILLET');
    await page.getByLabel('Buscar por comprador').fill('compradora');
    await page.waitForURL(/search=compradora/);
    await page.getByRole('button', { name: 'Limpar filtros' }).click();

    await page.getByRole('row').filter({ hasText: 'Ana Compradora' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await expect.poll(() => page.getByLabel('Buscar por comprador').inputValue()).toBe('');
  });

  it('take any range of days, and name one that is backwards', async () => {
    await open('/platform/dashboard?from=2026-01-01&to=2026-01-31');
    const [from, to] = [page.getByLabel('De', { exact: true }), page.getByLabel('Até', { exact: true })];
    expect([await from.inputValue(), await to.inputValue()]).toEqual(['01/01/2026', '31/01/2026']);

    await from.fill('15/02/2026');
    await page.getByText('A data inicial vem depois da final.').waitFor();
    await to.fill('20022026');

    await page.waitForURL(/from=2026-02-15&to=2026-02-20/);
    await page.getByRole('button', { name: '7 dias', exact: true }).click();
    await page.waitForURL(/\?period=7$/);
  });
});

describe('pages of sales', () => {
  const names = () => page.locator('tbody .two-lines > span:first-child').allInnerTexts();

  it('go on and back, also after a reload; a shared address leads back to the first', async () => {
    for (let number = purchases; number < 21; number += 1) await buy(`Comprador ${String(number).padStart(2, '0')}`);
    await open('/platform/my-sales');
    await page.getByText('Comprador 20', { exact: true }).waitFor();
    const first = await names();

    await page.getByRole('button', { name: 'Próxima' }).click();
    await page.getByText('Ana Compradora', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Próxima' }).isDisabled()).toBe(true);
    const shared = page.url();
    await page.reload();
    await page.getByRole('button', { name: 'Anterior' }).click();
    await page.getByText('Comprador 20', { exact: true }).waitFor();
    expect(await names()).toEqual(first);

    await page.goto(shared);
    await page.getByText('Ana Compradora', { exact: true }).waitFor();
    const other = await context.newPage();
    await other.goto(shared);
    await other.getByRole('button', { name: 'Primeira página' }).click();
    await other.getByText('Comprador 20', { exact: true }).waitFor();
  });

  it('are cards on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open('/platform/my-sales');
    const card = page.getByRole('listitem').filter({ hasText: 'Comprador 20' });
    await card.getByText('Pendente').waitFor();

    await expect.poll(() => page.getByRole('table').count()).toBe(0);
  });
});

describe('the session', () => {
  it('opens for nobody who is not signed in, and says nothing of why it was closed', async () => {
    await page.goto(`${stage.url}/platform/dashboard?period=30`);

    await page.waitForURL(`${stage.url}/login?next=${encodeURIComponent('/platform/dashboard?period=30')}`);
    await heading('Entrar na sua conta');
  });

  it('ends where somebody signs out', async () => {
    await signIn(page);
    // Until the page is there, its heading would take the focus from the menu.
    await expect.poll(focused).toBe('H1 Visão geral');
    const profile = page.getByRole('button', { name: MARIA.name });
    await profile.click();
    await page.keyboard.press('Escape');
    await expect.poll(() => profile.getAttribute('aria-expanded')).toBe('false');
    await expect.poll(() => focused()).toContain(MARIA.name);
    await profile.click();
    await page.getByRole('button', { name: 'Sair', exact: true }).click();

    await page.getByText('Você saiu da sua conta.').waitFor();
    expect(page.url()).toBe(`${stage.url}/login`);
    await page.goto(`${stage.url}/platform/my-sales`);
    await page.waitForURL(/\/login\?next=/);
  });

  it('closes on every device at once, and tells the other why', async () => {
    const elsewhere = await browser.newContext({ locale: 'pt-BR' });
    const phone = await openPage(elsewhere);
    await signIn(phone);
    await signIn(page, '/login?next=/platform/my-sales');

    await page.getByRole('button', { name: MARIA.name }).click();
    await page.getByRole('button', { name: 'Sair de todos os aparelhos' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sair de todos os aparelhos' }).click();
    await page.waitForURL(`${stage.url}/login`);

    await phone.getByRole('button', { name: '30 dias' }).click();
    await phone.getByText('Sua sessão terminou.').waitFor();
    expect(new URL(phone.url()).searchParams.get('next')).toBe('/platform/dashboard?period=30');
    await elsewhere.close();
    // Maria's session of the other tests ended with all others.
    await signIn(page);
    cookies = await context.cookies();
  });

  it('keeps out who has no role for the page, and names nobody who has', async () => {
    await stage.query(`UPDATE role_grant SET role = 'customer' WHERE platform_id = $1 AND person_id = $2`, [
      stage.ids.platformId,
      stage.ids.people.find(OTHER.email),
    ]);
    await page.goto(`${stage.url}/login?next=/platform/my-sales`);
    await fillCredentials(page, OTHER.email, DEMO_PASSWORD);
    await page.waitForURL('**/my-purchases');
    await page.goto(`${stage.url}/platform/my-sales`);

    await heading('Você não tem acesso a esta página');
    await expect.poll(() => page.getByRole('navigation', { name: 'Menu' }).getByRole('link').count()).toBe(0);
    expect(await listViolations(page)).toEqual([]);
  });
});

describe('pages that are not there', () => {
  it('an unknown address says so inside the layout and leads home', async () => {
    await open('/platform/nothing-here');
    await heading('Página não encontrada');

    await page.getByRole('link', { name: 'Ir para o início' }).click();

    await page.waitForURL('**/platform/dashboard');
  });

  it('a page that cannot be loaded leaves the menu standing', async () => {
    await page.route('**/assets/seller/my-sales*', (route) => route.abort());
    await open('/platform/my-sales');
    await heading('Esta tela não abriu');

    await page.getByRole('link', { name: 'Visão geral' }).click();

    await heading('Visão geral');
    forgive('ERR_FAILED');
    forgive('dynamically imported module');
  });

  it('a dashboard that cannot be loaded leaves the layout standing', async () => {
    await page.route('**/assets/seller/**', (route) => route.abort());
    await open('/platform/my-sales');

    await heading('Esta tela não abriu');
    await page.getByRole('button', { name: MARIA.name }).waitFor();
    forgive('ERR_FAILED');
  });

  it('figures that cannot be read are asked for again', async () => {
    await page.route('**/api/sales.getSummary*', (route) =>
      route.fulfill({ status: 403, json: { code: 'ACCESS_DENIED', message: 'Você não tem permissão para isso.' } }),
    );
    await open('/platform/dashboard');
    await page.getByRole('alert').filter({ hasText: 'Você não tem permissão para isso.' }).waitFor();
    await page.unroute('**/api/sales.getSummary*');

    await page.getByRole('button', { name: 'Tentar de novo' }).click();

    await page.getByRole('region', { name: 'Números do período' }).getByText('Conversão').waitFor();
    forgive('status of 403');
  });
});

/** The screens that are judged, and the element without which each is not complete. */
const READY: Record<string, string> = {
  '/login': 'h1',
  '/platform/dashboard?period=30': '.recharts-surface',
  '/platform/dashboard?from=2026-01-01&to=2026-01-31': '.range input',
  '/platform/my-sales': '.status',
  '/platform/financial': 'h1',
  '/platform/nothing-here': 'h1',
};

describe('people', () => {
  it('land on the heading of the next page, and can skip the menu', async () => {
    await open('/platform/dashboard');
    await heading('Visão geral');
    await page.getByRole('link', { name: 'Minhas vendas' }).click();
    await heading('Minhas vendas');

    await expect.poll(focused).toBe('H1 Minhas vendas');
    expect(await page.title()).toBe('Minhas vendas · Feira');
    await expect
      .poll(() => page.getByRole('link', { name: 'Minhas vendas' }).getAttribute('aria-current'))
      .toBe('page');
    await page.reload();
    await heading('Minhas vendas');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  });

  it('choose their language and theme, and keep them', async () => {
    await open('/platform/my-sales');
    await heading('Minhas vendas');
    await page.getByRole('button', { name: 'English' }).click();
    await heading('My sales');
    await page.getByRole('button', { name: 'Dark theme' }).click();
    await page.reload();

    await heading('My sales');
    expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dataset.theme])).toEqual([
      'en',
      'dark',
    ]);
    await page.getByText('R$ 197.00').first().waitFor();
  });

  it('open the menu on a phone and find it closed on the next page', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open('/platform/dashboard');
    await page.getByRole('button', { name: 'Abrir menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Minhas vendas' }).click();

    await heading('Minhas vendas');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  it('load nothing from anywhere else', async () => {
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(stage.url) && !request.url().startsWith('data:')) foreign.push(request.url());
    });
    await open('/platform/dashboard?period=30');
    await page.locator('.recharts-surface').first().waitFor();

    expect(foreign).toEqual([]);
  });

  describe('of whom some read otherwise', () => {
    // In the soak the tests above, which buy, are not played.
    beforeAll(async () => {
      if (purchases > 0) return;
      await bank().pay(await buy('Ana Compradora'));
      const isPaid = async () => (await stage.query(`SELECT 1 FROM payment WHERE status = 'APPROVED'`)).length > 0;
      await vi.waitUntil(isPaid, { timeout: 60_000 });
    });
    judgeScreens({
      looks: [PHONE, WIDE].flatMap((viewport) =>
        ['pt-BR', 'en'].flatMap((locale) =>
          (['light', 'dark'] as const).map((colorScheme) => ({ viewport, locale, colorScheme })),
        ),
      ),
      screens: Object.keys(READY),
      open: async (address) => {
        await context.clearCookies();
        if (address !== '/login') await context.addCookies(cookies);
        await page.goto(stage.url + address);
        await page.locator(READY[address]!).first().waitFor();
      },
    });
  });
});

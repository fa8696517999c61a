/** Tests the masters', managers', customers' and sellers' own pages, over answers that each test gives. */
import type { Procedure, Role } from '@feira/schemas/procedure';
import { updateProfile } from '@feira/schemas/procedures/account';
import { listEvents } from '@feira/schemas/procedures/audit';
import { listAccesses } from '@feira/schemas/procedures/deliverables';
import {
  inviteFunctionary,
  listFunctionaries,
  listManagedUsers,
  revokeFunctionary,
  setPermissions,
} from '@feira/schemas/procedures/people';
import { createPlatform, removeHost, updatePlatform } from '@feira/schemas/procedures/platforms';
import { stopProvider } from '@feira/schemas/procedures/provider-stops';
import { listPurchases } from '@feira/schemas/procedures/purchases';
import { describe, expect, it } from 'vitest';
import { button, dialog, heading, openContext, option, PHONE, page, said } from './browser-page.ts';
import { answerReads, createWorld, type DashboardsWorld, OPERATED, OWN } from './dashboards-world.ts';
import { Refused, screens, server, setUpScreens } from './faked-screens.ts';
import { SELLER as FIGURED } from './figures-world.ts';
import { judgeScreens, settle } from './looks.ts';
import { listViolations } from './violations.ts';

let world: DashboardsWorld;
setUpScreens({
  answer: () => {
    world = createWorld();
  },
});

async function open(address: string, ...roles: Role[]): Promise<void> {
  answerReads(server, world, roles);
  await page.goto(screens.url + address);
}

const lastInput = (procedure: Procedure) => server.inputsOf(procedure).at(-1);

describe('where people land', () => {
  it.each([
    ['master', '/login', '/master-root/dashboard'],
    ['manager', '/manager-root', '/manager-root/inbox'],
    ['customer', '/login', '/my-purchases'],
    ['affiliate', '/platform/', '/platform/dashboard'],
    ['co-producer', '/login', '/platform/dashboard'],
  ] as const)('is, for a %s at %s, %s', async (role, address, path) => {
    await open(address, role);

    await page.waitForURL((url) => url.pathname === path);
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  it('is nowhere that belongs to others', async () => {
    await open('/platform/my-sales', 'affiliate');

    await heading('Você não tem acesso a esta página');
    await expect.poll(() => page.getByRole('link', { name: 'Minhas vendas' }).count()).toBe(0);
  });
});

describe('a master', () => {
  it('opens a platform, told field by field what is missing and what is taken', async () => {
    await open('/master-root/platforms', 'master');
    await button('Criar plataforma').click();
    await button('Criar e convidar').click();
    await page.getByText('Digite o endereço completo').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
    expect(server.inputsOf(createPlatform)).toEqual([]);

    const taken = { field: 'host', message: 'Este endereço já é de outra plataforma.' };
    server.answer(createPlatform, () => {
      throw new Refused(409, { code: 'DOMAIN_TAKEN', message: taken.message, details: [taken] });
    });
    await page.fill('[name=name]', 'Flores');
    await page.fill('[name=host]', 'https://Flores.example/loja');
    await page.fill('[name=adminName]', 'Ana Lima');
    await page.fill('[name=adminEmail]', 'ana@flores.example');
    await button('Criar e convidar').click();
    await page.locator('.form-field', { hasText: 'Endereço' }).getByText(taken.message).waitFor();

    server.answer(createPlatform, () => ({ platformId: OPERATED }));
    await button('Criar e convidar').click();

    await page.waitForURL(`**/master-root/platforms/${OPERATED}`);
    await heading('Flores');
    expect(lastInput(createPlatform)).toEqual({
      name: 'Flores',
      host: 'flores.example',
      currency: 'BRL',
      locale: 'pt-BR',
      adminName: 'Ana Lima',
      adminEmail: 'ana@flores.example',
    });
  });

  it('changes of a platform only what was changed', async () => {
    server.answer(updatePlatform, ({ name }) => {
      world.platforms[1]!.name = name ?? '';
      return {};
    });
    await open(`/master-root/platforms/${OPERATED}`, 'master');
    await page.fill('[name=name]', 'Flores do Campo');
    await button('Salvar alterações').click();

    await heading('Flores do Campo');
    await page.getByText('Alterações salvas.').waitFor();
    expect(lastInput(updatePlatform)).toEqual({
      platformId: OPERATED,
      name: 'Flores do Campo',
      version: 2,
      customizationVersion: 1,
    });
  });

  it('cannot leave a platform without methods', async () => {
    await open(`/master-root/platforms/${OPERATED}`, 'master');
    for (const method of ['Pix', 'Cartão de crédito', 'Boleto'])
      await page.getByLabel(method, { exact: true }).uncheck();
    await button('Salvar alterações').click();

    await page.getByText('Deixe pelo menos uma forma de pagamento.').waitFor();
    expect(server.inputsOf(updatePlatform)).toEqual([]);
  });

  it('is asked before a platform is switched off or loses a host', async () => {
    server.answer(updatePlatform, ({ status }) => {
      world.platforms[1]!.status = status ?? 'ACTIVE';
      return {};
    });
    server.answer(removeHost, ({ host }) => {
      world.platforms[1]!.hosts = world.platforms[1]!.hosts.filter((known) => known !== host);
      return {};
    });
    await open(`/master-root/platforms/${OPERATED}`, 'master');
    await button('Desativar plataforma').click();
    const dialog = page.getByRole('dialog', { name: 'Desativar Flores?' });
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    expect(server.inputsOf(updatePlatform)).toEqual([]);
    await button('Desativar plataforma').click();
    await dialog.getByRole('button', { name: 'Desativar plataforma' }).click();
    await button('Ativar plataforma').waitFor();
    expect(lastInput(updatePlatform)).toEqual({ platformId: OPERATED, status: 'DISABLED' });

    await button('Remover o endereço www.flores.example').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remover endereço' }).click();

    await page.getByText('O último endereço não pode ser removido.').waitFor();
    expect(lastInput(removeHost)).toEqual({ platformId: OPERATED, host: 'www.flores.example' });
  });

  it('cannot switch off the platform that all are run from, and is warned of the address in use', async () => {
    world.platforms[0]!.hosts = ['*', 'feira.example'];
    await open(`/master-root/platforms/${OWN}`, 'master');
    await heading('Feira');
    await expect.poll(() => button('Desativar plataforma').count()).toBe(0);

    await button('Remover o endereço feira.example').click();
    await page
      .getByRole('dialog', { name: 'Remover feira.example?' })
      .getByText('inclusive os que compradores')
      .waitFor();
    await page.keyboard.press('Escape');
    await button('Remover o endereço Qualquer endereço livre').click();
    await page.getByRole('dialog').getByText('Você está neste endereço agora').waitFor();
  });

  it('is told of a platform that does not exist', async () => {
    await open('/master-root/platforms/01930000-0000-7000-8000-000000000099', 'master');

    await page.getByRole('heading', { name: 'Esta plataforma não existe' }).waitFor();
    await page.getByRole('link', { name: 'Todas as plataformas' }).click();
    await heading('Plataformas');
  });

  it('reads who did what as whom, and what changed', async () => {
    await open('/master-root/session-logs', 'master');
    const change = page.getByRole('row').filter({ hasText: 'Mudou as formas de pagamento de Bia Costa' });
    await change.getByText('Detalhes').click();
    await expect.poll(() => change.locator('dl').textContent()).toBe('Boletosim →passou a não');

    await button('Próxima').click();
    const guise = page.getByRole('row').filter({ hasText: 'Mudou os dados da conta' });
    await guise.getByText('como Bia Costa (bia@loja.example)').waitFor();
    await expect.poll(() => guise.textContent()).toContain('Helena Prado');
    expect(lastInput(listEvents)).toEqual({ limit: '25', after: 'second' });
    await button('Anterior').click();
    await change.waitFor();
  });

  it('narrows the log by what stands in the address', async () => {
    await open(`/master-root/session-logs?platform=${OPERATED}`, 'master');
    await button('7 dias').click();
    await page.getByRole('combobox', { name: 'Tipo' }).click();
    await option('Tentou entrar e foi recusado').click();
    await page.getByRole('searchbox').fill('203.0');
    await page.getByRole('searchbox').press('Enter');
    await page.waitForURL(/search=203\.0/);

    expect(new URL(page.url()).searchParams.get('type')).toBe('session.refused');
    await expect
      .poll(() => lastInput(listEvents))
      .toMatchObject({
        limit: '25',
        platformId: OPERATED,
        type: 'session.refused',
        search: '203.0',
        from: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
        to: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      });
    await page.reload();
    await page.getByText('No servidor').waitFor();
  });

  it('chooses a type of the log by keyboard, told under which heading it stands, and says where none is found', async () => {
    await open('/master-root/session-logs', 'master');
    const box = page.getByRole('combobox', { name: 'Tipo: Todos os tipos' });
    await box.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'Todos os tipos', selected: true }).waitFor();
    expect(await listViolations(page)).toEqual([]);
    await page.keyboard.type('SESSAO do ap');
    const found = page.getByRole('option', { name: 'Encerrou a sessão do aparelho' });
    await expect.poll(() => page.getByRole('option').count()).toBe(1);
    expect(await found.getAttribute('aria-description')).toBe('Acessos');
    expect(await box.getAttribute('aria-activedescendant')).toBe(await found.getAttribute('id'));

    await page.keyboard.type('zz');
    await page.getByRole('option', { name: 'Nada encontrado.', disabled: true }).waitFor();
    expect(await listViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('listbox').count()).toBe(0);
    expect(await box.inputValue()).toBe('');

    await page.keyboard.type('SESSAO do ap');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Tipo: Encerrou a sessão do aparelho' }).waitFor();
    expect(new URL(page.url()).searchParams.get('type')).toBe('session.revoked');
  });

  it('invites administrators of another platform, changes and ends what they may', async () => {
    server.answer(inviteFunctionary, () => ({ personId: OWN }));
    server.answer(setPermissions, () => ({}));
    server.answer(revokeFunctionary, () => ({}));
    await open('/master-root/administrators', 'master');
    await page.getByRole('combobox', { name: 'Plataforma' }).click();
    await option('Flores').click();
    await page.waitForURL(new RegExp(`platform=${OPERATED}`));
    await expect.poll(() => lastInput(listFunctionaries)).toEqual({ limit: '20', platformId: OPERATED });

    await button('Convidar').click();
    await page.fill('[name=name]', 'Ana Lima');
    await page.fill('[name=email]', 'ana@flores.example');
    await button('Enviar convite').click();
    await page.getByText('Escolha pelo menos uma permissão.').waitFor();
    await page.getByLabel('Vendas', { exact: true }).check();
    await button('Enviar convite').click();
    await page.getByText('Convite enviado para ana@flores.example.').waitFor();
    expect(lastInput(inviteFunctionary)).toEqual({
      name: 'Ana Lima',
      email: 'ana@flores.example',
      permissions: ['isSalesAvailable'],
      platformId: OPERATED,
    });

    const caio = world.administrators[0]!.id;
    await page.getByRole('button', { name: 'Permissões de Caio Alves' }).click();
    await page.getByLabel('Contestações', { exact: true }).check();
    await button('Salvar permissões').click();
    await page.getByText('Permissões de Caio Alves salvas.').waitFor();
    expect(lastInput(setPermissions)).toEqual({
      personId: caio,
      permissions: ['isUsersAvailable', 'isChargesAvailable'],
      version: 0,
      platformId: OPERATED,
    });

    await page.getByRole('button', { name: 'Remover acesso de Caio Alves' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remover acesso' }).click();
    await page.getByText('Caio Alves não administra mais esta plataforma.').waitFor();
    expect(lastInput(revokeFunctionary)).toEqual({ personId: caio, platformId: OPERATED });
  });
});

describe('the stop of a provider', () => {
  it('asks what is stopped and why, tells what follows, and is lifted', async () => {
    await open('/master-root/dashboard', 'master');
    await page.getByText('80%').waitFor();
    await page.getByText('2 contestações').waitFor();
    await page.getByRole('button', { name: 'Parar pagarme 1.5.0' }).click();
    await button('Parar agora').click();
    await dialog().getByText('Escolha o que parar.').waitFor();
    await dialog().getByText('Diga o motivo, com 4 letras ou mais.').waitFor();
    expect(await listViolations(page)).toEqual([]);
    expect(server.inputsOf(stopProvider)).toEqual([]);
    await dialog()
      .getByRole('radio', { name: /Só a versão 1.5.0/ })
      .check();
    await dialog().getByLabel('Motivo').fill('Cobra em dobro.');
    await button('Parar agora').click();

    await said('pagarme 1.5.0 está parado.');
    expect(server.inputsOf(stopProvider)).toEqual([
      { provider: 'pagarme', version: '1.5.0', reason: 'Cobra em dobro.' },
    ]);
    await expect.poll(() => page.getByRole('button', { name: 'Parar pagarme 1.5.0' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Encerrar a parada pagarme 1.5.0' }).click();
    await dialog().getByRole('button', { name: 'Encerrar a parada' }).click();

    await said('pagarme 1.5.0 voltou a atender.');
    await page.getByRole('button', { name: 'Parar pagarme 1.5.0' }).waitFor();
  });
});

describe('a manager', () => {
  it('sees what the sellers sold, how that grew, and a page of each', async () => {
    await open('/manager-root/dashboard', 'manager');
    await page.getByText('R$ 11.988,00').first().waitFor();
    await page.getByText('+20% em relação ao período anterior').first().waitFor();

    await page.getByRole('table', { name: 'Vendedores' }).getByRole('link', { name: 'Davi Rocha' }).click();

    await heading('Davi Rocha');
    await page.getByRole('heading', { name: 'Produtos' }).waitFor();
    await page.getByText('Curso de Pão').waitFor();
    expect(await listViolations(page)).toEqual([]);
  });

  it('sees the people to look after, and finds one of them', async () => {
    await open('/manager-root/dashboard', 'manager');
    await page.getByRole('row').filter({ hasText: 'Davi Rocha' }).getByText('(11) 98765-4321').waitFor();
    await page.getByRole('link', { name: 'Ver todos' }).click();
    await heading('Meus usuários');
    await page.getByRole('searchbox').fill('eva');

    await expect.poll(() => lastInput(listManagedUsers)).toEqual({ limit: '20', search: 'eva' });
  });

  it('is told what to wait for where there is nobody', async () => {
    world.managed = [];
    await open('/manager-root/dashboard', 'manager');

    await page.getByRole('heading', { name: 'Você ainda não acompanha ninguém' }).waitFor();
  });
});

describe('a customer', () => {
  it('reads where the parcel is, and follows it at its carrier', async () => {
    const parcel = { carrier: 'Correios', trackingCode: 'AA1', trackingUrl: 'https://rastreio.example/AA1' };
    const dates = { shippedAt: '2026-11-21T12:00:00.000Z', deliveredAt: null, returnedAt: null };
    const unsent = { carrier: null, trackingCode: null, trackingUrl: null, ...dates, shippedAt: null };
    world.purchases[0]!.tracking = { state: 'SHIPPED', shipUntil: '2026-11-26', ...parcel, ...dates };
    world.purchases[1]!.tracking = { state: 'TO_SHIP', shipUntil: '2026-11-26', ...unsent };
    await open('/my-purchases', 'customer');

    const sent = page.getByRole('listitem').filter({ hasText: 'Livro 1' });
    await sent.getByText('A caminho desde 21/11/2026').waitFor();
    await sent.getByText('Correios, código AA1').waitFor();
    const link = sent.getByRole('link', { name: /^Acompanhar a entrega/ });
    await expect.poll(() => link.getAttribute('href')).toBe(parcel.trackingUrl);
    await page.getByText('O vendedor envia até 26/11/2026').waitFor();
    expect(await listViolations(page)).toEqual([]);
  });

  it('finds the way to every payment, and to what is still to be paid', async () => {
    await open('/my-purchases', 'customer');
    await heading('Minhas compras');

    const found = page.getByRole('main').getByRole('listitem').getByRole('link');
    await found.first().waitFor();
    const links = await found.all();
    expect(
      await Promise.all(links.map(async (link) => [await link.textContent(), await link.getAttribute('href')])),
    ).toEqual([
      ['Comprovante Livro 1', '/checkout/payment/payment000000000000001/receipt.pdf?lang=pt-BR'],
      ['Ver pagamento Livro 1', '/checkout/payment/payment000000000000001'],
      ['Pagar agora Livro 2', '/checkout/payment/payment000000000000002'],
      ['Ver pagamento Livro 3', '/checkout/payment/payment000000000000003'],
      ['Ver pagamento Livro 4', '/checkout/payment/payment000000000000004'],
      ['Ver pagamento Livro 5', '/checkout/payment/payment000000000000005'],
    ]);
    const expired = page.getByRole('listitem').filter({ hasText: 'Livro 5' });
    await expired.getByText('Expirada', { exact: true }).waitFor();
    await expired.getByText('O pedido mantém o preço até 20/05/2030.').waitFor();
    await expired.getByRole('button', { name: 'Gerar novo código Pix Livro 5' }).waitFor();
    await expect
      .poll(() => expired.locator('form').getAttribute('action'))
      .toBe('/checkout/payment/payment000000000000005/renew?lang=pt-BR');
  });

  it('is told when it cannot be loaded, and can ask again', async () => {
    let isDown = true;
    answerReads(server, world, ['customer']);
    server.answer(listPurchases, () => {
      if (isDown) throw new Refused(403, { code: 'ACCESS_DENIED', message: 'Sem acesso.' });
      return { purchases: [], next: null };
    });
    await page.goto(`${screens.url}/my-purchases`);
    await page.getByRole('alert').getByText('Sem acesso.').waitFor();
    isDown = false;
    await button('Tentar de novo').click();

    await page.getByRole('heading', { name: 'Nenhuma compra por aqui' }).waitFor();
  });

  it('finds the way to what each digital purchase opens', async () => {
    const access = {
      id: '01930000-0000-7000-8000-000000000091',
      createdAt: '2026-11-18T15:30:00.000Z',
      title: 'Pão em casa',
      image: null,
      sellerName: 'Padaria da Maria',
      state: 'OPEN' as const,
      token: `${'a'.repeat(22)}.${'b'.repeat(22)}`,
    };
    const ended = { ...access, id: access.id.replace('91', '92'), title: 'Bolos', state: 'ENDED' as const };
    server.answer(listAccesses, () => ({ items: [access, ended], next: null }));

    await open('/my-purchases/access-purchases', 'customer');

    await heading('Meus acessos');
    const link = page.getByRole('link', { name: 'Acessar Pão em casa' });
    await expect.poll(() => link.getAttribute('href')).toBe(`/access#${access.token}`);
    await page.getByText('O acesso terminou').waitFor();
    await expect.poll(() => page.getByRole('link', { name: /^Acessar/ }).count()).toBe(1);
  });
});

describe('a profile', () => {
  it('shows the details, and leads to the account, the one place that changes them', async () => {
    await open('/platform/my-profile', 'seller');
    await page.getByText('Não informado. Necessário para sacar.').waitFor();
    await page.getByRole('link', { name: 'Editar na sua conta' }).click();
    await page.waitForURL('**/account');
    server.answer(updateProfile, ({ name, phone, document }) => {
      world.account.name = name ?? world.account.name;
      world.account.phone = phone || null;
      if (document) world.account.document = '•••.982.247-••';
      return {};
    });
    const [phone, document] = [page.getByLabel('Telefone'), page.getByLabel('CPF ou CNPJ')];
    await page.getByLabel('Nome').fill('Helena Nova');
    await phone.fill('9876');
    await document.fill('52998224726');
    await button('Salvar').first().click();
    const wrong = page.locator('.field-error');
    await expect.poll(() => wrong.count()).toBe(2);
    // A right field is not red any more, before anything is sent.
    await phone.fill('+55 21 98888-7777');
    await expect.poll(() => wrong.count()).toBe(1);
    await document.fill('52998224725');
    await expect.poll(() => wrong.count()).toBe(0);
    expect(server.inputsOf(updateProfile)).toEqual([]);
    await button('Salvar').first().click();
    await button('Sua conta: Helena Nova').waitFor();

    expect(lastInput(updateProfile)).toMatchObject({ phone: '21988887777', document: '52998224725' });
    await expect.poll(() => document.inputValue()).toBe('•••.982.247-••');
    await expect.poll(() => document.isEditable()).toBe(false);
    world.account.document = null;
    await open('/account', 'manager');
    await document.fill('12abc34501de35');
    await button('Salvar').first().click();
    await expect.poll(() => document.inputValue()).toBe('•••.982.247-••');
    expect(lastInput(updateProfile)).toMatchObject({ document: '12ABC34501DE35' });
  });

  it('tells sellers, and only them, what buyers may pay with', async () => {
    await open('/platform/my-profile', 'seller');
    await page.getByRole('listitem').filter({ hasText: 'Cartão de crédito' }).getByText('Bloqueada').waitFor();
    await openContext();
    await open('/platform/my-profile', 'co-producer');
    await page.getByRole('heading', { name: 'Segurança' }).waitFor();

    await expect.poll(() => page.getByText('Cartão de crédito').count()).toBe(0);
  });
});

describe('every page', () => {
  const PAGES: Record<string, Role> = {
    '/master-root/dashboard': 'master',
    '/master-root/platforms': 'master',
    [`/master-root/platforms/${OPERATED}`]: 'master',
    '/master-root/administrators': 'master',
    '/master-root/session-logs': 'master',
    '/manager-root/dashboard': 'manager',
    '/manager-root/manager-users': 'manager',
    [`/manager-root/manager-users/${FIGURED.id}`]: 'manager',
    '/my-purchases': 'customer',
    '/platform/my-profile': 'seller',
  };

  judgeScreens({
    screens: Object.keys(PAGES),
    open: async (address) => {
      await open(address, PAGES[address]!);
      await settle();
    },
  });

  it('has dialogs that can be used by everybody, also on a phone', async () => {
    await openContext({ viewport: PHONE });
    await open('/master-root/administrators', 'master');
    await button('Convidar').click();
    await page.getByRole('dialog').waitFor();
    expect(await listViolations(page)).toEqual([]);

    await open('/master-root/platforms', 'master');
    await button('Criar plataforma').click();
    await page.getByRole('dialog').waitFor();
    expect(await listViolations(page)).toEqual([]);
  });
});

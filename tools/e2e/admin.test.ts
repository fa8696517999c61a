/** Tests the administrators' pages: users, staff, managers, rules, appearance and domains, each with the permissions held. */
import { ADMIN_PERMISSIONS, type AdminPermission } from '@feira/schemas/options';
import { getAccount } from '@feira/schemas/procedures/account';
import * as inbox from '@feira/schemas/procedures/inbox';
import { find } from '@feira/schemas/procedures/lookup';
import * as people from '@feira/schemas/procedures/people';
import * as profiles from '@feira/schemas/procedures/profiles';
import * as reports from '@feira/schemas/procedures/reports';
import { reauthenticate, signInAs } from '@feira/schemas/procedures/session';
import * as settings from '@feira/schemas/procedures/settings';
import { describe, expect, it } from 'vitest';
import { type AdminWorld, answerAdmin, createSession, createWorld, enterAs, toSummary } from './admin-world.ts';
import { button, context, dialog, heading, option, page, said } from './browser-page.ts';
import { Refused, screens, server, setUpScreens } from './faked-screens.ts';
import { judgeScreens, settle } from './looks.ts';
import { answerPersonLists, SALE_ID } from './profiles-world.ts';
import { listViolations } from './violations.ts';

let world: AdminWorld;
setUpScreens({
  answer: () => {
    world = createWorld();
    answerPersonLists(server);
    answerAdmin(server, world);
  },
});

const open = async (path: string, permissions: readonly AdminPermission[] = ADMIN_PERMISSIONS) => {
  answerAdmin(server, world, createSession(permissions));
  await page.goto(`${screens.url}/admin-root${path}`);
};
const without = (...missing: AdminPermission[]) => ADMIN_PERMISSIONS.filter((held) => !missing.includes(held));
const [BEATRIZ, CAIO, , , FATIMA] = createWorld().users;

describe('the list of users', () => {
  it('narrows by what stands in the address, and leads there and back', async () => {
    await open('/manage-users?role=seller');
    await page.getByRole('link', { name: 'Beatriz Nogueira' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Elias Moura' }).count()).toBe(0);

    await page.getByRole('searchbox').fill('caio');
    await page.waitForURL((url) => url.searchParams.get('search') === 'caio');
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    expect(server.inputsOf(people.listUsers).at(-1)).toEqual({ limit: '20', search: 'caio', role: 'seller' });

    await page.getByRole('link', { name: 'Caio Ferraz' }).click();
    await heading('Caio Ferraz');
    await page.getByRole('link', { name: 'Voltar para usuários' }).click();
    await page.waitForURL((url) => url.search === '?role=seller&search=caio');
  });

  it('says so when nobody matches, and takes the filters away', async () => {
    await open('/manage-users?search=ninguém&role=seller');
    await page.getByRole('heading', { name: 'Ninguém com estes filtros' }).waitFor();

    await button('Limpar filtros').click();

    await page.getByRole('link', { name: 'Elias Moura' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  it('hands the filters on to the file, only to whom may export', async () => {
    await open('/manage-users?status=DISABLED&search=caio');
    const link = page.getByRole('link', { name: 'Exportar CSV' });
    await expect
      .poll(() => link.getAttribute('href'))
      .toBe('/exports/users?status=DISABLED&search=caio&format=csv&lang=pt-BR');
    await page.getByRole('link', { name: 'Exportar XLSX' }).waitFor();

    await open('/manage-users', without('isExportUsersAvailable'));
    await page.getByRole('link', { name: 'Beatriz Nogueira' }).waitFor();
    await expect.poll(() => link.count()).toBe(0);
  });

  it('offers to ask again when nobody answers', async () => {
    let isDown = true;
    await open('/manage-managers');
    server.answer(people.listUsers, () => {
      if (isDown) throw new Refused(403, { code: 'ACCESS_DENIED', message: 'Você não tem permissão para isso.' });
      return { people: world.users.slice(0, 1).map(toSummary), next: null };
    });
    await page.getByRole('link', { name: 'Usuários' }).click();
    await page.getByText('Você não tem permissão para isso.').waitFor();

    isDown = false;
    await button('Tentar de novo').click();

    await page.getByRole('link', { name: 'Beatriz Nogueira' }).waitFor();
  });
});

describe('a server that hangs', () => {
  it('is given up after ten seconds with words, and asked again by a button', async () => {
    await open('/manage-managers');
    await heading('Gerentes');
    // A second stands for a hundredth of one: nobody waits ten seconds for a test.
    await page.evaluate(() => {
      const wait = AbortSignal.timeout.bind(AbortSignal);
      const shared = window as { waited?: number[]; isShort?: boolean };
      Object.assign(shared, { waited: [], isShort: true });
      AbortSignal.timeout = (milliseconds) => {
        shared.waited!.push(milliseconds);
        return wait(shared.isShort ? milliseconds / 100 : milliseconds);
      };
    });
    const silent = /\/api\/people\.listUsers/;
    await page.route(silent, () => {});
    await page.getByRole('link', { name: 'Usuários' }).click();

    await page.getByText('O servidor demorou demais para responder. Aguarde um instante e tente de novo.').waitFor();
    expect(await page.evaluate(() => (window as { waited?: number[] }).waited)).toContain(10_000);
    await page.unroute(silent);
    await page.evaluate(() => Object.assign(window, { isShort: false }));
    await button('Tentar de novo').click();

    await page.getByRole('link', { name: 'Beatriz Nogueira' }).waitFor();
  });
});

describe('the search of everything', () => {
  const SALE = {
    id: SALE_ID,
    title: 'Curso de Pão',
    buyerName: 'Lia Compradora',
    buyerEmail: 'lia@cliente.example',
    createdAt: '2026-11-18T15:30:00.000Z',
    amount: 9_990,
    currency: 'BRL',
    status: 'APPROVED',
  } as const;
  const field = () => page.getByRole('combobox', { name: 'Pessoas, vendas e páginas' });

  it('opens by Ctrl K, finds people, sales and pages, and is steered by keys alone', async () => {
    server.answer(find, () => ({ people: [{ id: CAIO!.id, name: CAIO!.name, email: CAIO!.email }], sales: [SALE] }));
    await open('/manage-managers');
    await heading('Gerentes');
    await page.keyboard.press('Control+k');
    await field().waitFor();
    await expect.poll(() => field().evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.type('caio');
    await page.getByRole('option', { name: /Caio Ferraz/ }).waitFor();
    await page.getByRole('option', { name: /Lia Compradora, R\$ 99,90/ }).waitFor();
    expect(await listViolations(page)).toEqual([]);
    expect(server.inputsOf(find).at(-1)).toEqual({ dashboard: 'admin', search: 'caio' });
    const chosen = () => page.getByRole('option', { selected: true }).textContent();
    expect(await chosen()).toContain('Caio Ferraz');
    await page.keyboard.press('ArrowDown');
    expect(await chosen()).toContain('Lia Compradora');
    await expect
      .poll(() => field().getAttribute('aria-activedescendant'))
      .toBe(await page.getByRole('option', { selected: true }).getAttribute('id'));
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');

    await page.waitForURL(`**/admin-root/manage-users/${CAIO!.id}`);
    await heading('Caio Ferraz');
  });

  it('finds only pages that the reader may open, without asking for a single letter', async () => {
    server.answer(find, () => ({ people: [], sales: [] }));
    await open('/manage-users', ['isUsersAvailable']);
    await button('Buscar (Ctrl K)').click();
    await field().fill('u');
    await page.getByRole('option', { name: 'Usuários' }).waitFor();
    await expect.poll(() => page.getByRole('option', { name: 'Gerentes' }).count()).toBe(0);
    expect(server.inputsOf(find)).toEqual([]);
    await field().fill('zzz');
    await page.getByText('Nada encontrado para “zzz”.').waitFor();

    await page.keyboard.press('Escape');

    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });
});

describe('a person', () => {
  it('shows money, risk against the period before, destinations with their age, contracts and sessions on one page', async () => {
    await open(`/manage-users/${BEATRIZ!.id}`);
    await heading('Beatriz Nogueira');

    await page.getByText('R$ 1.200,00 disponível, R$ 450,00 a liberar').waitFor();
    await page.getByText('3% das vendas reembolsadas, 1,5% contestadas').waitFor();
    const risk = page.getByRole('region', { name: 'Risco' });
    await risk.getByRole('row', { name: /^Reembolsos 6 \(3%\).*6 \(4%\).*Caiu$/ }).waitFor();
    await risk.getByRole('row', { name: /^Contestações 3 \(1,5%\).*1 \(0,7%\).*Subiu$/ }).waitFor();
    await page.getByText(/Beatriz Nogueira, cadastrado .*, nunca usado/).waitFor();
    await page.getByText('Contrato social: pedido').waitFor();
    await page.getByText('Coprodução para Caio Ferraz, 20%').waitFor();
    await page.getByText('Firefox, Linux').waitFor();
  });

  it('asks for no part whose own page is closed to the reader', async () => {
    await open(`/manage-users/${BEATRIZ!.id}`, ['isUsersAvailable']);
    await page.getByRole('heading', { name: 'Notas da equipe' }).waitFor();
    await page.getByText('Pediu prazo para os documentos.').waitFor();

    for (const part of [
      profiles.getMoney,
      profiles.getDestinations,
      profiles.listContracts,
      profiles.listSessions,
      profiles.listDisputes,
      profiles.getPurchases,
      profiles.listWithdrawals,
    ])
      expect([part.name, server.inputsOf(part)]).toEqual([part.name, []]);
    await expect.poll(() => page.getByRole('heading', { name: 'Sessões' }).count()).toBe(0);
  });

  it('keeps notes, of which the author deletes a slip', async () => {
    await open(`/manage-users/${BEATRIZ!.id}`);
    await button('Adicionar nota').click();
    await page.getByText('Escreva a nota.').waitFor();
    expect(server.inputsOf(profiles.addNote)).toEqual([]);
    await page.getByLabel('Nova nota').fill('Ligou hoje.');
    await button('Adicionar nota').click();
    await said('Nota adicionada.');
    await expect.poll(() => page.getByRole('button', { name: /^Excluir a nota: Pediu prazo/ }).count()).toBe(0);

    await button('Excluir a nota: Ligou hoje.').click();

    await said('Nota excluída.');
    await expect.poll(() => page.getByText('Ligou hoje.').count()).toBe(0);
    expect(server.inputsOf(profiles.addNote)).toEqual([{ personId: BEATRIZ!.id, text: 'Ligou hoje.' }]);
  });

  it('is shown as a buyer without an account, by the address of a sale', async () => {
    await open(`/manage-sales/${SALE_ID}/buyer`);
    await heading('Lia Compradora');
    await page.getByText('Sem conta na plataforma').waitFor();
    await page.getByText('R$ 189,90').waitFor();
    await page.getByText('lia.c@cliente.example').waitFor();
    expect(await listViolations(page)).toEqual([]);
    expect(server.inputsOf(profiles.getBuyer)).toEqual([{ saleId: SALE_ID }]);
  });
});

describe('a user', () => {
  const openUser = ({ id } = BEATRIZ!, permissions?: readonly AdminPermission[]) =>
    open(`/manage-users/${id}`, permissions);

  it('shows a document only when asked for', async () => {
    await openUser();
    await page.getByText('•••.•••.•••-••').waitFor();
    expect(server.inputsOf(people.getUserDocument)).toEqual([]);

    await button('Ver documento').click();

    await page.getByText('529.982.247-25').waitFor();
    expect(server.inputsOf(people.getUserDocument)).toEqual([{ personId: BEATRIZ!.id }]);
  });

  it('has a document corrected with a reason, after reading what that does', async () => {
    server.answer(people.setUserDocument, () => ({}));
    await openUser();
    await button('Ver documento').click();
    await page.getByText('529.982.247-25').waitFor();
    await button('Corrigir').click();
    await dialog()
      .getByText('As chaves Pix e contas bancárias cadastradas com outro documento são removidas')
      .waitFor();
    await dialog().getByLabel('CPF ou CNPJ').fill('11144477736');
    await button('Salvar documento').click();
    await dialog().getByText('Digite um CPF ou CNPJ válido.').waitFor();
    await dialog().getByText('Diga o motivo.').waitFor();
    expect(server.inputsOf(people.setUserDocument)).toEqual([]);
    expect(await listViolations(page)).toEqual([]);
    await dialog().getByLabel('CPF ou CNPJ').fill('11144477735');
    await dialog().getByLabel('Motivo').fill('Digitado errado.');
    await button('Salvar documento').click();

    await page.getByText('Documento salvo.').waitFor();
    await expect.poll(() => page.getByText('529.982.247-25').count()).toBe(0);
    expect(server.inputsOf(people.setUserDocument)).toEqual([
      { personId: BEATRIZ!.id, document: '111.444.777-35', reason: 'Digitado errado.' },
    ]);
  });

  it('may be paid otherwise at once', async () => {
    await openUser();

    await page.getByRole('switch', { name: 'Boleto' }).click();

    await expect.poll(() => page.getByRole('switch', { name: 'Boleto' }).isChecked()).toBe(false);
    expect(server.inputsOf(people.setPaymentMethods)).toEqual([
      { personId: BEATRIZ!.id, pixEnabled: true, creditCardEnabled: true, billetEnabled: false, version: 0 },
    ]);
  });

  it('says who changed a payment method meanwhile, and shows what stands now', async () => {
    const message = 'Alterado por Bruno em 28/11/26, 15:00 (horário de Brasília).';
    await openUser();
    server.answer(people.setPaymentMethods, () => {
      const user = world.users.find(({ id }) => id === BEATRIZ!.id)!;
      Object.assign(user, { creditCardEnabled: false, version: 1 });
      const details = [{ field: 'creditCardEnabled', message }];
      throw new Refused(409, { code: 'EDIT_CONFLICT', message: 'Nada foi salvo.', details });
    });

    await page.getByRole('switch', { name: 'Boleto' }).click();

    await page.getByRole('alert').getByText(`Nada foi salvo. ${message}`).waitFor();
    await expect.poll(() => page.getByRole('switch', { name: 'Cartão de crédito' }).isChecked()).toBe(false);
    await expect.poll(() => page.getByRole('switch', { name: 'Boleto' }).isChecked()).toBe(true);
  });

  it('is disabled only after a dialog that says what happens, and after proof of who asks', async () => {
    let isProven = false;
    server.answer(getAccount, () => ({
      name: 'Helena Prado',
      email: 'helena@feira.example',
      phone: null,
      locale: null,
      hasPassword: true,
      document: null,
      showsDocument: false,
      publicAddress: null,
      hasSecondFactor: false,
      isFactorMandatory: true,
      recoveryCodesLeft: 0,
      pixEnabled: true,
      creditCardEnabled: true,
      billetEnabled: true,
      createdAt: '2026-11-01T00:00:00.000Z',
    }));
    server.answer(reauthenticate, () => {
      isProven = true;
      return {};
    });
    await openUser();
    server.answer(people.setUserStatus, ({ personId, status }) => {
      if (!isProven)
        throw new Refused(403, { code: 'REAUTHENTICATION_REQUIRED', message: 'Confirme sua senha para continuar.' });
      world.users.find(({ id }) => id === personId)!.status = status;
      return {};
    });
    await button('Desativar usuário').click();
    await dialog().getByText('As sessões desta pessoa terminam agora').waitFor();

    await dialog().getByRole('button', { name: 'Desativar usuário' }).click();
    await page.locator('input[type=password]').fill('a long enough secret');
    await page.locator('input[type=password]').press('Enter');

    await expect.poll(() => dialog().count()).toBe(0);
    await page.getByText('Desativado', { exact: true }).waitFor();
    await button('Reativar usuário').waitFor();
    expect(server.inputsOf(people.setUserStatus)).toEqual(
      [1, 2].map(() => ({ personId: BEATRIZ!.id, status: 'DISABLED' })),
    );
  });

  it('gets roles together, by a button', async () => {
    await openUser();
    await expect.poll(() => button('Salvar papéis').isDisabled()).toBe(true);

    await page.getByRole('checkbox', { name: 'Afiliado' }).uncheck();
    await page.getByRole('checkbox', { name: 'Cliente' }).check();
    await button('Salvar papéis').click();

    await expect
      .poll(() => server.inputsOf(people.setUserRoles))
      .toEqual([{ personId: BEATRIZ!.id, roles: ['seller', 'customer'], version: 0 }]);
  });

  it('gets a manager by name, and none again', async () => {
    await openUser();

    await page.getByRole('combobox', { name: 'Escolher gerente' }).fill('gust');
    await page.getByRole('option', { name: 'Gustavo Reis' }).waitFor({ state: 'attached' });
    await option('Gustavo Reis').click();
    await page.getByText('Gustavo Reis cuida desta pessoa.').waitFor();
    await button('Ficar sem gerente').click();

    await page.getByText('Nenhum gerente cuida desta pessoa.').waitFor();
  });

  it('can be looked through the eyes of, after a warning', async () => {
    const beatriz = world.users[0]!;
    server.answer(signInAs, () => enterAs(beatriz));
    await openUser();
    await button('Entrar como esta pessoa').click();
    await dialog().getByText('ficam registrados com as duas identidades').waitFor();
    await dialog().getByText('Dinheiro, dados bancários, senhas e permissões ficam fechados.').waitFor();
    expect(server.inputsOf(signInAs)).toEqual([]);

    await dialog().getByRole('button', { name: 'Entrar', exact: true }).click();

    await page.waitForURL((url) => url.pathname.startsWith('/platform'));
    expect(server.inputsOf(signInAs)).toEqual([{ personId: beatriz.id }]);
  });

  it('shows no act that the administrator may not do', async () => {
    await openUser(
      BEATRIZ,
      without(
        'isUserAdvancedOptionsAvailable',
        'isUsersLoginAvailable',
        'isUserDocumentsAvailable',
        'isManagersAvailable',
      ),
    );
    await heading('Beatriz Nogueira');

    await expect.poll(() => page.getByText('você precisa da permissão “Opções avançadas de usuários”').count()).toBe(3);
    await expect.poll(() => page.getByRole('switch', { name: 'Pix' }).isDisabled()).toBe(true);
    for (const name of ['Salvar papéis', 'Entrar como esta pessoa', 'Ver documento', 'Corrigir'])
      expect([name, await button(name).count()]).toEqual([name, 0]);
    await expect.poll(() => page.getByRole('combobox').count()).toBe(0);
    expect(server.inputsOf(people.listManagers)).toEqual([]);
  });

  it('is no member of the staff to be disabled or entered here, nor oneself', async () => {
    await openUser(FATIMA);
    await page.getByText('Esta pessoa é da equipe.').waitFor();
    await expect.poll(() => button('Desativar usuário').count()).toBe(0);
    await expect.poll(() => button('Entrar como esta pessoa').count()).toBe(0);

    world.users.push({ ...world.users[0]!, id: createSession().person.id, name: 'Helena Prado' });
    await openUser({ ...world.users[0]!, id: createSession().person.id });
    await heading('Helena Prado');
    await expect.poll(() => page.getByText('Ninguém altera o próprio acesso.').count()).toBeGreaterThan(0);
    await expect.poll(() => button('Desativar usuário').count()).toBe(0);
  });

  it('who is gone is told as such', async () => {
    await openUser({ ...CAIO!, id: CAIO!.id.replace(/.$/, '9') });

    await page.getByText('Esta pessoa não existe.').waitFor();
  });
});

describe('staff', () => {
  it('is invited with what was ticked, after every mistake is named', async () => {
    await open('/manage-functionaries', without('isSalesAvailable'));
    await button('Convidar').click();
    await button('Enviar convite').click();
    await dialog().getByText('Digite o nome com pelo menos 3 letras.').waitFor();
    await dialog().getByText('Digite um e-mail como').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
    await dialog().getByLabel('Nome').fill('Lia Castro');
    await dialog().getByLabel('E-mail').fill('lia@feira.example');
    await button('Enviar convite').click();
    await dialog().getByText('Escolha ao menos uma permissão.').waitFor();
    const sales = dialog().getByRole('checkbox', { name: 'Vendas' });
    await expect.poll(() => sales.isDisabled()).toBe(true);
    await dialog().getByText('Você não tem esta permissão').waitFor();

    await dialog().getByRole('checkbox', { name: 'Usuários', exact: true }).check();
    await button('Enviar convite').click();

    await said('Convite enviado para lia@feira.example.');
    expect(server.inputsOf(people.inviteFunctionary)).toEqual([
      { name: 'Lia Castro', email: 'lia@feira.example', permissions: ['isUsersAvailable'] },
    ]);
    await page.getByRole('row', { name: /Lia Castro/ }).waitFor();
  });

  it('reads on a closed page which permission opens it', async () => {
    await open('/manage-sales', without('isSalesAvailable'));

    await page.getByRole('heading', { name: 'Você não tem acesso a esta página' }).waitFor();
    await page.getByText('você precisa da permissão “Vendas”').waitFor();
  });

  it('keeps the permissions that the administrator lacks', async () => {
    await open('/manage-functionaries', without('isSalesAvailable'));
    const row = page.getByRole('row', { name: /João Bastos/ });
    await expect.poll(() => row.getByRole('button', { name: /Remover acesso/ }).isDisabled()).toBe(true);
    await row.getByText('Esta pessoa tem permissões que você não tem.').waitFor();
    await row.getByRole('button', { name: /Permissões/ }).click();

    await dialog().getByRole('checkbox', { name: 'Usuários', exact: true }).uncheck();
    // A preset changes the administrator's own permissions alone.
    await button('Catálogo').click();
    await expect.poll(() => dialog().getByRole('checkbox', { name: 'Produtos' }).isChecked()).toBe(true);
    await expect.poll(() => dialog().getByRole('checkbox', { name: 'Vendas' }).isChecked()).toBe(true);
    await button('Nada').click();
    await dialog().getByRole('checkbox', { name: 'Contestações' }).check();
    await button('Salvar permissões').click();

    await said('Permissões de João Bastos salvas.');
    expect(server.inputsOf(people.setPermissions)).toEqual([
      { personId: world.functionaries[1]!.id, permissions: ['isSalesAvailable', 'isChargesAvailable'], version: 0 },
    ]);
  });

  it('keeps what a colleague granted meanwhile, who is named', async () => {
    await open('/manage-functionaries');
    const [, joao] = world.functionaries;
    server.answer(people.setPermissions, ({ version, permissions }) => {
      if (version === 1) {
        joao!.permissions = [...permissions];
        return {};
      }
      Object.assign(joao!, { version: 1, permissions: ['isUsersAvailable'] });
      const details = [
        { field: 'permissions', message: 'Alterado por Bruno em 27/11/26, 15:00 (horário de Brasília).' },
      ];
      throw new Refused(409, { code: 'EDIT_CONFLICT', message: 'Nada foi salvo.', details });
    });
    await page
      .getByRole('row', { name: /João Bastos/ })
      .getByRole('button', { name: /Permissões/ })
      .click();
    await dialog().getByRole('checkbox', { name: 'Contestações' }).check();
    await button('Salvar permissões').click();
    await dialog().getByText('Permissões. Alterado por Bruno em 27/11/26, 15:00').waitFor();
    expect(await listViolations(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Descartar e ver o atual' }).click();
    await expect.poll(() => dialog().getByRole('checkbox', { name: 'Vendas', exact: true }).isChecked()).toBe(false);
    await button('Salvar permissões').click();

    await said('Permissões de João Bastos salvas.');
  });

  it('is let go after a warning; nobody lets themselves go', async () => {
    await open('/manage-functionaries');
    const own = page.getByRole('row', { name: /Helena Prado/ });
    await own.getByText('Ninguém altera o próprio acesso.').waitFor();
    await expect.poll(() => own.getByRole('button').count()).toBe(0);

    await page
      .getByRole('row', { name: /João Bastos/ })
      .getByRole('button', { name: /Remover acesso/ })
      .click();
    await dialog().getByText('perde todas as permissões').waitFor();
    await dialog().getByRole('button', { name: 'Remover acesso' }).click();

    await said('João Bastos não é mais da equipe.');
    await expect.poll(() => page.getByRole('row', { name: /João Bastos/ }).count()).toBe(0);
  });

  it('keeps the dialog open with the reason when the server refuses', async () => {
    await open('/manage-functionaries');
    server.answer(people.revokeFunctionary, () => {
      throw new Refused(403, { code: 'PERMISSION_NOT_HELD', message: 'Você só pode conceder ou retirar o que tem.' });
    });
    await page
      .getByRole('row', { name: /João Bastos/ })
      .getByRole('button', { name: /Remover acesso/ })
      .click();

    await dialog().getByRole('button', { name: 'Remover acesso' }).click();

    await dialog().getByText('Você só pode conceder ou retirar o que tem.').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog().count()).toBe(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Remover acesso');
  });
});

describe('managers', () => {
  it('are invited, and leave with a word about whom they leave behind', async () => {
    await open('/manage-managers');
    await button('Convidar gerente').click();
    await dialog().getByLabel('Nome').fill('Marta Dias');
    await dialog().getByLabel('E-mail').fill('marta@feira.example');
    await button('Enviar convite').click();
    await said('Convite enviado para marta@feira.example.');

    await page
      .getByRole('row', { name: /Gustavo Reis/ })
      .getByRole('button')
      .click();
    await dialog().getByText('3 usuários ficam sem gerente').waitFor();
    await dialog().getByRole('button', { name: 'Remover gerente' }).click();

    await said('Gustavo Reis não é mais gerente.');
    expect(server.inputsOf(people.revokeManager)).toEqual([{ personId: createWorld().managers[0]!.id }]);
  });
});

describe('settings', () => {
  const fee = () => page.getByRole('textbox', { name: 'Taxa percentual, Pix' });

  it('have an index that leads to each part by keyboard, and marks the part in sight', async () => {
    await open('/platform-settings');
    const index = page.getByRole('navigation', { name: 'Configurações' });
    const link = index.getByRole('link', { name: 'Saques' });
    await expect.poll(() => index.getByRole('link').first().getAttribute('aria-current')).toBe('location');
    await link.focus();
    await page.keyboard.press('Enter');

    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('settings-withdrawals');
    await expect.poll(() => link.getAttribute('aria-current')).toBe('location');
  });

  it('are saved to the basis point and the cent, only what was changed', async () => {
    await open('/platform-settings');
    await fee().fill('4,75');
    await page.getByRole('textbox', { name: 'Taxa fixa, Boleto' }).fill('1.234,5');
    await page.getByRole('textbox', { name: 'Taxa em 12 parcelas' }).fill('20');
    await page.getByText('12x de R$ 10,00').waitFor();
    await button('Salvar alterações').click();
    await button('Salvar mudança').click();

    await said('Alterações salvas.');
    const { fees, installments } = createWorld().settings.settings;
    expect(server.inputsOf(settings.updateRules)).toEqual([
      {
        version: 0,
        fees: { ...fees, PIX: { ...fees?.PIX, basisPoints: 475 }, BILLET: { ...fees?.BILLET, fixed: 123_450 } },
        installments: { ...installments, feeBasisPoints: [...installments!.feeBasisPoints.slice(0, 11), 2000] },
      },
    ]);
    await expect.poll(() => button('Salvar alterações').count()).toBe(0);
  });

  it('name what is wrong beside the field, whoever found it', async () => {
    await open('/platform-settings');
    server.answer(settings.previewRules, () => {
      const details = [{ field: 'release.PIX.days', message: 'O provedor paga em 2 dias.' }];
      throw new Refused(400, { code: 'VALIDATION_FAILED', message: 'Confira os campos indicados.', details });
    });
    await fee().fill('101');
    await button('Salvar alterações').click();
    await said('Corrija 1 campo para salvar.');
    await expect.poll(() => fee().evaluate((field) => field === document.activeElement)).toBe(true);
    await expect.poll(() => fee().getAttribute('aria-invalid')).toBe('true');
    expect(server.inputsOf(settings.updateRules)).toEqual([]);

    await fee().fill('10');
    await button('Salvar alterações').click();

    await page.getByText('O provedor paga em 2 dias.').waitFor();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Dias até a liberação, Pix' }).getAttribute('aria-invalid'))
      .toBe('true');
  });

  it('are not left behind unsaved without a question', async () => {
    await open('/manage-managers');
    await page.getByRole('link', { name: 'Configurações' }).click();
    await fee().fill('9');
    await page.getByRole('link', { name: 'Domínios' }).click();
    await dialog().getByRole('button', { name: 'Cancelar' }).click();
    expect(new URL(page.url()).pathname).toBe('/admin-root/platform-settings');

    await page.evaluate(() => history.back());
    await dialog().waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin-root/platform-settings');
    await expect.poll(() => fee().inputValue()).toBe('9');
    await dialog().getByRole('button', { name: 'Sair sem salvar' }).click();

    await heading('Gerentes');
  });

  it('warn of identities that are made up', async () => {
    await open('/platform-settings');

    await page.getByRole('switch', { name: 'Completar CPF e telefone que faltam' }).click();

    await page.getByText('O provedor recebe uma identidade que não é a do comprador.').waitFor();
    await button('Descartar').click();
    await expect.poll(() => page.getByText('O provedor recebe uma identidade').count()).toBe(0);
  });
});

describe('customization', () => {
  it('shows a colour before it is saved', async () => {
    await open('/customization');
    await page.getByRole('tab', { name: 'Conta' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.getByRole('tab', { name: 'Visual' }).getAttribute('aria-selected')).toBe('true');

    await page.getByLabel('Cor principal', { exact: true }).fill('#7a1f5c');

    const colour = () => page.locator('.preview-button').evaluate((part) => getComputedStyle(part).backgroundColor);
    await expect.poll(colour).toBe('rgb(122, 31, 92)');
    await button('Salvar alterações').click();
    await said('Alterações salvas.');
    expect(server.inputsOf(settings.updateCustomization)).toEqual([
      { version: 0, visuals: { colorPrimary: '#7a1f5c' } },
    ]);
  });

  it('orders banners by the keyboard and keeps the focus on what moves', async () => {
    world.settings.settings.customization = {
      banners: ['A', 'B', 'C'].map((name) => ({ imageUrl: `/media/${name}.png`, description: `Banner ${name}` })),
    };
    await context.route('**/media/*', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    );
    await open('/customization?tab=banners');
    await button('Mover Banner 1 para baixo').focus();

    await page.keyboard.press('Enter');
    await said('Banner agora na posição 2 de 3.');
    await page.keyboard.press('Enter');
    await said('Banner agora na posição 3 de 3.');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Mover Banner 3 para cima');
    await button('Salvar alterações').click();

    await said('Alterações salvas.');
    const [sent] = server.inputsOf(settings.updateCustomization) as { banners: { description: string }[] }[];
    expect(sent?.banners.map(({ description }) => description)).toEqual(['Banner B', 'Banner C', 'Banner A']);
  });

  it('opens the tab that holds the mistake', async () => {
    await open('/customization?tab=redirection');
    await page.getByLabel('Termos de uso').fill('http://insegura.example');
    await page.getByRole('tab', { name: 'Conta' }).click();

    await button('Salvar alterações').click();

    await page.getByText('Digite um endereço que comece com https://').waitFor();
    await expect
      .poll(() => page.getByRole('tab', { name: /Redirecionamento/ }).getAttribute('aria-selected'))
      .toBe('true');
    expect(server.inputsOf(settings.updateCustomization)).toEqual([]);
  });
});

describe('domains', () => {
  it('are claimed, proven by their record, and given up', async () => {
    await open('/domains');
    const field = page.getByRole('textbox', { name: 'Novo domínio' });
    await field.fill('localhost');
    await button('Adicionar domínio').click();
    await page.getByText('Digite um domínio como').waitFor();

    await field.fill('https://Loja.Example.com/checkout');
    await button('Adicionar domínio').click();
    await said('loja.example.com foi adicionado.');
    expect(server.inputsOf(settings.claimDomain)).toEqual([{ host: 'loja.example.com' }]);
    await page.getByText('_feira.loja.example.com').waitFor();

    server.answer(settings.proveDomain, () => {
      throw new Refused(422, { code: 'DOMAIN_UNPROVEN', message: 'O registro TXT ainda não foi encontrado.' });
    });
    await button('Verificar agora loja.example.com').click();
    await page.getByText('O registro TXT ainda não foi encontrado.').waitFor();

    server.answer(settings.proveDomain, ({ host }) => {
      world.domains = world.domains.map((domain) =>
        domain.host === host ? { ...domain, isProven: true, record: null } : domain,
      );
      return {};
    });
    await button('Verificar agora loja.example.com').click();
    await said('loja.example.com é seu e já responde.');

    await button('Remover loja.example.com').click();
    await dialog().getByText('Links de checkout que usam ele param de funcionar.').waitFor();
    await dialog().getByRole('button', { name: 'Remover' }).click();
    await said('loja.example.com foi removido.');
  });

  it('say beside the field who has one already', async () => {
    await open('/domains');
    server.answer(settings.claimDomain, () => {
      throw new Refused(409, { code: 'DOMAIN_TAKEN', message: 'Este domínio já está em uso.' });
    });
    const field = page.getByRole('textbox', { name: 'Novo domínio' });
    await field.fill('loja.example.com');
    await field.press('Enter');

    await page.getByText('Este domínio já está em uso.').waitFor();
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  });
});

describe('the start page', () => {
  it('tells who came, and leads everywhere', async () => {
    await open('/dashboard');

    await page.getByText('1 domínio aguarda o registro de DNS.').waitFor();
    await page.getByText('2 funcionários ativos. 1 ainda sem a verificação em duas etapas:').waitFor();
    const shortcuts = page.getByRole('navigation', { name: 'Ir para' }).getByRole('link');
    await expect.poll(() => shortcuts.count()).toBe(12);
    await page.getByRole('link', { name: 'Beatriz Nogueira' }).click();
    await heading('Beatriz Nogueira');
  });

  it('shows what was sold as a chart, and as a table for those who read it', async () => {
    await open('/dashboard?from=2026-11-01&to=2026-11-20&currency=EUR');
    await page.locator('.figure', { hasText: 'Lucro' }).getByText('5% do faturamento').waitFor();
    await page.locator('.figure', { hasText: 'Devolvido' }).getByText('R$ 35,00').waitFor();
    expect(server.inputsOf(reports.getOverview)).toEqual([{ from: '2026-11-01', to: '2026-11-20', currency: 'EUR' }]);
    await page
      .getByRole('table', { name: 'Por produto' })
      .getByRole('row', { name: /Curso de pão.*100%/ })
      .waitFor();
    await page.locator('.recharts-bar-rectangle').first().waitFor();
    expect(await listViolations(page)).toEqual([]);

    await button('Ver tabela').click();

    await page.getByRole('row', { name: '01/11/2026 1 R$ 199,00 −R$ 1,50' }).waitFor();
    expect(await listViolations(page)).toEqual([]);
  });

  it('asks for nothing that this administrator may not see', async () => {
    await open('/dashboard', ['isDashboardAvailable', 'isManagersAvailable']);

    const shortcuts = page.getByRole('navigation', { name: 'Ir para' }).getByRole('link');
    await expect
      .poll(() => shortcuts.allTextContents())
      .toEqual(['Gerentes', 'Lucro', 'Contabilidade'].map((name) => expect.stringContaining(name)));
    for (const procedure of [people.listUsers, people.listFunctionaries, settings.listDomains, inbox.listItems])
      expect([procedure.name, server.inputsOf(procedure)]).toEqual([procedure.name, []]);
    const menu = page.getByRole('navigation').first().getByRole('link');
    await expect
      .poll(() => menu.allTextContents())
      .toEqual([
        ...[expect.stringMatching(/^Pendências/), 'Visão geral', 'Gerentes', 'Faturamento', 'Lucro'],
        ...['Garantias liberadas', expect.stringMatching(/^Contabilidade/)],
      ]);
  });

  it('keeps a page closed whose permission is missing', async () => {
    await open('/platform-settings', ['isDashboardAvailable']);

    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(server.inputsOf(settings.getSettings)).toEqual([]);
    expect(await fieldCount()).toBe(0);
  });
  const fieldCount = () => page.getByRole('textbox').count();
});

describe('every page', () => {
  const PAGES = [
    ['/dashboard', 'Visão geral', 'Overview'],
    ['/manage-users', 'Usuários', 'Users'],
    [`/manage-users/${BEATRIZ!.id}`, 'Beatriz Nogueira', 'Beatriz Nogueira'],
    ['/manage-functionaries', 'Funcionários', 'Staff'],
    ['/manage-managers', 'Gerentes', 'Managers'],
    ['/platform-settings', 'Configurações', 'Settings'],
    ['/customization?tab=visuals', 'Personalização', 'Customization'],
    ['/domains', 'Domínios', 'Domains'],
  ] as const;
  judgeScreens({
    screens: PAGES,
    open: async ([path, title, english], { locale }) => {
      await open(path);
      await heading(locale === 'en' ? english : title);
      await settle();
    },
  });
});

describe('the dialogs', () => {
  it('of permissions can be used by everybody', async () => {
    await open('/manage-functionaries', without('isSalesAvailable'));
    await button('Convidar').click();
    await dialog().waitFor();

    expect(await listViolations(page)).toEqual([]);
  });
});

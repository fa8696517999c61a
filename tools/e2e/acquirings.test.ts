/** Tests the administrators' pages about connections and routes of payments, and the masters' pages about events and calls. */
import type { AdminPermission } from '@feira/schemas/options';
import { ADMIN_PERMISSIONS } from '@feira/schemas/options';
import * as routing from '@feira/schemas/procedures/routing';
import * as system from '@feira/schemas/procedures/system';
import * as webhooks from '@feira/schemas/procedures/webhooks';
import { describe, expect, it } from 'vitest';
import {
  type AcquiringsWorld,
  ASAAS,
  answerAcquirings,
  answerLogs,
  createAcquirings,
  createStatus,
  PAGARME,
  PAYMENT,
} from './acquirings-world.ts';
import { answerAdmin, createWorld as createAdminWorld, createSession } from './admin-world.ts';
import { dialog, openContext, PHONE, page, said } from './browser-page.ts';
import { answerReads, createWorld as createMasterWorld, OPERATED } from './dashboards-world.ts';
import { Refused, screens, server, setUpScreens } from './faked-screens.ts';
import { judgeScreens } from './looks.ts';
import { listViolations } from './violations.ts';

const PATH = '/platform-settings/acquirings';

let world: AcquiringsWorld;
setUpScreens({
  look: { permissions: ['clipboard-read', 'clipboard-write'] },
  answer: () => {
    world = createAcquirings();
  },
});

const openAdmin = async (search = '', permissions: readonly AdminPermission[] = ADMIN_PERMISSIONS) => {
  answerAdmin(server, createAdminWorld(), createSession(permissions));
  answerAcquirings(server, world);
  await page.goto(`${screens.url}/admin-root${PATH}${search}`);
};
const openMaster = async (search = '') => {
  answerReads(server, createMasterWorld(), ['master']);
  answerAcquirings(server, world);
  answerLogs(server, world);
  await page.goto(`${screens.url}/master-root/webhook-logs${search}`);
};
const eventOf = (index: number) => `?event=${world.webhooks[index]!.id}`;
const button = (name: string | RegExp) => page.getByRole('button', { name });
const tab = (name: string) => page.getByRole('tab', { name });
const textBy = (name: string) => page.getByRole('group', { name, exact: true }).locator('pre');

describe('the health of connections', () => {
  it('tells which one serves, rests or is off, what went wrong and what that means', async () => {
    await openAdmin();
    const asaas = page.getByRole('region', { name: 'Asaas principal' });
    await asaas.getByText('Descansando').waitFor();

    await expect.poll(() => asaas.getByText(/Descansa até .* O provedor não respondeu\./).count()).toBe(1);
    await expect.poll(() => asaas.getByText('A resposta passou do tempo.', { exact: true }).count()).toBe(1);
    await expect
      .poll(() => asaas.getByText('O provedor disse: “O saldo disponível não cobre este reembolso.”').count())
      .toBe(1);
    await expect.poll(() => asaas.getByText('92,5%').count()).toBe(1);
    await page.getByRole('region', { name: 'Pagar.me' }).getByText('Atendendo').waitFor();
    await page.getByRole('region', { name: 'Reserva' }).getByText('Nenhum pagamento passou por aqui').waitFor();
  });

  it('lets payments through again before the rest is over, and says so', async () => {
    await openAdmin();

    await button('Deixar passar agora Asaas principal').click();

    await said('Asaas principal volta a receber pagamentos.');
    await expect.poll(() => page.getByText('Descansando').count()).toBe(0);
    expect(server.inputsOf(routing.closeCircuit)).toEqual([{ connectionId: ASAAS }]);
  });

  it('keeps the refusal beside what was asked for', async () => {
    await openAdmin();
    server.answer(routing.closeCircuit, () => {
      throw new Refused(404, { code: 'CONNECTION_NOT_FOUND', message: 'Esta conexão não existe.' });
    });

    await button('Deixar passar agora Asaas principal').click();

    await page.getByRole('alert').filter({ hasText: 'Esta conexão não existe.' }).waitFor();
  });

  it('draws a day, a week or a month, and shows the same as a table', async () => {
    await openAdmin();
    const asaas = page.getByRole('region', { name: 'Asaas principal' });
    await asaas.locator('.recharts-bar-rectangle').first().waitFor();

    await button('7 dias').click();
    await page.waitForURL((url) => url.searchParams.get('hours') === '168');
    await asaas.getByRole('button', { name: /Ver tabela/ }).click();

    await expect.poll(() => asaas.locator('.acquiring-table tbody tr').count()).toBe(56);
    expect(server.inputsOf(routing.getHealth)).toEqual([{ hours: '24' }, { hours: '168' }]);
  });

  it('says what to expect where there is no connection, and offers to ask again where nobody answers', async () => {
    let isDown = true;
    answerAdmin(server, createAdminWorld());
    answerAcquirings(server, world);
    server.answer(routing.getHealth, () => {
      if (isDown) throw new Refused(403, { code: 'ACCESS_DENIED', message: 'Você não tem permissão para isso.' });
      return { connections: [] };
    });
    server.answer(routing.listRoutes, () => ({ methods: [], connections: [] }));
    await page.goto(`${screens.url}/admin-root${PATH}`);
    await page.getByText('Você não tem permissão para isso.').waitFor();

    isDown = false;
    await button('Tentar de novo').click();

    await page.getByRole('heading', { name: 'Nenhuma conexão ainda' }).waitFor();
  });

  it('is closed to those who may not change settings', async () => {
    await openAdmin(
      '',
      ADMIN_PERMISSIONS.filter((permission) => permission !== 'isConfigAvailable'),
    );

    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.getByText('Adquirentes').count()).toBe(0);
    expect(server.inputsOf(routing.getHealth)).toEqual([]);
  });
});

describe('routes and decisions', () => {
  it('shows beside each route how it has been doing', async () => {
    await openAdmin('?tab=routes');

    await page.getByText('92,5% de sucesso em 24 horas').waitFor();
    await expect.poll(() => page.getByText('99,9% de sucesso em 24 horas').count()).toBe(1);
  });

  it('explains step by step why a payment went where it went', async () => {
    await openAdmin('?tab=decisions');
    const sale = page.locator('tbody').getByRole('link').first();
    await expect.poll(() => sale.getAttribute('href')).toMatch(/^\/admin-root\/manage-sales\/[0-9a-f-]{36}$/);

    await button(/^Por quê\?/)
      .first()
      .click();

    await expect
      .poll(() => dialog().getByRole('listitem').allTextContents())
      .toEqual([
        'A tentativa anterior falhou, e é certo que não cobrou nada: O provedor não respondeu. O pagamento seguiu para a próxima opção.',
        'As rotas de Pix foram lidas na ordem das opções.',
        'Asaas principal foi pulada: em descanso depois de falhas seguidas.',
        'Pagar.me foi escolhida (opção 2).',
        'Reserva foi pulada: a conexão está desativada.',
        'Foi usada a versão 1.2.0 do provedor, que está em teste com 10% dos pagamentos.',
        'O provedor respondeu, e o pagamento foi aprovado.',
      ]);
    expect(await listViolations(page)).toEqual([]);
    const address = page.url();
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog().count()).toBe(0);
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('Por quê?');

    // The address opens it again, also where the page of the list does not show it.
    await page.goto(`${address}&method=BILLET`);
    await dialog().getByText('Pagar.me foi escolhida (opção 2).').waitFor();
    await page.goto(address.replace(/attempt=.*/, 'attempt=x.y'));
    await dialog().getByRole('heading', { name: 'Decisão não encontrada' }).waitFor();
  });

  it('narrows by what stands in the address', async () => {
    await openAdmin(`?tab=decisions&connection=${PAGARME}&method=CREDIT_CARD`);
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);

    await page.getByRole('searchbox').fill('or_99');
    await page.getByRole('heading', { name: 'Nada com estes filtros' }).waitFor();
    expect(server.inputsOf(routing.listDecisions).at(-1)).toEqual({
      limit: '25',
      connectionId: PAGARME,
      method: 'CREDIT_CARD',
      search: 'or_99',
    });
    await button('Limpar filtros').click();

    await expect.poll(() => page.locator('tbody tr').count()).toBe(3);
  });

  it('is led through by the keyboard', async () => {
    await openAdmin();
    await tab('Saúde').focus();

    await page.keyboard.press('ArrowRight');
    await page.waitForURL((url) => url.searchParams.get('tab') === 'routes');
    await page.keyboard.press('End');

    await page.waitForURL((url) => url.searchParams.get('tab') === 'decisions');
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Decisões');
  });
});

describe('the log of events', () => {
  it('lists states in words, narrows them, and asks for the platform that was chosen', async () => {
    await openMaster(`?platform=${OPERATED}&state=PARKED`);

    await page.getByText('O remetente não provou ser o provedor').waitFor();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    expect(server.inputsOf(webhooks.listWebhooks)).toEqual([{ limit: '25', platformId: OPERATED, state: 'PARKED' }]);
    await page.getByRole('searchbox').fill('nada');
    await page.getByRole('heading', { name: 'Nada com estes filtros' }).waitFor();
    await page.getByText('A busca olha no máximo 31 dias').waitFor();
    await button('Limpar filtros').click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(5);
    expect(new URL(page.url()).search).toBe(`?platform=${OPERATED}`);
  });

  it('opens an event from the list, and goes back to where one was', async () => {
    await openMaster('?state=PROCESSED');

    await page.getByRole('link', { name: 'Ver evento recebido em 20/11/2026 12:30' }).click();
    await page.getByRole('heading', { level: 1, name: 'Evento recebido' }).waitFor();
    await textBy('Corpo').getByText('"long": 12345678901234567890').waitFor();
    await expect.poll(() => textBy('Cabeçalhos').textContent()).toContain('asaas-access-token: ***');
    await button('Como chegou').click();
    await expect.poll(() => textBy('Corpo').textContent()).toBe(world.webhooks[0]!.body);
    await button('Copiar corpo').click();
    await said('Copiado');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(world.webhooks[0]!.body);

    await page.getByRole('link', { name: 'Voltar para a lista' }).click();
    await page.waitForURL((url) => url.search === '?state=PROCESSED');
  });

  it('processes an event again after a dialog that says what happens, and tells the result', async () => {
    await openMaster(eventOf(1));
    await button('Processar de novo').click();
    await dialog().getByText('Nada é pago duas vezes').waitFor();
    expect(server.inputsOf(webhooks.replayWebhook)).toEqual([]);

    await dialog().getByRole('button', { name: 'Processar de novo' }).click();

    await said('Processado de novo: Processado.');
    expect(server.inputsOf(webhooks.replayWebhook)).toEqual([{ webhookId: world.webhooks[1]!.id }]);
    await expect.poll(() => page.getByText('processado de novo 3 vezes').count()).toBe(1);
  });

  it('says why an event cannot be processed again now', async () => {
    await openMaster(eventOf(0));
    server.answer(webhooks.replayWebhook, () => {
      throw new Refused(409, { code: 'WEBHOOK_BUSY', message: 'Este evento ainda está sendo processado.' });
    });
    await button('Processar de novo').click();

    await dialog().getByRole('button', { name: 'Processar de novo' }).click();

    await dialog().getByRole('alert').filter({ hasText: 'Este evento ainda está sendo processado.' }).waitFor();
  });

  it('says that there is no such event, and shows what is no text as such', async () => {
    await openMaster('?event=01930000-0000-7000-8000-999999999999');
    await page.getByText('Este evento não existe.').waitFor();

    await page.goto(`${screens.url}/master-root/webhook-logs${eventOf(2)}`);
    await page.getByText('O corpo não é texto e não pode ser mostrado.').waitFor();
    await expect.poll(() => button('Copiar corpo').count()).toBe(0);
  });
});

describe('the log of calls', () => {
  it('shows those that failed alone, with what that means, and those of an event’s payment', async () => {
    await openMaster(eventOf(0));
    await page.getByRole('link', { name: 'Ver chamadas deste pagamento' }).click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(3);
    expect(server.inputsOf(webhooks.listExchanges).at(-1)).toEqual({ limit: '25', search: PAYMENT });

    await page.getByRole('switch', { name: 'Só as que falharam' }).click();

    await expect.poll(() => page.locator('tbody tr').count()).toBe(2);
    await expect.poll(() => page.getByText('O provedor não aceitou o pedido').count()).toBe(1);
    await expect.poll(() => page.getByText('O saldo disponível não cobre este reembolso.').count()).toBe(1);
    await tab('Recebidos').click();
    await page.getByRole('searchbox', { name: 'Buscar por id, nome do evento ou pagamento' }).waitFor();
  });
});

const ROUTES: Record<string, () => Promise<void>> = {
  connections: () => openAdmin(),
  decisions: () => openAdmin('?tab=decisions'),
  events: () => openMaster(),
  calls: () => openMaster('?tab=calls'),
  event: () => openMaster(eventOf(4)),
};
judgeScreens({
  screens: Object.keys(ROUTES),
  open: async (screen) => {
    await ROUTES[screen]!();
    await page.locator('.recharts-bar-rectangle, tbody td a, tbody td code, .record-card, pre').first().waitFor();
  },
});

describe('the status of the system', () => {
  const openStatus = async (status = createStatus()) => {
    answerReads(server, createMasterWorld(), ['master']);
    server.answer(system.getStatus, () => status);
    await page.goto(`${screens.url}/master-root/status`);
  };
  const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });

  it('tells which node is silent, what waits, which provider rests, and what was alerted', async () => {
    await openStatus();

    await rowOf('sp-2:977').getByText('Sem sinal').waitFor();
    await rowOf('sp-2:977').getByText('7,3 s atrasado').waitFor();
    await rowOf('Reembolsos').getByText('1.204').waitFor();
    await rowOf('Reembolsos').getByText('1 hora').waitFor();
    await rowOf('Banco principal (Asaas)')
      .getByText('120 pagos e 41 sem resposta ou recusados, de 200 pedidos')
      .waitFor();
    await rowOf('circuit-open').waitFor();
    await rowOf('refunds.notify').waitFor();
    await rowOf('19/11/2026').waitFor();
    await rowOf('Auditoria dos livros').getByText('2 problemas').waitFor();
    await rowOf('Cópia do banco').getByText('Desconhecido').waitFor();
    expect(await listViolations(page)).toEqual([]);
  });

  it('says what is held since a restore, and lets a master release it', async () => {
    const status = createStatus();
    await openStatus(status);
    server.answer(system.releaseOutgoing, () => {
      Object.assign(status.installation ?? {}, { hold: null });
      return {};
    });

    await rowOf('Saques').getByText('Em consulta no provedor').waitFor();
    await page.getByText('failover').waitFor();
    await page.getByRole('button', { name: 'Liberar as saídas' }).click();
    expect(await listViolations(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Liberar as saídas' }).click();

    await page.getByText('failover').waitFor({ state: 'detached' });
  });

  it('fits a phone, and leaves machines to the operator of the platform', async () => {
    await openContext({ viewport: PHONE });
    await openStatus({ ...createStatus(), installation: null });

    await page.getByText('são vistos por quem opera esta plataforma').waitFor();
    await expect.poll(() => page.getByText('sp-1:4021').count()).toBe(0);
    expect(await listViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  });
});

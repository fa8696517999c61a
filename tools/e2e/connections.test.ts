/** Tests the masters' pages about a platform's accounts at providers, over answers that each test gives. */
import type { Procedure } from '@feira/schemas/procedure';
import * as connections from '@feira/schemas/procedures/connections';
import { setConnectionCosts } from '@feira/schemas/procedures/fees';
import { previewRoutes, setRoutes } from '@feira/schemas/procedures/routing';
import { getSession, reauthenticate } from '@feira/schemas/procedures/session';
import { describe, expect, it } from 'vitest';
import { answerAdmin, createWorld as createAdminWorld, createSession } from './admin-world.ts';
import { button, context, dialog, heading, PHONE, page } from './browser-page.ts';
import {
  ACME,
  answerConnections,
  BANK,
  type ConnectionsWorld,
  createConnectionsWorld,
  createRollout,
  FILED,
  idOf,
  PLATFORM,
} from './connections-world.ts';
import { Refused, screens, server, setUpScreens } from './faked-screens.ts';
import { judgeScreens, settle } from './looks.ts';
import { compare, PROPOSAL_ID } from './money-rules-world.ts';
import { listViolations } from './violations.ts';

const BASE = `/master-root/platforms/${PLATFORM}`;

let world: ConnectionsWorld;
setUpScreens({
  answer: () => {
    world = createConnectionsWorld();
  },
});

async function open(address: string): Promise<void> {
  answerConnections(server, world);
  await page.goto(screens.url + BASE + address);
}

const lastInput = (procedure: Procedure) => server.inputsOf(procedure).at(-1);
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
const acme = () => world.connections.find(({ id }) => id === ACME)!;

describe('the list of connections', () => {
  it('says of each what wants an eye, and leads to it', async () => {
    acme().rollout = createRollout(9);
    acme().test = null;
    await open('?part=connections');
    const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
    await row('Acme principal').getByText('10% na versão 1.5.0').waitFor();
    await row('Acme principal').getByText('Sem teste', { exact: true }).waitFor();
    await expect.poll(() => row('Pix do Banco Sul').getByText('Sem teste', { exact: true }).count()).toBe(0);
    await row('Pix do Banco Sul')
      .getByText(/Certificado vence em 12 dias, em \d{2}\/\d{2}\/\d{4}/)
      .waitFor();
    await row('Acme reserva').getByText('Gerida por arquivo').waitFor();
    await row('Acme reserva').getByText('Desativada').waitFor();

    await page.getByRole('link', { name: 'Pix do Banco Sul' }).click();

    await heading('Pix do Banco Sul');
    await page.getByRole('link', { name: 'Conexões de Flores' }).click();
    await row('Acme principal').waitFor();
  });

  it('says what a connection is for where there is none', async () => {
    world.connections = [];
    await open('?part=connections');

    await page.getByRole('heading', { name: 'Esta plataforma ainda não tem conexões' }).waitFor();
    await page.getByRole('link', { name: 'Adicionar conexão' }).click();
    await heading('Nova conexão');
  });

  it('changes the data key after saying what that means', async () => {
    server.answer(connections.rotateKey, () => ({ keyVersion: 3, resealed: 4 }));
    await open('?part=connections');
    await button('Trocar a chave de dados').click();
    await dialog().getByText('tudo o que ela guarda cifrado').waitFor();
    expect(server.inputsOf(connections.rotateKey)).toEqual([]);
    await dialog().getByRole('button', { name: 'Trocar a chave' }).click();

    await page.getByText('Chave trocada: versão 3, 4 valores cifrados de novo.').waitFor();
    expect(lastInput(connections.rotateKey)).toEqual({ platformId: PLATFORM });
  });
});

describe('a new connection', () => {
  it('is made of a provider that is found by name, and told field by field what is missing', async () => {
    server.answer(connections.createConnection, () => ({ connectionId: ACME }));
    await open('/connections/new');
    await page.getByRole('searchbox', { name: 'Buscar provedor por nome' }).fill('pagam');
    await expect.poll(() => page.getByRole('link', { name: 'Banco Sul' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Acme Pagamentos' }).click();
    await button('Criar conexão').click();
    await page.getByText('Corrija 2 campos para criar.').waitFor();
    await expect.poll(() => focused()).toBe('secrets.apiKey');
    expect(server.inputsOf(connections.createConnection)).toEqual([]);

    await page.getByRole('combobox', { name: 'Ambiente' }).selectOption('sandbox');
    await field('Nome da conexão').fill('Acme de testes');
    await page.getByRole('checkbox', { name: 'Boleto' }).uncheck();
    await field('Valor máximo').fill('1.234,56');
    await page.getByLabel('Chave de API', { exact: true }).fill(' segredo-de-teste ');
    await field('E-mail para avisos').fill('avisos@flores.example');
    await field('Espera em segundos (opcional)').fill('30');
    await page.getByRole('switch', { name: 'Aprovação imediata' }).click();
    await button('Criar conexão').click();

    await heading('Acme principal');
    expect(lastInput(connections.createConnection)).toEqual({
      platformId: PLATFORM,
      provider: 'acme',
      version: '1.5.0',
      environment: 'sandbox',
      name: 'Acme de testes',
      methods: ['PIX', 'CREDIT_CARD'],
      limits: { maxAmount: 123_456 },
      settings: { email: 'avisos@flores.example', seconds: 30, isFast: true, outcome: 'done' },
      secrets: { apiKey: 'segredo-de-teste' },
    });
  });

  it("shows the server's word at the field it is about, and asks before it is thrown away", async () => {
    const details = [
      { field: 'secrets.certificate', message: 'Esta senha não abre o arquivo.' },
      { field: 'settings.clientId', message: 'O texto não tem a forma esperada.' },
    ];
    server.answer(connections.createConnection, () => {
      throw new Refused(422, { code: 'CREDENTIALS_INVALID', message: 'Confira as credenciais indicadas.', details });
    });
    await open('/connections/new?provider=banco-sul');
    await field('Identificador do cliente').fill('x');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      button('Escolher arquivo: Certificado').click(),
    ]);
    await chooser.setFiles({ name: 'conta.p12', mimeType: '', buffer: Buffer.from([0x30, 0x82, 0xff]) });
    await page.getByText('conta.p12 será enviado ao salvar.').waitFor();
    await button('Criar conexão').click();

    await page.getByRole('group', { name: 'Certificado' }).getByText('Esta senha não abre o arquivo.').waitFor();
    await page.locator('.form-field', { hasText: 'Identificador' }).getByText('não tem a forma esperada').waitFor();
    expect(lastInput(connections.createConnection)).toMatchObject({
      version: '2.0.0',
      settings: { clientId: 'x' },
      secrets: { certificate: 'MIL/' },
    });
    await page.getByRole('link', { name: 'Conexões de Flores' }).click();
    await dialog().getByText('ainda não foi salvo').waitFor();
    await dialog().getByRole('button', { name: 'Cancelar' }).click();
    await heading('Nova conexão');
  });

  it('keeps what was typed when another version is chosen, and asks who sits there before it is made', async () => {
    let isProved = false;
    server.answer(connections.createConnection, () => {
      if (!isProved) throw new Refused(403, { code: 'REAUTHENTICATION_REQUIRED', message: 'Confirme quem você é.' });
      return { connectionId: ACME };
    });
    server.answer(reauthenticate, () => {
      isProved = true;
      return {};
    });
    await open('/connections/new?provider=acme');
    await page.getByLabel('Chave de API', { exact: true }).fill('segredo-de-teste');
    await field('E-mail para avisos').fill('avisos@flores.example');

    await page.getByRole('combobox', { name: 'Versão' }).selectOption('1.4.0');
    await page.locator('button[aria-busy=false]', { hasText: 'Criar conexão' }).click();
    await dialog().locator('input[type=password]').fill('uma senha bem longa');
    await dialog().locator('input[type=password]').press('Enter');

    await heading('Acme principal');
    expect(lastInput(connections.createConnection)).toMatchObject({
      version: '1.4.0',
      secrets: { apiKey: 'segredo-de-teste' },
    });
    expect(server.inputsOf(connections.createConnection)).toHaveLength(2);
  });

  it('takes no key that is no text', async () => {
    await open('/connections/new?provider=banco-sul');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      button('Escolher arquivo: Chave privada').click(),
    ]);
    await chooser.setFiles({ name: 'conta.key', mimeType: '', buffer: Buffer.from([0x30, 0x82]) });

    await page.getByText('A chave precisa ser um arquivo PEM').waitFor();
  });
});

describe('a connection', () => {
  it('shows no secret, replaces one and removes another', async () => {
    server.answer(connections.updateConnection, () => ({}));
    await open(`/connections/${ACME}`);
    await page.getByRole('group', { name: 'Chave de API' }).getByText('Definida em 12/11/2026').waitFor();
    await expect.poll(() => button('Remover Chave de API').count()).toBe(0);
    await button('Substituir Chave de API').click();
    await expect.poll(() => focused()).toBe('secrets.apiKey');
    await expect.poll(() => page.getByLabel('Chave de API', { exact: true }).getAttribute('type')).toBe('password');
    await button('Salvar alterações').click();
    await page.getByText('Preencha este campo.').waitFor();
    await page.getByLabel('Chave de API', { exact: true }).fill('outra-chave');
    await button('Remover Segredo dos eventos').press('Enter');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Manter a atual: Segredo dos eventos');
    await field('Valor mínimo').fill('5,00');
    await button('Salvar alterações').click();

    await page.getByText('Alterações salvas.').waitFor();
    expect(lastInput(connections.updateConnection)).toEqual({
      platformId: PLATFORM,
      connectionId: ACME,
      limits: { minAmount: 500 },
      secrets: { apiKey: 'outra-chave', webhookSecret: null },
      formVersion: 3,
    });
    await page.getByRole('group', { name: 'Chave de API' }).getByText('Definida em 12/11/2026').waitFor();
  });

  it('that a colleague changed meanwhile keeps that change, and says whose it is', async () => {
    const message = 'Alterado por Bruno em 28/11/26, 15:00 (horário de Brasília).';
    server.answer(connections.updateConnection, ({ formVersion }) => {
      if (formVersion === 4) return {};
      Object.assign(acme(), { limits: { maxAmount: 9_900 }, formVersion: 4 });
      const details = [{ field: 'limits', message }];
      throw new Refused(409, { code: 'EDIT_CONFLICT', message: 'Nada foi salvo.', details });
    });
    await open(`/connections/${ACME}`);
    await field('Valor mínimo').fill('5,00');
    await button('Salvar alterações').click();
    await page.getByText(`Nada foi salvo. ${message}`).waitFor();
    await expect.poll(() => field('Valor mínimo').inputValue()).toBe('5,00');
    await button('Descartar').click();
    await expect.poll(() => field('Valor máximo').inputValue()).toBe('99,00');
    await field('Valor mínimo').fill('5,00');
    await button('Salvar alterações').click();

    await page.getByText('Alterações salvas.').waitFor();
    expect(lastInput(connections.updateConnection)).toMatchObject({
      limits: { minAmount: 500, maxAmount: 9_900 },
      formVersion: 4,
    });
  });

  it('shows whose its certificate is and how long it is good for', async () => {
    await open(`/connections/${BANK}`);

    const group = page.getByRole('group', { name: 'Certificado' });
    await group.getByText('CN=flores.example, O=Flores Ltda').waitFor();
    await group.getByText('CN=Banco Sul AC').waitFor();
    await group.getByText(/\(faltam 12 dias\)/).waitFor();
  });

  it('is switched off only after saying what stops', async () => {
    server.answer(connections.updateConnection, ({ status }) => {
      acme().status = status ?? 'ENABLED';
      return {};
    });
    await open(`/connections/${ACME}`);
    await button('Desativar conexão').click();
    await dialog().getByText('compradores não conseguem pagar assim').waitFor();
    await dialog().getByRole('button', { name: 'Desativar conexão' }).click();

    await button('Ativar conexão').waitFor();
    expect(lastInput(connections.updateConnection)).toEqual({
      platformId: PLATFORM,
      connectionId: ACME,
      status: 'DISABLED',
    });
  });

  it('is switched on after a good test of its credentials', async () => {
    acme().status = 'DISABLED';
    acme().test = null;
    server.answer(connections.testConnection, () => {
      acme().test = { testedAt: '2026-11-20T12:00:00.000Z', code: null, isCurrent: true };
      return { isWorking: true, code: null, message: null, durationMs: 80 };
    });
    server.answer(connections.updateConnection, ({ status }) => {
      acme().status = status ?? 'DISABLED';
      return {};
    });
    await open(`/connections/${ACME}`);
    await page.getByText('Ainda não foi testada.').waitFor();
    await expect.poll(() => button('Ativar conexão').count()).toBe(0);
    expect(await listViolations(page)).toEqual([]);
    await button('Testar agora').click();
    await button('Ativar conexão').click();
    await dialog().getByRole('button', { name: 'Ativar conexão' }).click();

    await button('Desativar conexão').waitFor();
    expect(lastInput(connections.updateConnection)).toEqual({
      platformId: PLATFORM,
      connectionId: ACME,
      status: 'ENABLED',
    });
  });

  it('is switched on without a test only for a reason', async () => {
    acme().status = 'DISABLED';
    acme().test = { testedAt: '2026-11-20T12:00:00.000Z', code: null, isCurrent: false };
    server.answer(connections.updateConnection, ({ status }) => {
      acme().status = status ?? 'DISABLED';
      return {};
    });
    await open(`/connections/${ACME}`);
    await page.getByText('As credenciais mudaram depois do último teste').waitFor();
    await button('Ativar sem teste').click();
    await dialog().getByRole('button', { name: 'Ativar sem teste' }).click();
    await dialog().getByText('Diga por quê').waitFor();
    expect(server.inputsOf(connections.updateConnection)).toEqual([]);
    await dialog().getByRole('textbox', { name: 'Por que sem teste' }).fill('O provedor está em manutenção.');
    await dialog().getByRole('button', { name: 'Ativar sem teste' }).click();

    await button('Desativar conexão').waitFor();
    await page.getByText('Sem teste', { exact: true }).waitFor();
    expect(lastInput(connections.updateConnection)).toEqual({
      platformId: PLATFORM,
      connectionId: ACME,
      status: 'ENABLED',
      untestedReason: 'O provedor está em manutenção.',
    });
  });

  it('is tested, told in plain words, and says where its events go', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    server.answer(connections.testConnection, () => ({
      isWorking: false,
      code: 'UNAUTHORIZED',
      message: 'invalid_api_key',
      durationMs: 1234,
    }));
    await open(`/connections/${ACME}`);
    await button('Testar agora').click();
    await page.getByText('O provedor recusou as credenciais.').waitFor();
    await page.getByText('Resposta do provedor: invalid_api_key').waitFor();
    await page.getByText('Levou 1.234 ms.').waitFor();

    server.answer(connections.testConnection, () => ({ isWorking: true, code: null, message: null, durationMs: 80 }));
    await button('Testar agora').click();
    await page.getByText('Funciona: o provedor respondeu').waitFor();

    await button('Copiar endereço').click();
    await page.getByText('O que fazer').click();
    await page.getByText('Abra a tela de webhooks (ou notificações) na conta de Acme Pagamentos.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(acme().webhookUrl);
  });

  it('that is in use cannot be removed', async () => {
    const message = 'Pagamentos já passaram por esta conexão.';
    server.answer(connections.removeConnection, () => {
      throw new Refused(409, { code: 'CONNECTION_IN_USE', message });
    });
    await open('?part=connections');
    await page.getByRole('link', { name: 'Acme principal' }).click();
    await button('Remover conexão').click();
    await dialog().getByRole('button', { name: 'Remover conexão' }).click();
    await dialog().getByText(message).waitFor();

    server.answer(connections.removeConnection, () => {
      world.connections = world.connections.filter(({ id }) => id !== ACME);
      return {};
    });
    await dialog().getByRole('button', { name: 'Remover conexão' }).click();

    await page.getByRole('link', { name: 'Pix do Banco Sul' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Acme principal' }).count()).toBe(0);
  });

  it('from the configuration file can only be looked at', async () => {
    await open(`/connections/${FILED}`);
    await page.getByText('Esta conexão vem do arquivo de configuração do servidor.').waitFor();

    await expect.poll(() => field('Nome da conexão').isDisabled()).toBe(true);
    await expect.poll(() => button('Substituir Chave de API').isDisabled()).toBe(true);
    for (const name of ['Remover conexão', 'Ativar conexão', 'Começar com 10%'])
      await expect.poll(() => button(name).count()).toBe(0);
    await button('Testar agora').waitFor();
  });

  it('that does not exist is told as such', async () => {
    await open(`/connections/${idOf(999)}`);

    await page.getByRole('heading', { name: 'Esta conexão não existe' }).waitFor();
  });

  it('is told what its provider keeps, for the profit of sales to come', async () => {
    await open(`/connections/${ACME}`);
    await field('Custo percentual, Pix').fill('101');
    await button('Salvar custos').click();
    await page.getByText('Digite de 0 a 100 com até duas casas.').waitFor();
    await field('Custo percentual, Pix').fill('0,85');
    await field('Custo fixo, Boleto').fill('1,99');
    await page.getByText('A mais por parcelamento:').click();
    await field('Custo a mais em 12 parcelas').fill('1,5');
    // The head, which stays in sight, covers fields of a page that has scrolled; axe takes them for targets that are too small.
    await page.evaluate('scrollTo(0, 0)');
    expect(await listViolations(page)).toEqual([]);

    await button('Salvar custos').click();
    await button('Salvar mudança').click();

    await page.getByText('Custos salvos.').waitFor();
    expect(lastInput(setConnectionCosts)).toEqual({
      platformId: PLATFORM,
      connectionId: ACME,
      version: 0,
      costs: {
        PIX: { basisPoints: 85, fixed: 0 },
        BILLET: { basisPoints: 0, fixed: 199 },
        CREDIT_CARD: { basisPoints: 0, fixed: 0, installmentBasisPoints: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 150] },
      },
    });
    await expect.poll(() => page.locator('.connection-costs').getByText('R$', { exact: true }).count()).toBe(3);
  });
});

describe('an administrator who may keep connections', () => {
  it('adds one on the own platform, and tests and enables it there', async () => {
    server.answer(connections.createConnection, () => ({ connectionId: ACME }));
    Object.assign(acme(), { status: 'DISABLED', test: null });
    answerConnections(server, world);
    answerAdmin(server, createAdminWorld());
    server.answer(getSession, () => createSession(['isConnectionsAvailable']));
    await page.goto(`${screens.url}/admin-root/platform-settings/connections`);
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Conexões' }).waitFor();
    await page.getByRole('link', { name: 'Pix do Banco Sul' }).waitFor();
    expect(await listViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Adicionar conexão' }).click();
    await page.getByRole('link', { name: 'Acme Pagamentos' }).click();
    await page.getByLabel('Chave de API', { exact: true }).fill('segredo-de-teste');
    await field('E-mail para avisos').fill('avisos@flores.example');
    await button('Criar conexão').click();

    await heading('Acme principal');
    expect(lastInput(connections.createConnection)).not.toHaveProperty('platformId');
    await button('Ativar sem teste').waitFor();
    await expect.poll(() => page.getByRole('heading', { name: 'Versões' }).count()).toBe(0);
    await expect.poll(() => page.getByRole('heading', { name: 'Custos do provedor' }).count()).toBe(0);
  });
});

describe('a change of version', () => {
  it('starts with a share and waits for the servers', async () => {
    server.answer(connections.startRollout, ({ share }) => {
      acme().rollout = createRollout(9, { state: 'PREPARING', share, nodes: { healthy: 1, total: 3 } });
      return { rolloutId: idOf(409) };
    });
    await open(`/connections/${ACME}`);
    await page.getByRole('slider', { name: 'Parte dos pagamentos novos' }).press('ArrowRight');
    await page.getByRole('spinbutton', { name: 'Parte dos pagamentos novos' }).press('ArrowUp');
    await button('Começar com 12%').click();

    await page.getByText('1 de 3 servidores prontos').waitFor();
    expect(lastInput(connections.startRollout)).toEqual({
      platformId: PLATFORM,
      connectionId: ACME,
      version: '1.5.0',
      share: 12,
    });
    await button('Desistir da mudança').click();
    await dialog().getByText('Nada muda para quem compra.').waitFor();
  });

  it('that asks for more than there is says so, and where to give it', async () => {
    const details = [{ field: 'settings.merchantId', message: 'Preencha este campo.' }];
    server.answer(connections.startRollout, () => {
      throw new Refused(422, { code: 'CREDENTIALS_INVALID', message: 'Confira as credenciais indicadas.', details });
    });
    await open(`/connections/${ACME}`);
    await button('Começar com 10%').click();

    await page.getByRole('alert').getByText('merchantId: Preencha este campo.').waitFor();
    await page.getByRole('link', { name: 'Criar conexão nova' }).click();
    await heading('Nova conexão');
  });

  it('is compared, shared out anew and made the only one', async () => {
    acme().rollout = createRollout(9);
    server.answer(connections.changeRollout, ({ action, share }) => {
      if (action === 'share') acme().rollout = createRollout(9, { share: share ?? 0 });
      else Object.assign(acme(), { rollout: null, version: '1.5.0' });
      return {};
    });
    await open(`/connections/${ACME}`);
    const row = page.getByRole('row', { name: /Recusadas/ });
    await row.waitFor();
    await expect.poll(() => row.getByRole('cell').allTextContents()).toEqual(['180 · 12%', '21 · 12,7%']);
    await page.getByRole('spinbutton', { name: 'Parte dos pagamentos novos' }).fill('50');
    await button('Mudar para 50%').click();
    await page.getByText('50% dos pagamentos novos passam pela versão 1.5.0').waitFor();

    await button('Passar tudo para a 1.5.0').click();
    await dialog().getByRole('button', { name: 'Passar tudo' }).click();

    await page.getByText('Acme Pagamentos · Produção · versão 1.5.0').waitFor();
    expect(server.inputsOf(connections.changeRollout)).toEqual([
      { platformId: PLATFORM, connectionId: ACME, action: 'share', share: 50 },
      { platformId: PLATFORM, connectionId: ACME, action: 'promote' },
    ]);
  });

  it('goes back, and the history says why others did', async () => {
    acme().rollout = createRollout(9);
    server.answer(connections.changeRollout, () => {
      const ended = createRollout(9, { state: 'ROLLED_BACK', reason: 'PERSON', endedAt: '2026-11-20T12:00:00.000Z' });
      Object.assign(acme(), { rollout: null, rollouts: [ended, ...acme().rollouts] });
      return {};
    });
    await open(`/connections/${ACME}`);
    await page.getByRole('row', { name: /1\.3\.0 → 1\.3\.9.*falhava mais que a versão atual/ }).waitFor();
    await button('Voltar para a 1.4.0').click();
    await dialog().getByRole('button', { name: 'Voltar', exact: true }).click();

    await page.getByRole('row', { name: /1\.4\.0 → 1\.5\.0.*por decisão de uma pessoa/ }).waitFor();
    expect(lastInput(connections.changeRollout)).toMatchObject({ action: 'rollBack' });
  });
});

describe('routes', () => {
  const pix = () => page.getByRole('form', { name: 'Pix' });

  it('say in a sentence what they mean, and are ordered by keys alone', async () => {
    server.answer(setRoutes, () => ({}));
    await open('?part=routes');
    await pix().getByText('Pix: 70% Acme principal, 30% Pix do Banco Sul (descansando).').waitFor();
    await pix().getByRole('button', { name: 'Descer Acme principal' }).focus();
    await page.keyboard.press('Enter');
    await pix().getByText('Pix: Pix do Banco Sul (descansando); se não atender, Acme principal.').waitFor();
    // The same button still has the focus, so that the next key goes on.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Descer Acme principal');
    await pix().getByText('Acme principal está agora na opção 2 de 3.').waitFor();
    await pix().getByRole('button', { name: 'Salvar alterações' }).click();
    await button('Salvar mudança').click();

    await expect.poll(() => server.inputsOf(setRoutes).length).toBe(1);
    const { method, routes } = lastInput(setRoutes) as { method: string; routes: unknown[] };
    expect(method).toBe('PIX');
    const shared = { weight: 100, conditions: {}, isEnabled: true };
    expect(routes).toEqual([
      { ...shared, connectionId: BANK, priority: 1, weight: 30 },
      { ...shared, connectionId: ACME, priority: 2, weight: 70 },
      // The route that the configuration file declares stays where it is.
      { ...shared, connectionId: FILED, priority: 50 },
    ]);
  });

  it('take conditions, and say which of them cannot be', async () => {
    const message = 'Uma destas ofertas não existe nesta plataforma.';
    const details = [{ field: 'routes.0.conditions.offerIds', message }];
    await open('?part=routes');
    server.answer(previewRoutes, () => {
      throw new Refused(422, { code: 'ROUTE_INVALID', message: 'Confira a rota indicada.', details });
    });
    const card = page.getByRole('form', { name: 'Cartão de crédito' });
    await card.getByText('Cartão de crédito: Acme principal (a partir de R$ 10,00; até 6x; Visa, Elo).').waitFor();
    await card.getByText('Condições').click();
    await card.getByRole('textbox', { name: 'Valor até' }).fill('9,99');
    await card.getByRole('button', { name: 'Salvar alterações' }).click();
    await card.getByText('O valor máximo não pode ser menor que o mínimo.').waitFor();
    expect(server.inputsOf(setRoutes)).toEqual([]);

    await card.getByRole('textbox', { name: 'Valor até' }).fill('500,00');
    await card.getByRole('checkbox', { name: 'Elo' }).uncheck();
    await card.getByRole('textbox', { name: 'Só estas ofertas' }).fill(idOf(7));
    await card.getByText('(de R$ 10,00 a R$ 500,00; até 6x; Visa; só 1 oferta).').waitFor();
    await card.getByRole('button', { name: 'Salvar alterações' }).click();

    await card.getByText(message).waitFor();
    expect(lastInput(previewRoutes)).toMatchObject({
      routes: [{ conditions: { minAmount: 1000, maxAmount: 50_000, cardBrands: ['visa'], offerIds: [idOf(7)] } }],
    });
  });

  it('say who changed them meanwhile, and go on with what was ordered here', async () => {
    await open('?part=routes');
    server.answer(previewRoutes, ({ version, routes }) => {
      if (version === 1) return compare({ routes: [] }, { routes });
      world.routes.methods[0]!.version = 1;
      const details = [{ field: 'routes', message: 'Alterado por Bruno em 27/11/26, 15:00 (horário de Brasília).' }];
      throw new Refused(409, { code: 'EDIT_CONFLICT', message: 'Nada foi salvo.', details });
    });
    server.answer(setRoutes, () => ({ proposalId: PROPOSAL_ID, status: 'APPLIED' as const }));
    await pix().getByRole('button', { name: 'Descer Acme principal' }).click();
    await pix().getByRole('button', { name: 'Salvar alterações' }).click();
    await pix().getByText('Alterado por Bruno em 27/11/26, 15:00').waitFor();
    expect(await listViolations(page)).toEqual([]);
    await pix().getByRole('button', { name: 'Continuar com o que digitei' }).click();
    await pix().getByRole('button', { name: 'Salvar alterações' }).click();
    await button('Salvar mudança').click();

    await expect.poll(() => server.inputsOf(setRoutes)).toMatchObject([{ method: 'PIX', version: 1 }]);
    await expect.poll(() => dialog().count()).toBe(0);
  });

  it('ask before they are left unsaved, also with a form in another part', async () => {
    await open('?part=routes');
    await pix().getByRole('switch', { name: 'Usar Pix do Banco Sul' }).click();
    await page.getByRole('tab', { name: 'Dados' }).click();
    await page.fill('[name=name]', 'Flores do Campo');
    await page.getByRole('link', { name: 'Todas as plataformas' }).click();
    await dialog().getByRole('button', { name: 'Cancelar' }).click();
    // One question for both forms.
    await expect.poll(() => dialog().count()).toBe(0);

    await page.getByRole('tab', { name: 'Rotas' }).click();

    await expect.poll(() => pix().getByRole('switch', { name: 'Usar Pix do Banco Sul' }).isChecked()).toBe(false);
    await page.goBack();
    await dialog().getByRole('button', { name: 'Sair sem salvar' }).waitFor();
    await expect.poll(() => dialog().count()).toBe(1);
  });
});

describe('every page of connections', () => {
  const PAGES = [
    '?part=connections',
    '?part=routes',
    '/connections/new',
    '/connections/new?provider=banco-sul',
    `/connections/${ACME}`,
  ];

  judgeScreens({
    looks: [{ viewport: PHONE }, { colorScheme: 'dark', locale: 'en-US' }],
    screens: PAGES,
    open: async (address) => {
      acme().rollout = createRollout(9);
      await open(address);
      await settle();
    },
  });
});

/** Tests the API keys on the pages of integrations, over answers that each test gives. */
import { API_SCOPES, scopesOf } from '@feira/schemas/api';
import type { Output } from '@feira/schemas/procedure';
import * as keys from '@feira/schemas/procedures/api-keys';
import { list as listIntegrations } from '@feira/schemas/procedures/integrations';
import * as pixels from '@feira/schemas/procedures/pixels';
import * as webhooks from '@feira/schemas/procedures/seller-webhooks';
import { describe, expect, it } from 'vitest';
import { answerAdmin, createWorld as createAdmin } from './admin-world.ts';
import { button, dialog, heading, page } from './browser-page.ts';
import { screens, server, setUpScreens } from './faked-screens.ts';
import { judgeScreens, settle } from './looks.ts';
import { answerSignedIn } from './signed-in.ts';

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const AT = '2026-11-18T15:30:00.000Z';
const RUI = { id: id(33), name: 'Rui', email: 'rui@loja.example' };
const BIA = { id: id(34), name: 'Bia', email: 'bia@loja.example' };
const TOKEN = `feira_live_${'A'.repeat(49)}`;

type Key = Output<typeof keys.listKeys>['keys'][number];

const key = (changes: Partial<Key>): Key => ({
  id: id(1),
  name: 'ERP',
  scopes: ['sales:read', 'refunds:read', 'refunds:write'],
  networks: ['203.0.113.0/24'],
  version: '2026-11-30',
  mode: 'LIVE',
  hint: 'Ab9z',
  owner: RUI,
  isWorking: true,
  createdAt: AT,
  expiresAt: '2027-11-18T15:30:00.000Z',
  revokedAt: null,
  lastUsedAt: AT,
  lastUsedIp: '203.0.113.9',
  oldUntil: null,
  ...changes,
});

let listed: Key[];
let mode: 'LIVE' | 'TEST';

function answer(): void {
  answerSignedIn(server, { person: RUI, roles: ['seller'] });
  server.answer(listIntegrations, () => ({ catalogue: [], connections: [] }));
  server.answer(pixels.listIntegrations, () => ({ networks: [], isListRestricted: false }));
  server.answer(webhooks.list, () => ({ webhooks: [] }));
  server.answer(keys.listKeys, () => ({ keys: listed, mode }));
  server.answer(keys.createKey, () => ({ keyId: id(2), token: TOKEN }));
  server.answer(keys.updateKey, () => ({}));
  server.answer(keys.rollKey, () => ({ token: TOKEN }));
  server.answer(keys.revokeKey, () => ({}));
  server.answer(keys.listRequests, ({ isRefused }) => ({
    items: [
      { id: id(5), call: 'POST /v1/offers', status: 200, code: null, ip: '203.0.113.9', duration: 12, createdAt: AT },
      {
        id: id(6),
        call: 'GET /v1/sales/{saleId}',
        status: 404,
        code: 'SALE_NOT_FOUND',
        ip: '203.0.113.9',
        duration: 4,
        createdAt: AT,
      },
    ].filter(({ code }) => !isRefused || code),
    next: null,
  }));
}

setUpScreens({
  answer: () => {
    mode = 'LIVE';
    listed = [
      key({}),
      key({ id: id(3), name: 'Área de membros', isWorking: false, revokedAt: AT, lastUsedAt: null, networks: [] }),
    ];
    answer();
  },
});

const row = (text: string) => page.getByRole('row').filter({ hasText: text });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const open = (address: string) => page.goto(screens.url + address);

describe('a seller', () => {
  it('makes the first key, chooses what it may do, and sees it once', async () => {
    listed = [];
    mode = 'TEST';
    await open('/platform/integrations');
    await page.getByText('Nenhuma chave ainda').waitFor();
    await page.getByText(/as chaves criadas agora são de teste/).waitFor();
    await button('Criar chave de API').click();
    await dialog().getByRole('button', { name: 'Criar chave' }).click();
    await dialog().getByText('Dê um nome à chave').waitFor();
    expect(server.inputsOf(keys.createKey)).toEqual([]);

    await field('Nome').fill('ERP');
    await dialog().getByRole('radio', { name: 'Escolher' }).check();
    for (const name of [
      'Produtos',
      'Ofertas',
      'Cupons',
      'Funis',
      'Assinaturas',
      'Contestações',
      'Saldo e extrato',
      'Saques',
    ])
      await dialog().getByRole('combobox', { name }).selectOption('NONE');
    for (const name of [
      'Envios',
      'Carrinhos abandonados',
      'Afiliados',
      'Checkout em outros sites',
      'Webhooks',
      'Eventos',
      'Links de pagamento',
      'Clientes',
      'Arquivos',
      'Importações',
    ])
      await dialog().getByRole('combobox', { name }).selectOption('NONE');
    await dialog().getByRole('combobox', { name: 'Reembolsos' }).selectOption('WRITE');
    await field('Redes permitidas').fill('203.0.113.0/24\n198.51.100.7');
    await dialog().getByRole('combobox', { name: 'Validade' }).selectOption('90');
    await dialog().getByRole('button', { name: 'Criar chave' }).click();

    await dialog().getByText(TOKEN).waitFor();
    expect(server.inputsOf(keys.createKey)).toEqual([
      {
        kind: 'SELLER',
        name: 'ERP',
        scopes: ['sales:read', 'refunds:read', 'refunds:write'],
        networks: ['203.0.113.0/24', '198.51.100.7'],
        version: '2026-11-30',
        days: 90,
      },
    ]);
    await button('Já copiei').click();
    await expect.poll(() => page.getByText('feira_live_A').count()).toBe(0);
  });

  it('changes a key as it is, and gives it everything', async () => {
    await open('/platform/integrations');
    await row('ERP').getByText('Permissões escolhidas').waitFor();
    await row('ERP')
      .getByRole('button', { name: /^Editar/ })
      .click();
    expect(await dialog().getByRole('combobox', { name: 'Reembolsos' }).inputValue()).toBe('WRITE');
    expect(await dialog().getByRole('combobox', { name: 'Ofertas' }).inputValue()).toBe('NONE');
    await dialog().getByRole('radio', { name: 'Tudo' }).check();
    await dialog().getByRole('button', { name: 'Salvar' }).click();
    await expect
      .poll(() => server.inputsOf(keys.updateKey))
      .toEqual([
        { keyId: id(1), name: 'ERP', scopes: scopesOf('SELLER'), networks: ['203.0.113.0/24'], version: '2026-11-30' },
      ]);
  });

  it('rolls and revokes a key, and finds nothing to do with one that has ended', async () => {
    await open('/platform/integrations');
    await row('Área de membros').getByText('Revogada').waitFor();
    expect(await row('Área de membros').getByRole('button').count()).toBe(1);
    await row('ERP')
      .getByRole('button', { name: /^Trocar/ })
      .click();
    await dialog().getByRole('combobox', { name: 'A chave antiga ainda funciona por' }).selectOption('72');
    await dialog().getByRole('button', { name: 'Trocar' }).click();
    await dialog().getByText(TOKEN).waitFor();
    expect(server.inputsOf(keys.rollKey)).toEqual([{ keyId: id(1), hours: 72 }]);
    await button('Já copiei').click();

    await row('ERP')
      .getByRole('button', { name: /^Revogar/ })
      .click();
    await dialog().getByRole('button', { name: 'Revogar' }).click();
    await expect.poll(() => server.inputsOf(keys.revokeKey)).toEqual([{ keyId: id(1) }]);
  });

  it('looks up what a key was refused', async () => {
    await open('/platform/integrations');
    await row('ERP')
      .getByRole('button', { name: /^Pedidos/ })
      .click();
    await dialog().getByText('POST /v1/offers').waitFor();
    await dialog().getByRole('checkbox', { name: 'Só recusados' }).check();
    await dialog().getByText('SALE_NOT_FOUND').waitFor();
    await expect.poll(() => dialog().getByText('POST /v1/offers').count()).toBe(0);
  });

  judgeScreens({
    screens: ['/platform/integrations'],
    open: async (address) => {
      answer();
      await open(address);
      await settle();
      await button(/^(Criar chave de API|Create API key)$/).click();
      await dialog().getByRole('radio').nth(2).check();
      await settle();
    },
  });
});

describe('an administrator', () => {
  it('sees whose each key of the platform is, and changes only the own one', async () => {
    answerAdmin(server, createAdmin());
    server.answer(listIntegrations, () => ({ catalogue: [], connections: [] }));
    server.answer(keys.listKeys, () => ({ keys: listed, mode }));
    listed = [key({ owner: BIA, scopes: [...API_SCOPES] })];
    await open('/admin-root/integrations');
    await heading('Chaves de API', 2);
    await row('ERP').getByText('Bia · 1 rede').waitFor();
    await row('ERP').getByRole('button', { name: 'Pedidos ERP' }).waitFor();
    await row('ERP').getByRole('button', { name: 'Revogar ERP' }).waitFor();
    expect(await row('ERP').getByRole('button').count()).toBe(2);
  });
});

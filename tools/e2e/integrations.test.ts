/** Tests the catalogue of integrations, the form that a manifest draws, and the log of a connection, over answers that each test gives. */
import path from 'node:path';
import { readIntegrations } from '@feira/plugin-kit/integration';
import type { IntegrationEvent } from '@feira/schemas/integration';
import type { Output } from '@feira/schemas/procedure';
import { listKeys } from '@feira/schemas/procedures/api-keys';
import * as integrations from '@feira/schemas/procedures/integrations';
import * as pixels from '@feira/schemas/procedures/pixels';
import { listMyProducts } from '@feira/schemas/procedures/products';
import { list as listWebhooks } from '@feira/schemas/procedures/seller-webhooks';
import { describe, expect, it } from 'vitest';
import { answerAdmin, createWorld as createAdmin } from './admin-world.ts';
import { button, dialog, heading, page } from './browser-page.ts';
import { Refused, screens, server, setUpScreens } from './faked-screens.ts';
import { judgeScreens, settle } from './looks.ts';
import { answerSignedIn } from './signed-in.ts';

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const AT = '2026-11-18T15:30:00.000Z';
const CONNECTION = id(1);
const FAILED = id(2);
const TEST = id(3);
const BASE = '/platform/integrations';
const PAGE = `${BASE}?connection=${CONNECTION}`;

type Listed = Output<typeof integrations.list>;
type Delivery = Output<typeof integrations.getDelivery>;

const manifests = await readIntegrations(path.resolve(import.meta.dirname, '../../integrations'));
const catalogue: Listed['catalogue'] = [...manifests.values()].map(({ integration }) => {
  const { id: name, version, category, description, docs, hosts, buyer, form, evidence, events } = integration;
  return {
    id: name,
    version,
    name: integration.name,
    category,
    description,
    docs,
    hosts,
    buyer,
    form: form as unknown as Record<string, unknown>,
    evidence: evidence.level,
    events: Object.keys(events) as IntegrationEvent[],
  };
});

let deliveries: Delivery[];
let connections: Listed['connections'];

const delivery = (changes: Partial<Delivery>): Delivery => ({
  id: FAILED,
  event: 'sale.approved',
  isTest: false,
  saleId: id(9),
  state: 'FAILED',
  problem: 'REFUSED',
  attempts: 2,
  answerStatus: 401,
  answer: 'Invalid API credential',
  attemptedAt: AT,
  nextAttemptAt: null,
  createdAt: AT,
  requests: [
    {
      method: 'POST',
      host: 'api.utmify.com.br',
      path: '/api-credentials/orders',
      body: JSON.stringify({ orderId: id(9), status: 'paid', isTest: false }),
    },
  ],
  ...changes,
});

function answer(): void {
  answerSignedIn(server, { person: { id: id(33), name: 'Rui', email: 'rui@loja.example' }, roles: ['seller'] });
  server.answer(pixels.listIntegrations, () => ({ networks: [], isListRestricted: false }));
  server.answer(listKeys, () => ({ keys: [], mode: 'LIVE' as const }));
  server.answer(listWebhooks, () => ({ webhooks: [] }));
  server.answer(listMyProducts, () => ({ items: [], next: null }));
  server.answer(integrations.list, () => ({ catalogue, connections }));
  server.answer(integrations.get, ({ connectionId }) => {
    const found = connections.find((one) => one.id === connectionId);
    if (!found) throw new Refused(404, { code: 'INTEGRATION_CONNECTION_NOT_FOUND', message: 'Não existe.' });
    const { lastDelivery: _, ...shown } = found;
    return {
      ...shown,
      settings: {},
      secrets: [{ name: 'apiToken', updatedAt: AT }],
      manifest: catalogue.find((one) => one.id === found.integration) ?? null,
      version: 3,
    };
  });
  server.answer(integrations.listDeliveries, ({ state }) => ({
    items: deliveries.filter((one) => !state || one.state === state).map(({ requests: _requests, ...row }) => row),
    next: null,
  }));
  server.answer(integrations.getDelivery, ({ deliveryId }) => deliveries.find((one) => one.id === deliveryId)!);
  server.answer(integrations.create, () => ({ connectionId: CONNECTION }));
  server.answer(integrations.update, () => ({ version: 4 }));
  server.answer(integrations.remove, () => ({}));
  server.answer(integrations.resend, () => ({}));
  server.answer(integrations.sendTest, () => {
    deliveries.unshift(
      delivery({ id: TEST, isTest: true, saleId: null, state: 'SENT', problem: null, answerStatus: 200 }),
    );
    return { deliveryId: TEST };
  });
}

setUpScreens({
  answer: () => {
    connections = [
      {
        id: CONNECTION,
        integration: 'utmify',
        name: 'Tráfego pago',
        events: ['sale.approved', 'sale.refunded'],
        productIds: [],
        isEnabled: true,
        offReason: null,
        failingSince: AT,
        createdAt: AT,
        lastDelivery: { event: 'sale.approved', state: 'FAILED', problem: 'REFUSED', createdAt: AT },
      },
    ];
    deliveries = [delivery({})];
    answer();
  },
});

const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const link = (name: string) => page.getByRole('link', { name, exact: true });
const open = (address: string) => page.goto(screens.url + address);

describe('the catalogue', () => {
  it('shows what is connected first with its state, the own webhook, and finds a system by its words', async () => {
    await open(BASE);
    await page.getByText('Falhando desde 18/11/2026').waitFor();
    const titles = await page.locator('.integration-catalogue h3').allTextContents();
    expect(titles.slice(0, 2)).toEqual(['Conectadas', 'Webhooks']);
    await link('Webhook próprio').waitFor();

    await page.getByRole('searchbox', { name: 'Buscar integração' }).fill('rastreaménto');
    await link('Webhook próprio').waitFor({ state: 'detached' });
    await link('Utmify').waitFor();
  });

  it('connects a system by the form of its manifest, and marks what is missing', async () => {
    await open(`${BASE}?connect=utmify`);
    await page.getByText('api.utmify.com.br').waitFor();
    await button('Conectar').click();
    await page.getByText('Preencha este campo.').first().waitFor();
    expect(server.inputsOf(integrations.create)).toEqual([]);

    await field('Nome').fill('Tráfego pago');
    await page.locator('input[name="secrets.apiToken"]').fill('uma-credencial');
    await page.getByRole('checkbox', { name: 'Pix gerado' }).uncheck();
    await button('Conectar').click();

    await heading('Tráfego pago');
    expect(server.inputsOf(integrations.create)).toEqual([
      {
        kind: 'SELLER',
        integration: 'utmify',
        name: 'Tráfego pago',
        events: ['sale.approved', 'sale.refunded', 'sale.charged_back', 'boleto.created', 'sale.refused'],
        productIds: [],
        isEnabled: true,
        settings: {},
        secrets: { apiToken: 'uma-credencial' },
      },
    ]);
  });
});

describe('the page of a connection', () => {
  it('saves what changed and leaves a stored key alone', async () => {
    await open(PAGE);
    await heading('Tráfego pago');
    await field('Nome').fill('Anúncios');
    await button('Salvar').click();
    await page.getByText('Salvo', { exact: true }).waitFor();

    expect(server.inputsOf(integrations.update)).toMatchObject([
      { connectionId: CONNECTION, version: 3, name: 'Anúncios', secrets: {} },
    ]);
  });

  it('sends a test and shows what became of it, and sends a failed delivery again', async () => {
    await open(PAGE);
    await button('Enviar teste').click();
    await dialog().getByRole('button', { name: 'Enviar teste' }).click();
    await dialog().getByText('Entregue').waitFor();
    expect(server.inputsOf(integrations.sendTest)).toEqual([{ connectionId: CONNECTION, event: 'sale.approved' }]);

    await open(`${PAGE}&open=${FAILED}`);
    await dialog().getByText('Invalid API credential').waitFor();
    await dialog().getByText('POST https://api.utmify.com.br/api-credentials/orders').waitFor();
    await dialog().getByRole('button', { name: 'Enviar de novo' }).click();
    await settle();
    expect(server.inputsOf(integrations.resend)).toEqual([{ deliveryId: FAILED }]);
  });

  it('says that a connection of somebody else does not exist', async () => {
    await open(`${BASE}?connection=${id(99)}`);
    await page.getByText('Esta integração não existe').waitFor();
  });
});

describe('an administrator', () => {
  it('connects a system to the sales of all sellers', async () => {
    answerAdmin(server, createAdmin());
    server.answer(listKeys, () => ({ keys: [], mode: 'LIVE' as const }));
    server.answer(integrations.list, () => ({ catalogue, connections: [] }));
    server.answer(integrations.create, () => ({ connectionId: CONNECTION }));
    await open('/admin-root/integrations');
    await page.getByText('vendas de todos os vendedores').waitFor();
    await link('Utmify').click();
    await page.locator('input[name="secrets.apiToken"]').fill('da-plataforma');
    expect(await page.getByRole('radio', { name: 'Produtos escolhidos' }).count()).toBe(0);
    await button('Conectar').click();
    await page.waitForURL(/connection=/);

    expect(server.inputsOf(integrations.list)[0]).toEqual({ kind: 'PLATFORM' });
    expect(server.inputsOf(integrations.create)).toMatchObject([
      { kind: 'PLATFORM', integration: 'utmify', productIds: [] },
    ]);
  });
});

judgeScreens({
  screens: [BASE, `${BASE}?connect=hotmart-webhook`, PAGE, `${PAGE}&open=${FAILED}`],
  open: async (address) => {
    await open(address);
    await settle();
    if (address.includes('open=')) await dialog().waitFor();
  },
});

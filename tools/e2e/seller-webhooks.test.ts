/** Tests the pages about a seller's webhooks, over answers that each test gives. */
import type { Input, Output } from '@feira/schemas/procedure';
import { listKeys } from '@feira/schemas/procedures/api-keys';
import * as events from '@feira/schemas/procedures/events';
import { list as listIntegrations } from '@feira/schemas/procedures/integrations';
import { listUsers } from '@feira/schemas/procedures/people';
import * as pixels from '@feira/schemas/procedures/pixels';
import { listMyProducts } from '@feira/schemas/procedures/products';
import * as webhooks from '@feira/schemas/procedures/seller-webhooks';
import { describe, expect, it } from 'vitest';
import { answerAdmin, createWorld as createAdmin } from './admin-world.ts';
import { button, dialog, heading, page } from './browser-page.ts';
import { Refused, screens, server, setUpScreens } from './faked-screens.ts';
import { judgeScreens, settle } from './looks.ts';
import { answerSignedIn } from './signed-in.ts';

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const AT = '2026-11-18T15:30:00.000Z';
const HOOK = id(1);
const FAILED = id(2);
const TEST = id(3);
const EVENT = { id: id(5), type: 'sale.approved', createdAt: AT, sellerId: id(33), subjectId: id(9) } as const;
const PAGE = `/platform/integrations/${HOOK}`;

type Webhook = Output<typeof webhooks.get>;
type Delivery = Output<typeof webhooks.getDelivery>;

let webhook: Webhook;
let deliveries: Delivery[];
let listed: Output<typeof webhooks.list>['webhooks'];

const delivery = (changes: Partial<Delivery>): Delivery => ({
  id: FAILED,
  event: 'onBuyApproved',
  isTest: false,
  saleId: id(9),
  state: 'FAILED',
  problem: 'REFUSED',
  attempts: 10,
  answerStatus: 500,
  answer: 'Internal error',
  attemptedAt: AT,
  nextAttemptAt: null,
  createdAt: AT,
  body: JSON.stringify({ id: FAILED, event: 'onBuyApproved', data: { sale: { amount: 9_990 } } }),
  ...changes,
});

function answer(): void {
  const { version: _, oldSecretUntil: __, sellers: ___, ...shown } = webhook;
  answerSignedIn(server, { person: { id: id(33), name: 'Rui', email: 'rui@loja.example' }, roles: ['seller'] });
  server.answer(listIntegrations, () => ({ catalogue: [], connections: [] }));
  server.answer(pixels.listIntegrations, () => ({ networks: [], isListRestricted: false }));
  server.answer(listKeys, () => ({ keys: [], mode: 'LIVE' as const }));
  server.answer(listMyProducts, () => ({
    items: [
      {
        id: id(40),
        name: 'Curso de pão',
        image: null,
        typeProduct: 'DIGITAL' as const,
        status: 'ACTIVE' as const,
        category: 'GASTRONOMY' as const,
        blockReason: null,
        hasDelivery: true,
        offers: 1,
        createdAt: AT,
      },
    ],
    next: null,
  }));
  listed = [{ ...shown, lastDelivery: { state: 'FAILED', problem: 'REFUSED', event: 'onBuyApproved', createdAt: AT } }];
  server.answer(webhooks.list, () => ({ webhooks: listed }));
  server.answer(webhooks.get, ({ webhookId }) => {
    if (webhookId !== HOOK)
      throw new Refused(404, { code: 'SELLER_WEBHOOK_NOT_FOUND', message: 'Este webhook não existe.' });
    return webhook;
  });
  server.answer(webhooks.listDeliveries, ({ state }) => ({
    items: deliveries.filter((one) => !state || one.state === state).map(({ body: _body, ...row }) => row),
    next: null,
  }));
  server.answer(webhooks.getDelivery, ({ deliveryId }) => deliveries.find((one) => one.id === deliveryId)!);
  server.answer(webhooks.create, () => ({ webhookId: HOOK, secret: 'whsec_novo' }));
  server.answer(webhooks.rotateSecret, () => ({ secret: 'whsec_trocado' }));
  server.answer(webhooks.update, () => ({ version: 2 }));
  server.answer(webhooks.replay, () => ({ count: 3 }));
  server.answer(webhooks.remove, () => ({}));
  server.answer(events.listEvents, () => ({ items: [EVENT], next: null }));
  server.answer(events.getEvent, () => ({
    ...EVENT,
    data: { sale: { id: id(9), amount: 9_990 } },
    deliveries: [
      { id: FAILED, webhookId: HOOK, webhookName: 'CRM', state: 'FAILED' as const, answerStatus: 500, attemptedAt: AT },
    ],
  }));
  server.answer(webhooks.resend, () => ({}));
  server.answer(webhooks.sendTest, () => {
    deliveries.unshift(
      delivery({
        id: TEST,
        isTest: true,
        saleId: null,
        state: 'SENT',
        problem: null,
        answerStatus: 200,
        answer: 'recebido',
      }),
    );
    return { deliveryId: TEST };
  });
}

setUpScreens({
  answer: () => {
    webhook = {
      id: HOOK,
      name: 'CRM',
      url: 'https://crm.example/feira',
      events: ['onBuyApproved', 'onRefound'],
      productIds: [],
      sellerIds: [],
      sellers: [],
      isOrdered: false,
      isEnabled: true,
      offReason: null,
      createdAt: AT,
      oldSecretUntil: null,
      version: 1,
    };
    deliveries = [delivery({})];
    answer();
  },
});

const row = (text: string) => page.getByRole('row').filter({ hasText: text });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const open = (address: string) => page.goto(screens.url + address);

describe('the list of webhooks', () => {
  it('creates one, marks what is missing, and shows its secret once', async () => {
    listed = [];
    await open('/platform/integrations');
    await page.getByText('Nenhum webhook ainda').waitFor();
    await button('Novo webhook').click();
    expect(page.url()).toContain('new=webhook');
    await dialog().getByRole('button', { name: 'Criar webhook' }).click();
    await dialog().getByText('Dê um nome ao webhook.').waitFor();
    await dialog().getByText('Escolha pelo menos um evento.').waitFor();
    expect(server.inputsOf(webhooks.create)).toEqual([]);

    await field('Nome').fill('CRM');
    await field('Endereço').fill('https://crm.example/feira');
    await dialog().getByRole('checkbox', { name: 'Venda aprovada' }).check();
    await dialog().getByText('Nomes anteriores').click();
    await dialog().getByRole('checkbox', { name: 'Compra aprovada' }).check();
    await dialog().getByRole('radio', { name: 'Produtos escolhidos' }).check();
    await dialog().getByRole('checkbox', { name: 'Curso de pão' }).check();
    await dialog().getByRole('button', { name: 'Criar webhook' }).click();

    await dialog().getByText('whsec_novo').waitFor();
    expect(server.inputsOf(webhooks.create)).toEqual([
      {
        name: 'CRM',
        url: 'https://crm.example/feira',
        events: ['sale.approved', 'onBuyApproved'],
        productIds: [id(40)],
        sellerIds: [],
        isOrdered: false,
        owner: 'SELLER',
        isEnabled: true,
      },
    ]);
    await button('Já guardei').click();
    await heading('CRM');
    await expect.poll(() => page.getByText('whsec_').count()).toBe(0);
  });

  it('says what became of the last delivery, and leads to the webhook', async () => {
    await open('/platform/integrations');
    await row('CRM').getByText('Ligado').waitFor();
    await row('CRM').getByText('2 eventos').waitFor();
    await row('CRM').getByText('Falhou').waitFor();
    await page.getByRole('link', { name: 'CRM' }).click();
    await heading('CRM');
  });
});

describe('a webhook', () => {
  it('is changed in the version that was read', async () => {
    await open(PAGE);
    await field('Nome').fill('ERP');
    await page.getByRole('switch', { name: 'Enviar eventos' }).click();
    await button('Salvar alterações').click();

    await expect
      .poll(() => server.inputsOf(webhooks.update))
      .toMatchObject([
        { webhookId: HOOK, version: 1, name: 'ERP', isEnabled: false, events: ['onBuyApproved', 'onRefound'] },
      ]);
  });

  it('shows the answer to a test, and sends again what failed', async () => {
    await open(PAGE);
    await button('Enviar evento de teste').click();
    await dialog().getByRole('combobox', { name: 'Evento' }).selectOption('onRefound');
    await dialog().getByRole('button', { name: 'Enviar teste' }).click();
    await dialog().getByText('recebido').waitFor();
    expect(server.inputsOf(webhooks.sendTest)).toEqual([{ webhookId: HOOK, event: 'onRefound' }]);
    expect(page.url()).toContain(`open=${TEST}`);
    await dialog().getByRole('button', { name: 'Fechar' }).click();

    await row('Falhou').getByRole('button', { name: 'Ver detalhes' }).click();
    await dialog().getByText('Internal error').waitFor();
    await dialog().getByText('"amount": 9990').waitFor();
    await dialog().getByRole('button', { name: 'Enviar de novo' }).click();
    await expect.poll(() => server.inputsOf(webhooks.resend)).toEqual([{ deliveryId: FAILED }]);
  });

  it('gets a period again', async () => {
    await open(PAGE);
    await button('Reenviar um período').click();
    await dialog().getByRole('radio', { name: 'Últimos 7 dias' }).check();
    await dialog().getByRole('button', { name: 'Reenviar' }).click();
    await dialog().getByText('3 eventos estão na fila.').waitFor();
    const [input] = server.inputsOf(webhooks.replay) as Input<typeof webhooks.replay>[];
    const { from, to, ...sent } = input!;
    expect(sent).toEqual({ webhookId: HOOK, which: 'MISSED' });
    expect(Date.parse(to) - Date.parse(from)).toBe(7 * 24 * 3_600_000);
  });

  it('gets a new secret, which is shown once', async () => {
    await open(PAGE);
    await button('Trocar segredo').click();
    await dialog().getByText('também assina por 24 horas').waitFor();
    expect(server.inputsOf(webhooks.rotateSecret)).toEqual([]);
    await dialog().getByRole('button', { name: 'Trocar segredo' }).click();
    await dialog().getByText('whsec_trocado').waitFor();
    await button('Já guardei').click();
    await expect.poll(() => page.getByText('whsec_').count()).toBe(0);
    // The second dialog took the place of the first, whose button had the focus.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Trocar segredo');
  });

  it('says why it was switched off, and is deleted after a question', async () => {
    webhook = { ...webhook, isEnabled: false, offReason: 'FAILING' };
    await open(PAGE);
    await page.getByText('Nada chegou a este endereço por três dias.').waitFor();
    await button('Excluir webhook').click();
    await dialog().getByRole('button', { name: 'Excluir' }).click();
    await heading('Integrações');
    expect(server.inputsOf(webhooks.remove)).toEqual([{ webhookId: HOOK, version: 1 }]);
  });

  it('of somebody else does not exist', async () => {
    await open(`/platform/integrations/${id(99)}`);
    await page.getByText('Este webhook não existe').first().waitFor();
  });
});

describe('the list of events', () => {
  const LIST = '/platform/integrations/events';

  it('opens one with what became of it, and leads to the webhook', async () => {
    await open('/platform/integrations');
    await page.getByRole('link', { name: 'Ver todos os eventos' }).click();
    await heading('Eventos');
    await row('Venda aprovada').getByRole('button', { name: 'Ver detalhes' }).click();
    await dialog().getByText('"amount": 9990').waitFor();
    await dialog().getByRole('link', { name: 'CRM' }).click();
    await heading('CRM');
  });

  it('is searched by type and by what it is about', async () => {
    await open(`${LIST}?type=sale.approved&subject=${id(9)}`);
    await row('Venda aprovada').waitFor();
    expect(server.inputsOf(events.listEvents).at(-1)).toMatchObject({
      owner: 'SELLER',
      type: 'sale.approved',
      subjectId: id(9),
    });
    await open(`${LIST}?subject=ana`);
    await page.getByText('Isto não é um identificador').waitFor();
  });
});

describe('an administrator', () => {
  it('finds the sellers of whom a webhook of the platform hears, and takes one back', async () => {
    const world = createAdmin();
    const [beatriz, , dora] = world.users;
    answerAdmin(server, world);
    webhook = { ...webhook, sellerIds: [beatriz!.id], sellers: [{ id: beatriz!.id, name: beatriz!.name }] };
    server.answer(webhooks.update, () => ({ version: 2 }));
    await open(`/admin-root/integrations/${HOOK}`);
    const box = (names: string) => page.getByRole('combobox', { name: `Vendedores: ${names}`, exact: true });
    await box(beatriz!.name).fill('dora');
    await page.getByRole('option', { name: dora!.name }).click();
    await box(`${beatriz!.name}, ${dora!.name}`).fill('');
    await page.getByRole('option', { name: beatriz!.name }).click();
    await box(dora!.name).waitFor();
    await page.keyboard.press('Escape');
    await button('Salvar alterações').click();
    await expect.poll(() => server.inputsOf(webhooks.update)).toMatchObject([{ sellerIds: [dora!.id] }]);
    expect(server.inputsOf(listUsers)).toContainEqual({ role: 'seller', limit: '20', search: 'dora' });
  });
});
judgeScreens({
  screens: [
    '/platform/integrations',
    '/platform/integrations?new=webhook',
    PAGE,
    `${PAGE}?open=${FAILED}`,
    '/platform/integrations/events',
    `/platform/integrations/events?open=${EVENT.id}`,
  ],
  open: async (address) => {
    await open(address);
    await settle();
    if (address.includes('?')) await dialog().waitFor();
  },
});

/** Tests the seller's shipments: found by state, chosen, sent together, printed; and the errors of those that could not be marked. */
import type { Output } from '@feira/schemas/procedure';
import * as fulfilment from '@feira/schemas/procedures/fulfilment';
import { getSession } from '@feira/schemas/procedures/session';
import { describe, expect, it } from 'vitest';
import { drawCases } from '../../core/test/draw.ts';
import { button, dialog, heading, openContext, PHONE, page } from './browser-page.ts';
import { answerCatalogue, createCatalogue, id } from './catalogue-world.ts';
import { screens, server, setUpScreens } from './faked-screens.ts';
import { DRAWN, expectNoBarrier, type Look } from './looks.ts';
import { listViolations } from './violations.ts';

type Listed = Output<typeof fulfilment.listShipments>['shipments'][number];

const PAGE = '/platform/shipments';
const SESSION: Output<typeof getSession> = {
  state: 'ACTIVE',
  person: { id: id(900), name: 'Bia Costa', email: 'bia@loja.example' },
  roles: ['seller'],
  heldRoles: ['seller'],
  permissions: [],
  platformName: 'Feira',
  impersonator: null,
  isFactorRequired: false,
};

const TO_SHIP: Listed['shipment'] = {
  state: 'TO_SHIP',
  version: 0,
  obstacle: null,
  carrier: null,
  trackingCode: null,
  trackingUrl: null,
  shippedAt: null,
  deliveredAt: null,
  returnedAt: null,
};
const SENT: Listed['shipment'] = {
  ...TO_SHIP,
  state: 'SHIPPED',
  version: 1,
  carrier: 'Correios',
  trackingCode: 'AA123456789BR',
  trackingUrl: 'https://rastreio.example/AA123456789BR',
  shippedAt: '2026-11-21T12:00:00.000Z',
};

const createListed = (number: number, changes: Partial<Listed> = {}): Listed => ({
  saleId: `019ab3c4-5d6e-7f80-9123-${(0x7f3a90000000 + number).toString(16)}`,
  buyerName: `Comprador ${number}`,
  city: 'Belo Horizonte',
  state: 'MG',
  items: [{ title: 'Forma de pão artesanal de ferro fundido', quantity: 1 }],
  paidAt: '2026-11-18T15:00:00.000Z',
  shipUntil: '2026-11-26',
  isOverdue: false,
  shipment: TO_SHIP,
  ...changes,
});
const ANA = createListed(1, { buyerName: 'Ana Compradora', isOverdue: true, shipUntil: '2026-11-19' });
const BRUNO = createListed(2, {
  buyerName: 'Bruno Dias de Albuquerque Cavalcanti',
  items: [
    { title: 'Caneca esmaltada', quantity: 3 },
    { title: 'Forma de pão artesanal de ferro fundido', quantity: 1 },
  ],
});
const createShipments = (): Listed[] => [
  ...[ANA, BRUNO, createListed(3), createListed(4)],
  createListed(10, { buyerName: 'Clara Enviada', shipment: SENT }),
  createListed(11, { buyerName: 'Davi Contestou', shipment: { ...SENT, obstacle: 'MONEY_BACK' } }),
];

let shipments: Listed[];
let sender: string | null;
const isIn = (tab: string) => (listed: Listed) =>
  tab === 'OVERDUE' ? listed.isOverdue : listed.shipment.state === tab;

setUpScreens({
  answer: () => {
    shipments = createShipments();
    answerCatalogue(server, createCatalogue());
    server.answer(getSession, () => SESSION);
    server.answer(fulfilment.listShipments, ({ tab, search, after, limit = 25 }) => {
      const found = shipments.filter(
        (listed) => isIn(tab)(listed) && (!search || listed.buyerName.toLowerCase().includes(search)),
      );
      const [start, end] = [Number(after ?? 0), Number(after ?? 0) + Number(limit)];
      return { shipments: found.slice(start, end), next: end < found.length ? String(end) : null };
    });
    server.answer(fulfilment.countShipments, () => {
      const count = (tab: string) => shipments.filter(isIn(tab)).length;
      return {
        TO_SHIP: count('TO_SHIP'),
        OVERDUE: count('OVERDUE'),
        SHIPPED: count('SHIPPED'),
        DELIVERED: 1_000,
        RETURNED: 0,
      };
    });
    server.answer(fulfilment.markShipped, ({ shipments: sent }) => ({
      results: sent.map(({ saleId }) => ({
        saleId,
        error:
          saleId === BRUNO.saleId
            ? { code: 'SHIPMENT_CHANGED', message: 'O envio deste pedido mudou em outra janela. Atualize a página.' }
            : null,
      })),
    }));
    server.answer(fulfilment.markDelivered, ({ shipments: sent }) => {
      shipments = shipments.filter(({ saleId }) => !sent.some((one) => one.saleId === saleId));
      return { results: sent.map(({ saleId }) => ({ saleId, error: null })) };
    });
    server.answer(fulfilment.markReturned, ({ shipments: sent }) => {
      shipments = shipments.filter(({ saleId }) => !sent.some((one) => one.saleId === saleId));
      return { results: sent.map(({ saleId }) => ({ saleId, error: null })) };
    });
    sender = null;
    server.answer(fulfilment.getSender, () => ({ sender }));
    server.answer(fulfilment.printShipments, ({ kind, sender: given = sender }) => {
      sender = given;
      return {
        fileName: kind === 'LABELS' ? 'etiquetas-2026-11-23.pdf' : 'lista-de-separacao-2026-11-23.pdf',
        content: Buffer.from('%PDF-1.3').toString('base64'),
      };
    });
  },
});

const open = (address = PAGE) => page.goto(screens.url + address);
const row = (text: string) => page.getByRole('row').filter({ hasText: text });
const tab = (name: string | RegExp) => page.getByRole('tab', { name });
const choose = (name: string) => page.getByRole('checkbox', { name: new RegExp(name) }).check();

describe('the list of shipments', () => {
  it('stands in the menu, counts each state, and leads to the sale', async () => {
    await open('/platform/dashboard');
    await page.getByRole('link', { name: 'Envios', exact: true }).click();
    await heading('Envios');
    await tab('A enviar 4').waitFor();
    await tab('Atrasados 1').waitFor();
    await tab('Entregues 1.000+').waitFor();
    await row('Ana Compradora').getByText('Atrasado', { exact: true }).waitFor();
    await row('Bruno Dias').getByText('3× Caneca esmaltada, Forma de pão').waitFor();
    await row('Bruno Dias').getByText('Belo Horizonte - MG').waitFor();

    await row('Bruno Dias').getByRole('link', { name: '9000-0002' }).click();
    await page.waitForURL(`**/platform/my-sales/${BRUNO.saleId}`);
  });

  it('keeps the tab and the words in the address, and marks a parcel whose money went back', async () => {
    await open(`${PAGE}?search=ana`);
    await row('Ana Compradora').waitFor();
    await expect.poll(() => row('Bruno').count()).toBe(0);

    await tab(/Enviados/).click();
    await page.getByText('Nada encontrado nesta lista').waitFor();
    await button('Limpar a busca').click();

    await row('Davi Contestou').getByText('Dinheiro devolvido').waitFor();
    await expect
      .poll(() => row('Clara Enviada').getByRole('link', { name: 'AA123456789BR' }).getAttribute('href'))
      .toBe(SENT.trackingUrl);
    expect(new URL(page.url()).search).toBe('?tab=SHIPPED');
  });

  it('opens a sale with one tap on a phone, beside the box that chooses it', async () => {
    await openContext({ viewport: PHONE });
    await open();
    await page.getByRole('listitem').filter({ hasText: 'Ana Compradora' }).getByRole('checkbox').check();
    await page.getByText('1 pedido selecionado').waitFor();
    await page.getByRole('link', { name: /Ana Compradora/ }).click();
    await page.waitForURL(`**/platform/my-sales/${ANA.saleId}`);
  });
});

describe('an overdue order', () => {
  it('is counted on the dashboard, which leads to it', async () => {
    await open('/platform/dashboard');
    await page.getByText('1 pedido passou do prazo de envio.').waitFor();
    await page.getByRole('link', { name: 'Ver os atrasados' }).click();
    await page.waitForURL(`**${PAGE}?tab=OVERDUE`);
    await row('Ana Compradora').waitFor();
    await expect.poll(() => row('Bruno').count()).toBe(0);
  });
});

describe('many at once', () => {
  it('are sent with one carrier and a code each from a pasted table, and each says what became of it', async () => {
    await open();
    await choose('Ana Compradora');
    await choose('Bruno Dias');
    await button('Marcar como enviados').click();
    await button('Salvar e avisar os compradores').click();
    await dialog().getByText('Diga quem leva.').waitFor();
    await dialog().getByLabel('Transportadora').fill('Correios');
    await dialog().getByLabel('Página de rastreio').fill('https://rastreio.example/{codigo}');
    const field = dialog().getByLabel(/Ana Compradora/);
    await field.focus();
    await field.evaluate((element) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', 'AA1\nBB2\n');
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await button('Salvar e avisar os compradores').click();

    await dialog().getByRole('heading', { name: 'Nem todos foram marcados' }).waitFor();
    await dialog().getByRole('listitem').filter({ hasText: 'Bruno Dias' }).getByText('mudou em outra janela').waitFor();
    await dialog().getByRole('listitem').filter({ hasText: 'Ana Compradora' }).getByText('Marcado').waitFor();
    expect(server.inputsOf(fulfilment.markShipped)).toEqual([
      {
        carrier: 'Correios',
        shipments: [
          { saleId: ANA.saleId, version: 0, trackingCode: 'AA1', trackingUrl: 'https://rastreio.example/AA1' },
          { saleId: BRUNO.saleId, version: 0, trackingCode: 'BB2', trackingUrl: 'https://rastreio.example/BB2' },
        ],
      },
    ]);
    await button('Fechar').click();
    await page.getByText('Selecionar os desta página').waitFor();
  });

  it('are marked as delivered, and the list is read anew', async () => {
    await open(`${PAGE}?tab=SHIPPED`);
    await choose('Selecionar os desta página');
    await button('Marcar como entregues').click();
    await dialog().getByRole('button', { name: 'Marcar como entregues' }).click();

    await page.getByText('2 pedidos marcados.').waitFor();
    await page.getByText('Nada a caminho').waitFor();
  });

  it('are marked as come back, on the way or delivered', async () => {
    shipments.push(createListed(12, { shipment: { ...SENT, state: 'DELIVERED', deliveredAt: SENT.shippedAt } }));
    for (const [name, list] of [
      ['SHIPPED', 'Nada a caminho'],
      ['DELIVERED', 'Nenhuma entrega ainda'],
    ] as const) {
      await open(`${PAGE}?tab=${name}`);
      await choose('Selecionar os desta página');
      await button('Marcar como devolvidos').click();
      await dialog().getByRole('button', { name: 'Marcar como devolvidos' }).click();
      await page.getByText(/pedidos? marcados?\./).waitFor();
      await page.getByText(list).waitFor();
    }
  });

  it('are printed, and the sender is asked for once', async () => {
    await open();
    await choose('Selecionar os desta página');
    await button('Etiquetas').click();
    await dialog().getByLabel('Endereço do remetente').fill('Rua do Forno, 12\n01001-000 São Paulo - SP');
    const [labels] = await Promise.all([page.waitForEvent('download'), button('Baixar as etiquetas').click()]);
    expect(labels.suggestedFilename()).toBe('etiquetas-2026-11-23.pdf');
    await dialog().waitFor({ state: 'detached' });

    const [list] = await Promise.all([page.waitForEvent('download'), button('Lista de separação').click()]);
    expect(list.suggestedFilename()).toBe('lista-de-separacao-2026-11-23.pdf');
    expect(server.inputsOf(fulfilment.printShipments)).toEqual([
      {
        kind: 'LABELS',
        saleIds: shipments.slice(0, 4).map(({ saleId }) => saleId),
        sender: 'Rua do Forno, 12\n01001-000 São Paulo - SP',
      },
      { kind: 'PACKING_LIST', saleIds: shipments.slice(0, 4).map(({ saleId }) => saleId) },
    ]);

    await button('Etiquetas').click();
    await expect.poll(() => dialog().getByLabel('Endereço do remetente').inputValue()).toContain('Rua do Forno, 12');
    await Promise.all([page.waitForEvent('download'), button('Baixar as etiquetas').click()]);
    expect(server.inputsOf(fulfilment.printShipments).at(-1)).not.toHaveProperty('sender');
  });
});

const LOOKS: Look[] = [{}, { viewport: PHONE, locale: 'en' }, { colorScheme: 'dark' }];
it.each(drawCases(LOOKS, { short: 1 }))('is readable by all, with the dialog too: %j', DRAWN, async (look) => {
  await openContext(look);
  await open();
  const box = page.getByRole('checkbox').first();
  await box.check();
  await expectNoBarrier('list');

  await button(/^(Marcar como enviados|Mark as shipped)$/).click();
  await dialog().waitFor();
  expect(await listViolations(page)).toEqual([]);
});

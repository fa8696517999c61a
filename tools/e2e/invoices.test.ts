/** Tests fiscal invoices as a seller meets them: connected by a form, found by state and month, issued and canceled at the sale. */
import path from 'node:path';
import { readIntegrations } from '@feira/plugin-kit/integration';
import type { Output, Procedure } from '@feira/schemas/procedure';
import { listKeys } from '@feira/schemas/procedures/api-keys';
import * as invoices from '@feira/schemas/procedures/fiscal-invoices';
import * as integrations from '@feira/schemas/procedures/integrations';
import { getSale } from '@feira/schemas/procedures/sales';
import { describe, expect, it } from 'vitest';
import { button, dialog, heading, page } from './browser-page.ts';
import { answerCatalogue, createCatalogue, id } from './catalogue-world.ts';
import { screens, server, setUpScreens } from './faked-screens.ts';
import { judgeScreens, settle } from './looks.ts';
import { answerSignedIn } from './signed-in.ts';

type Listed = Output<typeof invoices.listInvoices>['items'][number];
type Shown = Output<typeof invoices.getInvoice>;

const AT = '2026-11-20T15:00:00.000Z';
const SALE = id(500);
const ROOT = path.resolve(import.meta.dirname, '../..');
const { integration: focus } = (await readIntegrations(path.join(ROOT, 'integrations'))).get('focus-nfe')!;
const catalogue: Output<typeof integrations.list>['catalogue'] = [
  {
    id: focus.id,
    version: focus.version,
    name: focus.name,
    category: focus.category,
    description: focus.description,
    docs: focus.docs,
    hosts: focus.hosts,
    buyer: focus.buyer,
    form: focus.form as unknown as Record<string, unknown>,
    evidence: focus.evidence.level,
    events: [],
  },
];

const createListed = (number: number, changes: Partial<Listed> = {}): Listed => ({
  id: id(700 + number),
  saleId: SALE,
  buyerName: `Comprador ${number}`,
  state: 'ISSUED',
  amount: 19_700,
  currency: 'BRL',
  number: String(230 + number),
  code: 'DU1M-M2Y',
  problem: null,
  reason: null,
  issuedAt: AT,
  canceledAt: null,
  createdAt: AT,
  ...changes,
});
const REFUSED: Partial<Listed> = {
  state: 'REFUSED',
  number: null,
  code: null,
  issuedAt: null,
  problem: 'REFUSED',
  reason: 'Regime Especial de Tributação ausente/inválido.',
};

const sale: Output<typeof getSale> = {
  id: SALE,
  viewer: 'SELLER',
  createdAt: AT,
  status: 'APPROVED',
  currency: 'BRL',
  offerId: null,
  productId: null,
  customerId: null,
  subscriptionId: null,
  sellerId: id(900),
  sellerName: 'Bia Costa',
  items: [{ title: 'Curso de Pão', unitPrice: 19_700, quantity: 1, isBump: false, isTangible: true }],
  order: {
    paymentId: 'payment000000000000001',
    method: 'PIX',
    settlement: 'EXACT',
    approvedAt: AT,
    expiresAt: AT,
    installments: 1,
    cardBrand: null,
    cardLastDigits: null,
    total: 19_700,
    freight: 0,
    discount: 0,
    methodDiscount: 0,
    amount: 19_700,
    couponCode: null,
    delivery: null,
    upsellOf: null,
  },
  buyer: {
    name: 'Ana Compradora',
    email: 'ana@exemplo.com',
    phone: null,
    document: null,
    hasDocument: false,
    address: null,
  },
  campaign: [],
  referer: null,
  history: [],
  refunds: [],
  requests: [],
  cases: [],
  shipment: null,
  money: {
    paid: 19_700,
    returned: 0,
    parts: [{ part: 'seller', name: 'Bia Costa', isOwn: true, amount: 19_700, rule: null }],
    providerCost: null,
    manager: null,
    own: { amount: 19_700, released: 19_700, anticipated: 0, atReceiver: 0, holds: [] },
    movements: [],
  },
};

let listed: Listed[];
let shown: Shown;

const showing = (changes: Partial<Listed>, more: Partial<Shown> = {}): Shown => {
  const { buyerName: _, currency: __, ...known } = createListed(1, changes);
  return {
    invoice: { ...known, attempts: 1, nextAttemptAt: null, isCanceling: false, pdf: null, xml: null },
    canIssue: false,
    canCancel: false,
    obstacle: null,
    ...more,
  };
};

setUpScreens({
  answer: () => {
    listed = [createListed(1, { buyerName: 'Ana Compradora' }), createListed(2, REFUSED), createListed(3)];
    shown = showing(REFUSED, { canIssue: true });
    answerCatalogue(server, createCatalogue());
    answerSignedIn(server, {
      person: { id: id(900), name: 'Bia Costa', email: 'bia@loja.example' },
      roles: ['seller'],
    });
    server.answer(listKeys, () => ({ keys: [], mode: 'LIVE' as const }));
    server.answer(integrations.list, () => ({ catalogue, connections: [] }));
    server.answer(integrations.create, () => ({ connectionId: id(1) }));
    server.answer(invoices.listInvoices, ({ state }) => ({
      items: listed.filter((one) => !state || one.state === state),
      next: null,
    }));
    server.answer(getSale, () => sale);
    server.answer(invoices.getInvoice, () => shown);
    server.answer(invoices.issue, () => {
      shown = showing({ ...REFUSED, state: 'WAITING', problem: null, reason: null }, { canCancel: true });
      return {};
    });
    server.answer(invoices.cancel, () => {
      shown = showing({ state: 'CANCELED', canceledAt: AT });
      return {};
    });
  },
});

const lastInput = (procedure: Procedure) => server.inputsOf(procedure).at(-1);
const open = (address: string) => page.goto(screens.url + address);
const row = (text: string) => page.getByRole('row').filter({ hasText: text });

describe('the list of invoices', () => {
  it('stands in the menu, filters by state and month, and offers files of the filter', async () => {
    await open('/platform/invoices');
    await heading('Notas fiscais');
    await row('Ana Compradora').getByText('231', { exact: true }).waitFor();
    await row('Comprador 2').getByText('Regime Especial de Tributação').waitFor();

    await open('/platform/invoices?state=REFUSED');
    await row('Comprador 2').waitFor();
    expect(await row('Ana Compradora').count()).toBe(0);
    const file = page.getByRole('link', { name: /CSV/ });
    expect(await file.getAttribute('href')).toContain('/exports/fiscalInvoices.listInvoices?state=REFUSED');
  });
});

describe('the invoice of a sale', () => {
  it('says why it was refused, is issued again, and is canceled after a question', async () => {
    await open(`/platform/my-sales/${SALE}`);
    await page.getByText('Regime Especial de Tributação ausente/inválido.').waitFor();
    await button('Emitir de novo').click();
    await page.getByText('Aguardando', { exact: true }).waitFor();
    expect(lastInput(invoices.issue)).toEqual({ saleId: SALE });

    shown = showing({}, { canCancel: true });
    await page.reload();
    await button('Cancelar nota').click();
    await dialog().getByRole('button', { name: 'Cancelar nota' }).click();
    await page.getByText('Cancelada', { exact: true }).waitFor();
  });
});

describe('an invoicing system', () => {
  it('is connected without events, and asks when to issue', async () => {
    await open('/platform/integrations?connect=focus-nfe');
    await heading('Focus NFe');
    await page.getByRole('textbox', { name: 'Token' }).fill('token-da-empresa');
    await page.getByRole('textbox', { name: 'CNPJ da sua empresa' }).fill('18765499000199');
    await page.getByRole('textbox', { name: 'Inscrição municipal' }).fill('12345');
    await page.getByRole('textbox', { name: 'Código IBGE do município' }).fill('3516200');
    await button('Conectar').click();
    await expect
      .poll(() => lastInput(integrations.create))
      .toMatchObject({
        events: [],
        settings: { issueWhen: 'APPROVAL', environment: 'api', cnpj: '18765499000199' },
        secrets: { token: 'token-da-empresa' },
      });
  });
});

judgeScreens({
  screens: ['/platform/invoices', `/platform/my-sales/${SALE}`, '/platform/integrations?connect=focus-nfe'],
  open: async (address) => {
    await open(address);
    await settle();
  },
});

/** The lists of charges, mails, documents and integrations: what they show, and what they ask for. */
import { listKeys } from '@feira/schemas/procedures/api-keys';
import { listCharges } from '@feira/schemas/procedures/figures';
import { list as listIntegrations } from '@feira/schemas/procedures/integrations';
import { listMails } from '@feira/schemas/procedures/mail';
import * as pixels from '@feira/schemas/procedures/pixels';
import { listDocuments, listPlatformDocuments } from '@feira/schemas/procedures/receivers';
import { listRoutes } from '@feira/schemas/procedures/routing';
import * as webhooks from '@feira/schemas/procedures/seller-webhooks';
import { beforeEach, describe, expect, it } from 'vitest';
import { answerAdmin, createWorld as createAdmin, createSession } from './admin-world.ts';
import { button, dialog, heading, page } from './browser-page.ts';
import { answerReads, createWorld, OPERATED, OWN } from './dashboards-world.ts';
import { screens, server, setUpScreens } from './faked-screens.ts';
import { judgeScreens, settle } from './looks.ts';
import { answerSignedIn } from './signed-in.ts';

setUpScreens({ answer: () => undefined });

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const AT = '2026-11-18T15:30:00.000Z';
const row = (text: string | RegExp) => page.getByRole('row').filter({ hasText: text });

describe('a master', () => {
  function answer(): void {
    answerReads(server, createWorld(), ['master']);
    const charge = {
      createdAt: AT,
      method: 'PIX' as const,
      amount: 19_700,
      currency: 'BRL' as const,
      reason: null,
      connectionName: 'Asaas principal',
      provider: 'asaas',
      transactionId: 'pay_123',
    };
    server.answer(listCharges, ({ platformId }) => ({
      items: [
        {
          ...charge,
          id: id(1),
          platform: { id: OWN, name: 'Feira' },
          paymentId: 'payment000000000000001',
          status: 'APPROVED' as const,
          state: 'ANSWERED',
        },
        {
          ...charge,
          id: id(2),
          platform: { id: OPERATED, name: 'Flores' },
          paymentId: 'payment000000000000002',
          status: 'PENDING' as const,
          state: 'UNKNOWN',
        },
      ].filter(({ platform }) => !platformId || platform.id === platformId),
      next: null,
    }));
    const mail = { createdAt: AT, locale: 'pt-BR' as const, sentAt: null, failure: null, attempts: 1 };
    server.answer(listMails, () => ({
      items: [
        {
          ...mail,
          id: id(3),
          template: 'pix-created',
          recipient: 'a…@example.com',
          state: 'SENT' as const,
          sentAt: AT,
        },
        {
          ...mail,
          id: id(4),
          template: 'newer-than-this-page',
          recipient: 'b…@example.com',
          state: 'FAILED' as const,
          failure: '550',
          attempts: 8,
        },
      ],
      next: null,
      recent: { sent: 12, waiting: 3, failed: 1 },
    }));
  }
  beforeEach(answer);

  it('reads the charges of all platforms as one list, and of one', async () => {
    await page.goto(`${screens.url}/master-root/charges`);
    await heading('Cobranças');
    await row('payment000000000000001').getByText('Feira').waitFor();
    await row('payment000000000000002').getByText('A resposta do provedor se perdeu').waitFor();
    await expect
      .poll(() => page.getByRole('link', { name: 'payment000000000000002' }).getAttribute('href'))
      .toBe(`/master-root/webhook-logs?platform=${OPERATED}&search=payment000000000000002`);

    await page.goto(`${screens.url}/master-root/charges?platform=${OPERATED}&method=PIX`);
    await row('payment000000000000002').waitFor();
    await expect.poll(() => row('payment000000000000001').count()).toBe(0);
    expect(server.inputsOf(listCharges).at(-1)).toEqual({ limit: '25', platformId: OPERATED, method: 'PIX' });
  });

  it('sees which mails were sent and which failed, and looks for a whole address', async () => {
    await page.goto(`${screens.url}/master-root/notifications`);
    await heading('Notificações');
    await row('Código Pix').getByText('Enviado', { exact: true }).waitFor();
    await row('newer-than-this-page').getByText('550').waitFor();
    const search = page.getByRole('searchbox');
    await search.fill('ana');
    await page.getByText('Digite o e-mail inteiro.').waitFor();
    expect(server.inputsOf(listMails).every((input) => !('recipient' in (input as object)))).toBe(true);

    await search.fill('Ana@example.com');

    await expect.poll(() => server.inputsOf(listMails).at(-1)).toMatchObject({ recipient: 'ana@example.com' });
  });

  judgeScreens({
    screens: ['/master-root/charges', '/master-root/notifications'],
    open: async (address) => {
      answer();
      await page.goto(screens.url + address);
      await settle();
    },
  });
});

describe('an administrator', () => {
  const document = {
    id: id(20),
    title: 'Documento de identificação',
    description: null,
    status: 'REFUSED' as const,
    providerStatus: 'REJECTED',
    reason: 'Foto ilegível',
    takesFile: true,
    hasLink: false,
    files: 1,
    sentAt: AT,
  };
  function answer(): void {
    answerAdmin(server, createAdmin(), createSession());
    server.answer(listPlatformDocuments, () => ({
      items: [
        {
          ...document,
          receiverRowId: id(21),
          receiverProvider: 'asaas',
          createdAt: AT,
          person: { id: id(22), name: 'Bia Costa', email: 'bia@loja.example' },
        },
      ],
      next: null,
    }));
    server.answer(listDocuments, () => ({ askedAt: AT, documents: [document] }));
    server.answer(listIntegrations, () => ({ catalogue: [], connections: [] }));
    server.answer(pixels.getPlatformPixels, () => ({
      settings: { facebook: ['123'] },
      pixels: [{ network: 'facebook' as const, pixelCode: '123', savedAt: AT }],
      conversions: [],
      version: 1,
    }));
    server.answer(listRoutes, () => ({ methods: [], connections: [] }));
    server.answer(webhooks.list, () => ({ webhooks: [] }));
    server.answer(listKeys, () => ({ keys: [], mode: 'LIVE' as const }));
  }
  beforeEach(answer);

  it('sees which documents providers want of whom, and opens them', async () => {
    await page.goto(`${screens.url}/admin-root/document-validation?tab=providers`);
    await heading('Validação de documentos');
    await row('Bia Costa').getByText('Foto ilegível').waitFor();
    await button(/^Ver documentos/).click();
    await dialog().getByText('Documento de identificação').first().waitFor();
    expect(server.inputsOf(listDocuments)).toEqual([{ id: id(21) }]);
    const address = page.url();
    expect(new URL(address).searchParams.get('open')).toBe(id(21));
    await page.goBack();
    await dialog().waitFor({ state: 'hidden' });
    await page.goto(address);
    await dialog().getByRole('heading', { name: 'Documentos de Bia Costa' }).waitFor();
  });

  it('sees what the platform works with outside of it', async () => {
    await page.goto(`${screens.url}/admin-root/integrations`);
    await heading('Integrações');
    const part = (name: string) => page.getByRole('region', { name });
    await part('Provedores de pagamento').getByText('Nenhuma conexão ainda.').waitFor();
    await part('Pixels da plataforma').getByText('Navegador e servidor').waitFor();
    await part('Domínios').getByRole('link', { name: 'Abrir domínios' }).waitFor();
  });

  judgeScreens({
    screens: ['/admin-root/document-validation?tab=providers', '/admin-root/integrations'],
    open: async (address) => {
      answer();
      await page.goto(screens.url + address);
      await settle();
    },
  });
});

describe('a seller', () => {
  const NETWORKS = ['facebook', 'tiktok', 'kwai', 'googleAnalytics', 'googleAds'] as const;
  const conversion = {
    id: id(30),
    event: 'Purchase' as const,
    saleId: id(31),
    network: 'facebook' as const,
    pixelCode: '123',
    value: 19_700,
    currency: 'BRL' as const,
    state: 'FAILED' as const,
    attempts: 5,
    problem: 'REFUSED' as const,
    answer: '190',
    createdAt: AT,
    productId: id(32),
    productName: 'Curso de pão',
  };
  function answer(): void {
    answerSignedIn(server, { person: { id: id(33), name: 'Rui', email: 'rui@loja.example' }, roles: ['seller'] });
    server.answer(listIntegrations, () => ({ catalogue: [], connections: [] }));
    server.answer(pixels.listIntegrations, () => ({
      networks: NETWORKS.map((network, index) => ({
        network,
        products: index === 0 ? 2 : 0,
        reporting: index === 0 ? 1 : 0,
        sent: index === 0 ? 40 : 0,
        failed: index === 0 ? 1 : 0,
      })),
      isListRestricted: false,
    }));
    server.answer(pixels.getIntegration, () => ({
      products: [
        {
          productId: id(32),
          name: 'Curso de pão',
          image: null,
          sent: 40,
          failed: 1,
          pixels: [{ pixelCode: '123', savedAt: AT }],
        },
      ],
      conversions: [conversion],
      isListRestricted: false,
    }));
    server.answer(pixels.repeatProductConversion, () => ({}));
    server.answer(webhooks.list, () => ({ webhooks: [] }));
    server.answer(listKeys, () => ({ keys: [], mode: 'LIVE' as const }));
  }
  beforeEach(answer);

  it('goes from the networks to one, and sends again what failed', async () => {
    await page.goto(`${screens.url}/platform/integrations`);
    await heading('Integrações');
    await row('Facebook').getByText('Navegador e servidor').waitFor();
    await row('TikTok').getByText('Sem pixel').waitFor();
    await page.getByRole('link', { name: 'Facebook' }).click();

    await heading('Facebook');
    await row('Curso de pão').getByText('1 falhou').waitFor();
    await button('Enviar de novo').click();

    await expect
      .poll(() => server.inputsOf(pixels.repeatProductConversion))
      .toEqual([{ productId: id(32), conversionId: id(30) }]);
  });

  it('is told of a network that does not exist', async () => {
    await page.goto(`${screens.url}/platform/integrations/orkut`);
    await page.getByText('Esta integração não existe').waitFor();
  });

  judgeScreens({
    screens: ['/platform/integrations', '/platform/integrations/facebook'],
    open: async (address) => {
      answer();
      await page.goto(screens.url + address);
      await settle();
    },
  });
});

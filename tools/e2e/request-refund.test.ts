/** Tests the page of buyers who want their money back: by a mailed link, in both languages, on a phone and a wide screen. */
import type { Output } from '@feira/schemas/procedure';
import { listRefundable, requestRefund, sendRefundLink } from '@feira/schemas/procedures/refunds';
import { describe, expect, it } from 'vitest';
import { drawCases } from '../../core/test/draw.ts';
import { button, heading, openContext, PHONE, page, WIDE } from './browser-page.ts';
import { Refused, screens, server, setUpScreens } from './faked-screens.ts';
import { answerHost, createNotifications, TOKEN } from './host-world.ts';
import { DRAWN, expectNoBarrier, type Look } from './looks.ts';
import { listViolations } from './violations.ts';

type Purchase = Output<typeof listRefundable>['purchases'][number];

const PROTOCOL = 'R261121-ABCDE-FGHJK';

const purchase = (id: string, { amount = 9_990, ...more }: Partial<Purchase> = {}): Purchase => ({
  paymentId: `payment-${id.replace(/[^A-Za-z0-9]/g, '')}`.padEnd(22, '0').slice(0, 22),
  title: `Curso de Pão ${id}`,
  sellerName: 'Maria Vendedora',
  amount,
  leftAmount: amount,
  currency: 'BRL',
  method: 'PIX',
  boughtAt: '2026-11-18T15:00:00.000Z',
  ground: 'LAW',
  groundUntil: '2026-11-26T02:59:59.000Z',
  paidBy: 'PROVIDER',
  request: null,
  isReturned: false,
  ...more,
});

const asked = (state: 'WAITING' | 'GRANTED' | 'DECLINED', more: object = {}) => ({
  protocol: PROTOCOL,
  state,
  createdAt: '2026-11-19T15:00:00.000Z',
  decideBy: null,
  answer: null,
  paidBy: 'PROVIDER' as const,
  ...more,
});

const ALL: Purchase[] = [
  purchase('um'),
  purchase('dois', { ground: 'GUARANTEE', method: 'CREDIT_CARD', amount: 1_234_567 }),
  purchase('três', { ground: 'LATE', groundUntil: null, method: 'BILLET', paidBy: 'SELLER' }),
  purchase('quatro', {
    ground: null,
    groundUntil: null,
    request: asked('WAITING', { decideBy: '2026-11-23T02:59:59.000Z' }),
  }),
  purchase('cinco', { ground: null, groundUntil: null, request: asked('DECLINED', { answer: 'Passou do prazo.' }) }),
  purchase('seis', { ground: null, groundUntil: null, isReturned: true }),
];

const GRANTED: Output<typeof requestRefund> = {
  protocol: PROTOCOL,
  decideBy: null,
  state: 'GRANTED',
  ground: 'LAW',
  paidBy: 'PROVIDER',
};

let purchases: Purchase[];

setUpScreens({
  answer() {
    purchases = ALL;
    answerHost(server, { session: null, notifications: createNotifications() });
    server.answer(sendRefundLink, () => ({}));
    server.answer(listRefundable, () => ({ email: 'ana@example.com', purchases }));
    server.answer(requestRefund, () => GRANTED);
  },
});

const open = () => page.goto(`${screens.url}/request-refund#${TOKEN}`);

describe('without a link', () => {
  it('mails one, and says the same whoever asks', async () => {
    await page.goto(`${screens.url}/request-refund`);
    await heading('Pedir reembolso');
    await button('Receber o link').click();
    await page.getByText('Digite seu e-mail').waitFor();
    await page.getByLabel('E-mail').fill('ana@example.com');
    await button('Receber o link').click();

    await page.getByText('Se houver compras feitas com ana@example.com').waitFor();
    expect(server.inputsOf(sendRefundLink)).toEqual([{ email: 'ana@example.com' }]);
    expect(await listViolations(page)).toEqual([]);
  });

  it('says that an old one has ended, and mails another', async () => {
    server.answer(listRefundable, () => {
      throw new Refused(410, { code: 'TOKEN_INVALID', message: 'Este link expirou ou já foi usado. Peça um novo.' });
    });
    await open();

    await page.getByRole('alert').getByText('Este link expirou').waitFor();
    await button('Receber o link').waitFor();
  });
});

describe('with a link', () => {
  it('keeps its token out of the address', async () => {
    await open();
    await page.getByText('Compras feitas com ana@example.com.').waitFor();
    expect(page.url()).toBe(`${screens.url}/request-refund`);
    expect(server.inputsOf(listRefundable)).toEqual([{ token: TOKEN }]);
  });

  it('shows what may be given back until when, and how the rest stands', async () => {
    await open();
    await page.getByText('Reembolso garantido por lei até 25/11/2026.').waitFor();
    await page.getByText('sem resposta do vendedor em 3 dias, o pedido é aceito').waitFor();
    await page.getByText('o próprio vendedor fará o pagamento a você').waitFor();
    await page.getByText(`Pedido ${PROTOCOL}: o vendedor responde até 22/11/2026.`).waitFor();
    await page.getByText('Resposta do vendedor: Passou do prazo.').waitFor();
    await page.getByText('O valor já foi devolvido.').waitFor();
    await expect.poll(() => page.getByRole('radio').count()).toBe(3);
  });

  it('asks which purchase and why, and gives a protocol', async () => {
    await open();
    await button('Pedir reembolso').click();
    await page.getByText('Escolha uma compra').waitFor();
    await page.getByRole('radio', { name: /Curso de Pão dois/ }).check();
    await button('Pedir reembolso').click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('reason');
    await page.getByLabel('Por quê?').selectOption('Desisti da compra');
    await page.getByLabel('Quer contar mais?').fill('Comprei por engano.');
    await button('Pedir reembolso').click();

    await heading('Seu reembolso foi aceito', 2);
    await page.getByText(PROTOCOL).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('refund-answer');
    await page.getByText('O valor volta para o seu cartão.').waitFor();
    expect(server.inputsOf(requestRefund)).toEqual([
      { token: TOKEN, paymentId: ALL[1]?.paymentId, reason: 'REGRET', note: 'Comprei por engano.' },
    ]);
    expect(await listViolations(page)).toEqual([]);
    await button('Ver as outras compras').click();
    await page.getByRole('radio').first().waitFor();
    await expect.poll(() => server.inputsOf(listRefundable).length).toBe(2);
  });

  it('wants no reason within the days of the law', async () => {
    await open();
    await page.getByRole('radio', { name: /Curso de Pão um/ }).check();
    await page.getByLabel('Por quê? (opcional)').waitFor();
    await button('Pedir reembolso').click();

    await heading('Seu reembolso foi aceito', 2);
    expect(server.inputsOf(requestRefund)).toMatchObject([
      { paymentId: ALL[0]?.paymentId, reason: 'REGRET', note: '' },
    ]);
  });

  it('chooses by itself where there is one purchase, and says until when the seller answers', async () => {
    purchases = [purchase('um', { ground: 'GUARANTEE' })];
    const waiting = { state: 'WAITING', ground: 'GUARANTEE', decideBy: '2026-11-25T02:59:59.000Z' } as const;
    server.answer(requestRefund, () => ({ ...GRANTED, ...waiting }));
    await open();
    await page.getByLabel('Por quê?').selectOption('OTHER');
    await button('Pedir reembolso').click();

    await page.getByText('O vendedor tem até 24/11/2026 para responder. Sem resposta, o pedido é aceito.').waitFor();
  });

  it('says what the server refuses, and keeps what was typed', async () => {
    server.answer(requestRefund, () => {
      throw new Refused(409, { code: 'PAYMENT_DISPUTED', message: 'Este pagamento está em contestação.' });
    });
    await open();
    await page.getByRole('radio', { name: /Curso de Pão um/ }).check();
    await page.getByLabel('Por quê?').selectOption('OTHER');
    await page.getByLabel('Quer contar mais?').fill('Por favor.');
    await button('Pedir reembolso').click();

    await page.getByRole('alert').getByText('Este pagamento está em contestação.').waitFor();
    await expect.poll(() => page.getByLabel('Quer contar mais?').inputValue()).toBe('Por favor.');
  });

  it('tells who bought nothing', async () => {
    purchases = [];
    await open();
    await page.getByText('Não há compras pagas com ana@example.com nesta plataforma.').waitFor();
  });
});

const LOOKS: Look[] = [
  { locale: 'pt-BR', viewport: PHONE, colorScheme: 'light' },
  { locale: 'pt-BR', viewport: WIDE, colorScheme: 'dark' },
  { locale: 'en', viewport: PHONE, colorScheme: 'dark' },
  { locale: 'en', viewport: WIDE, colorScheme: 'light' },
];
it.each(drawCases(LOOKS, { short: 1 }))('fits, and is accessible: %j', DRAWN, async (look) => {
  await openContext(look);
  await open();
  await page.getByRole('radio').first().check();

  await expectNoBarrier('form');
  await page.getByRole('combobox').selectOption('REGRET');
  await page.locator('button[type=submit]').click();
  await page.getByText(PROTOCOL).first().waitFor();
  expect(await listViolations(page)).toEqual([]);
});

/** Tests what a buyer sees of a subscription: the page behind a signed link, without an account, and the cards among the purchases. */
import type { Output } from '@feira/schemas/procedure';
import { listPurchases } from '@feira/schemas/procedures/purchases';
import {
  cancelOwn,
  changeOwnMethod,
  changeOwnPlan,
  getOwn,
  keepOwnPlan,
  listOwn,
  listOwnPlans,
  pauseOwn,
  payOwn,
  resumeOwn,
} from '@feira/schemas/procedures/subscriptions';
import { describe, expect, it } from 'vitest';
import { button, dialog, heading, page, said } from './browser-page.ts';
import { Refused, screens, server, setUpScreens } from './faked-screens.ts';
import { judgeScreens, settle } from './looks.ts';
import { answerSignedIn } from './signed-in.ts';
import { createSubscription, PLANS } from './subscriptions-world.ts';
import { listViolations } from './violations.ts';

type Own = Output<typeof getOwn>;

const TOKEN = 'AAAAAAAAAAAAAAAAAAAAAA.BBBBBBBBBBBBBBBBBBBBBB';
const PAGE = `/subscription#${TOKEN}`;
const FUTURE = '2036-12-20T15:00:00.000Z';

function createOwn(changes: Partial<Own> = {}): Own {
  const { id: _, sellerId: __, buyerName: ___, buyerEmail: ____, ...whole } = createSubscription(1);
  const {
    productId: _o,
    customerId: _c,
    buyerDocument: _d,
    buyerPhone: _p,
    promised: _t,
    version: _v,
    events: _e,
    ...own
  } = whole;
  return {
    ...own,
    token: TOKEN,
    productImage: null,
    periodEnd: FUTURE,
    nextChargeAt: FUTURE,
    supportEmail: 'ajuda@clube.example',
    accessUrl: null,
    methods: ['CREDIT_CARD', 'PIX'],
    cardFrameUrl: '/card-frame/x',
    isCardBarred: false,
    due: null,
    pageView: 'view',
    ...changes,
  };
}

let own: Own;
let plans: typeof PLANS;
const UPGRADE: (typeof PLANS)[number] = {
  ...PLANS[1]!,
  effect: 'NOW',
  at: null,
  credit: 3_327,
  unusedDays: 20,
  charge: 5_663,
  methods: ['CREDIT_CARD', 'PIX'],
};

setUpScreens({
  answer: () => {
    own = createOwn();
    plans = PLANS.map((plan) => (plan.amount === 8_990 ? UPGRADE : plan));
    answerSignedIn(server, {
      person: { id: '019ab3c4-5d6e-7f80-9123-000000000001', name: 'Ana', email: 'ana@exemplo.com' },
      roles: ['customer'],
    });
    server.answer(listPurchases, () => ({ purchases: [], next: null }));
    server.answer(listOwn, () => {
      const {
        offerId: _,
        supportEmail: __,
        methods: ___,
        due: ____,
        accessEndsAt: _____,
        cyclesMade: ______,
        cardFrameUrl: _frame,
        isCardBarred: _barred,
        planned: _planned,
        accessUrl: _access,
        pageView: _view,
        ...listed
      } = own;
      return { items: [listed], next: null };
    });
    server.answer(getOwn, () => own);
    server.answer(listOwnPlans, () => ({ refusal: null, pending: null, planned: null, plans }));
    server.answer(pauseOwn, () => {
      own = { ...own, status: 'PAUSED', pausedAt: '2026-11-20T15:00:00.000Z', accessEndsAt: FUTURE };
      return { status: own.status };
    });
    server.answer(resumeOwn, () => {
      own = createOwn();
      return { status: own.status };
    });
    server.answer(cancelOwn, ({ isAtOnce }) => {
      own = isAtOnce
        ? { ...own, status: 'CANCELED', endedAt: '2026-11-20T15:00:00.000Z', nextChargeAt: null }
        : { ...own, cancelAtPeriodEnd: true, nextChargeAt: null };
      return { status: own.status };
    });
  },
});

const open = (address: string) => page.goto(screens.url + address);

describe("the buyer's page", () => {
  it('opens by the link of a mail, keeps the secret out of the address, and shows charges with their receipts', async () => {
    await open(PAGE);
    await heading('Clube do Pão mensal');
    await page.getByText('20/12/2036, R$ 49,90').waitFor();
    await page.getByText('Visa final 4242, vale até 03/2027').waitFor();
    expect(new URL(page.url()).hash).toBe('');
    expect(server.inputsOf(getOwn)).toEqual([{ token: TOKEN }]);

    const receipts = await page.getByRole('link', { name: /^Baixar recibo/ }).all();

    expect(await Promise.all(receipts.map((link) => link.getAttribute('href')))).toEqual([
      '/checkout/payment/payment000000000000002/receipt.pdf?lang=pt-BR',
      '/checkout/payment/payment000000000000001/receipt.pdf?lang=pt-BR',
    ]);
  });

  it('cancels in two clicks, and says until when the access lasts', async () => {
    await open(PAGE);
    await button('Cancelar assinatura').click();
    await dialog().getByText('Seu acesso vai até 20/12/2036').waitFor();
    await dialog().getByRole('button', { name: 'Cancelar assinatura' }).click();

    await said('Assinatura cancelada. Você não será mais cobrado.');
    expect(server.inputsOf(cancelOwn)).toEqual([{ token: TOKEN, isAtOnce: false, reason: null }]);
    await button('Continuar assinando').click();
    await said('Sua assinatura continua.');
  });

  it('ends at once what nobody paid, and offers to pay it first', async () => {
    own = createOwn({
      status: 'PAST_DUE',
      pastDueSince: '2026-11-20T15:00:00.000Z',
      due: {
        cycle: 3,
        amount: 4_990,
        dueAt: '2026-11-20T15:00:00.000Z',
        paymentId: 'payment000000000000003',
        isOpen: false,
        advice: 'FUNDS',
      },
    });
    await open(PAGE);
    await page.getByText('A cobrança de 20/11/2026, de R$ 49,90, não passou.').waitFor();
    server.answer(payOwn, () => {
      throw new Refused(409, { code: 'SUBSCRIPTION_NOT_DUE', message: 'Nada está vencido.' });
    });
    await button('Pagar com Pix').click();
    await page.getByText('Nada está vencido.').waitFor();
    expect(server.inputsOf(payOwn)).toEqual([{ token: TOKEN, method: 'PIX', pageView: 'view' }]);

    await button('Cancelar assinatura').click();
    await dialog().getByText('o acesso termina agora').waitFor();
    await dialog().getByRole('button', { name: 'Cancelar assinatura' }).click();

    await page.getByText('Terminou em').waitFor();
    expect(server.inputsOf(cancelOwn)).toEqual([{ token: TOKEN, isAtOnce: true, reason: null }]);
  });

  it('asks for another card where the stored one was reported stolen', async () => {
    own = createOwn({ isCardBarred: true });
    await open(PAGE);

    await page.getByText('Seu cartão não pode mais ser cobrado.').waitFor();
    await button('Trocar cartão').waitFor();
    expect(await listViolations(page)).toEqual([]);
  });

  it('leads to the code that is open', async () => {
    own = createOwn({
      due: {
        cycle: 3,
        amount: 4_990,
        dueAt: '2026-11-20T15:00:00.000Z',
        paymentId: 'payment000000000000003',
        isOpen: true,
        advice: null,
      },
    });
    await open(PAGE);

    await expect
      .poll(() => page.getByRole('link', { name: 'Pagar agora' }).getAttribute('href'))
      .toBe('/checkout/payment/payment000000000000003');
  });

  it('is paid in another way from then on', async () => {
    server.answer(changeOwnMethod, ({ method }) => {
      own = { ...own, method, card: null };
      return { status: own.status };
    });
    await open(PAGE);
    await button('Mudar para Pix').click();
    await dialog().getByRole('button', { name: 'Mudar para Pix' }).click();

    await said('Forma de pagamento trocada.');
    expect(server.inputsOf(changeOwnMethod)).toEqual([{ token: TOKEN, method: 'PIX' }]);
    await button('Pagar com cartão').waitFor();
  });

  it('is moved to a dearer plan at the price that stood there, which is shown anew where it has changed', async () => {
    await open(PAGE);
    await button('Mudar de plano').click();
    await dialog().getByLabel('Clube do Pão completo').check();
    await dialog().getByText('Crédito de 20 dias não usados').waitFor();
    await dialog().getByText('−R$ 33,27').waitFor();
    server.answer(changeOwnPlan, () => {
      plans = plans.map((plan) => (plan.offerId === UPGRADE.offerId ? { ...plan, charge: 5_829 } : plan));
      throw new Refused(409, { code: 'PRICE_CHANGED', message: 'O preço mudou.' });
    });
    await dialog().getByRole('button', { name: 'Mudar e pagar R$ 56,63' }).click();
    await dialog().getByText('O preço mudou.').waitFor();
    server.answer(changeOwnPlan, ({ offerId }) => {
      own = { ...own, offerId, title: UPGRADE.title, amount: UPGRADE.amount };
      return { effect: 'NOW' as const, paymentId: 'payment000000000000003' };
    });
    await dialog().getByRole('button', { name: 'Mudar e pagar R$ 58,29' }).click();

    await said('Plano trocado.');
    await heading('Clube do Pão completo');
    expect(server.inputsOf(changeOwnPlan).at(-1)).toEqual({
      token: TOKEN,
      offerId: UPGRADE.offerId,
      expectedCharge: 5_829,
      expectedEffect: 'NOW',
      method: 'CREDIT_CARD',
    });
  });

  it('is moved to a cheaper plan from the next period on, and stays where the buyer changes their mind', async () => {
    server.answer(changeOwnPlan, () => {
      own = {
        ...own,
        planned: { title: 'Clube do Pão anual', amount: 47_900, frequencyInDays: 365, period: 'CALENDAR', at: FUTURE },
      };
      return { effect: 'LATER' as const, paymentId: null };
    });
    server.answer(keepOwnPlan, () => {
      own = { ...own, planned: null };
      return { status: own.status };
    });
    await open(PAGE);
    await button('Mudar de plano').click();
    await dialog().getByLabel('Clube do Pão anual').check();
    await dialog().getByRole('button', { name: 'Confirmar mudança' }).click();
    await said('O novo plano começa em 20/11/2026.');
    await page.getByText('Clube do Pão anual, R$ 479,00 por ano, a partir de 20/12/2036').waitFor();

    await button('Manter o plano atual').click();
    await dialog().getByRole('button', { name: 'Manter o plano atual' }).click();

    await said('O plano continua o mesmo.');
    await expect.poll(() => page.getByText('Próximo plano').count()).toBe(0);
  });

  it('pauses and goes on; a refusal stands in the dialog', async () => {
    await open(PAGE);
    server.answer(pauseOwn, () => {
      throw new Refused(409, { code: 'SUBSCRIPTION_ENDED', message: 'Esta assinatura já terminou.' });
    });
    await button('Pausar').click();
    await dialog().getByRole('button', { name: 'Pausar' }).click();
    await dialog().getByText('Esta assinatura já terminou.').waitFor();
    server.answer(pauseOwn, () => {
      own = { ...own, status: 'PAUSED', pausedAt: '2026-11-20T15:00:00.000Z' };
      return { status: own.status };
    });
    await dialog().getByRole('button', { name: 'Pausar' }).click();
    await said('Assinatura pausada.');

    await button('Retomar').click();

    await said('Assinatura retomada.');
  });

  it('leads whoever has no link, or a wrong one, to the sign-in of customers', async () => {
    server.answer(getOwn, () => {
      throw new Refused(404, { code: 'SUBSCRIPTION_NOT_FOUND', message: 'Assinatura não encontrada.' });
    });
    await open(PAGE);
    await page.getByText('Assinatura não encontrada.').waitFor();

    await expect
      .poll(() => page.getByRole('link', { name: 'Entrar para ver minhas assinaturas' }).getAttribute('href'))
      .toBe('/customer-login');
  });
});

describe('the cards among the purchases', () => {
  it('show the next charge, lead to the page, and cancel in two clicks', async () => {
    await open('/my-purchases');
    const card = page.getByRole('listitem').filter({ hasText: 'Clube do Pão mensal' });
    await card.getByText('Próxima cobrança em 20/12/2036').waitFor();
    await expect.poll(() => card.getByRole('link', { name: /^Ver e gerenciar/ }).getAttribute('href')).toBe(PAGE);

    await card.getByRole('button', { name: /^Cancelar assinatura/ }).click();
    await dialog().getByRole('button', { name: 'Cancelar assinatura' }).click();

    await said('Assinatura Clube do Pão mensal cancelada.');
    await card.getByText('Termina em 20/12/2036').waitFor();
    await expect.poll(() => card.getByRole('button').count()).toBe(0);
  });
});

judgeScreens({
  screens: [PAGE, '/my-purchases'],
  open: async (address) => {
    await open(address);
    await settle();
  },
});

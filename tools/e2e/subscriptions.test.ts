/** Tests the screens of subscriptions: a seller's, the platform's, and the masters' log. */
import type { Procedure } from '@feira/schemas/procedure';
import {
  cancel,
  changePrice,
  getFigures,
  listLogs,
  listSubscriptions,
  resume,
} from '@feira/schemas/procedures/subscriptions';
import { describe, expect, it } from 'vitest';
import { button, dialog, heading, option, page, said } from './browser-page.ts';
import { answerCatalogue, createCatalogue } from './catalogue-world.ts';
import { Refused, screens, server, setUpScreens } from './faked-screens.ts';
import { judgeScreens, settle } from './looks.ts';
import { answerSignedIn } from './signed-in.ts';
import {
  answerSubscriptions,
  createSubscriptions,
  OTHER,
  SALE,
  SELLER,
  type SubscriptionsWorld,
} from './subscriptions-world.ts';

const OWN = '/platform/subscriptions';
const ALL = '/admin-root/subscriptions';
const LOGS = '/master-root/subscription-logs';

let world: SubscriptionsWorld;

setUpScreens({
  answer: () => {
    world = createSubscriptions();
    answerCatalogue(server, createCatalogue());
    answerSignedIn(server, {
      person: { id: SELLER.sellerId, name: SELLER.sellerName, email: 'bia@loja.example' },
      roles: ['seller', 'admin', 'master'],
      permissions: ['isSalesAvailable'],
    });
    answerSubscriptions(server, world);
  },
});

const open = (address: string) => page.goto(screens.url + address);
const inputs = (procedure: Procedure) => server.inputsOf(procedure);
const row = (text: string) => page.getByRole('row').filter({ hasText: text });

describe("a seller's list", () => {
  it('stands in the menu, asks for the own ones alone, and leads to one subscription', async () => {
    await open('/platform/');
    await page.getByRole('link', { name: 'Assinaturas', exact: true }).click();
    await heading('Assinaturas');
    await row('Ana Compradora').getByText('Clube do Pão mensal').waitFor();
    await expect.poll(() => page.getByRole('columnheader', { name: 'Vendedor' }).count()).toBe(0);
    expect(inputs(listSubscriptions)).toEqual([{ limit: '20', sellerId: SELLER.sellerId }]);

    await row('Ana Compradora').getByRole('link', { name: 'Ana Compradora' }).click();

    await page.waitForURL(`**${OWN}/${world.all[0]!.id}`);
    await heading('Clube do Pão mensal');
  });

  it('hands what was asked for on to the files, which never name a seller', async () => {
    await open(`${OWN}?status=ACTIVE&method=CREDIT_CARD&search=ana&from=2026-11-01&to=2026-11-20`);
    await row('Ana Compradora').waitFor();

    for (const format of ['CSV', 'XLSX'])
      await expect
        .poll(() => page.getByRole('link', { name: `Baixar estas assinaturas em ${format}` }).getAttribute('href'))
        .toBe(
          `/exports/subscriptions?from=2026-11-01&to=2026-11-20&status=ACTIVE&method=CREDIT_CARD&search=ana&format=${format.toLowerCase()}&lang=pt-BR`,
        );
  });

  it('leads somebody without a subscription to an offer', async () => {
    world.all.length = 0;
    await open(OWN);
    await heading('Ainda não há assinaturas', 2);

    await page.getByRole('link', { name: 'Criar uma oferta de assinatura' }).click();

    await page.waitForURL('**/platform/my-products');
  });
});

describe('the list of all sellers', () => {
  it('narrows to one seller, and back', async () => {
    await open(`${ALL}?status=PAST_DUE`);
    await row('Maximiliano').getByText('Em atraso desde 20/11/2026').waitFor();
    await page.getByRole('link', { name: `Só as assinaturas de ${OTHER.sellerName}` }).click();
    await page.waitForURL(`**${ALL}?status=PAST_DUE&seller=${OTHER.sellerId}`);
    await expect
      .poll(() => inputs(listSubscriptions).at(-1))
      .toEqual({ limit: '20', status: 'PAST_DUE', sellerId: OTHER.sellerId });

    await page.getByRole('combobox', { name: 'Vendedor' }).click();
    await option('Todos os vendedores').click();

    await page.waitForURL(`**${ALL}?status=PAST_DUE`);
  });

  it('says that nothing matches, which is another thing than that nobody subscribed', async () => {
    await open(`${ALL}?search=ninguem`);
    await heading('Nenhuma assinatura com estes filtros', 2);
    await button('Limpar filtros').click();
    await row('Ana Compradora').waitFor();

    world.all.length = 0;
    await page.reload();

    await heading('Ainda não há assinaturas', 2);
  });
});

describe('the figures', () => {
  it('show revenue, churn with its reasons, and how many of each month stay', async () => {
    await open(OWN);
    await page.getByRole('tab', { name: 'Indicadores' }).click();
    await page.getByText('R$ 2.045,90').waitFor();
    await page.getByText('6,25%').waitFor();
    await page.getByText('Falta de pagamento').waitFor();
    await row('set. de 2026').getByText('85%').waitFor();

    await button('USD').click();

    await expect.poll(() => inputs(getFigures).at(-1)).toMatchObject({ currency: 'USD', sellerId: SELLER.sellerId });
  });
});

describe('one subscription', () => {
  const one = () => world.all[0]!.id;

  it('says what was promised, what was charged and what happened, with the sales behind it', async () => {
    await open(`${OWN}/${one()}`);
    for (const text of [
      '10% com o cupom PAO10, em 2 cobranças',
      'Davi Lima, 30% das 3 primeiras cobranças',
      'Cancela 10 dias depois do vencimento',
      'A cobrança 2 foi recusada na tentativa 1',
      'Visa final 4242, vale até 03/2027',
      'Até a cobrança 1',
    ])
      await page.getByText(text).first().waitFor();
    await page.getByText(/informado pelo provedor · saldo insuficiente/).waitFor();

    await page.getByRole('link', { name: 'Ver venda Cobrança 2', exact: true }).click();

    await page.waitForURL(`**/platform/my-sales/${SALE}`);
  });

  it('is cancelled at the end of the paid period, and goes on again', async () => {
    await open(`${OWN}/${world.all[42]!.id}`);
    world.all[42]!.periodEnd = '2036-11-20T15:00:00.000Z';
    await page.reload();
    await button('Cancelar assinatura').click();
    await dialog()
      .getByRole('radio', { name: /No fim do período pago/ })
      .waitFor();
    await dialog().getByLabel('Motivo (opcional)').fill(' pediu por telefone ');
    await dialog().getByRole('button', { name: 'Cancelar assinatura' }).click();
    await said('A assinatura termina no fim do período pago.');
    expect(inputs(cancel)).toEqual([
      { subscriptionId: world.all[42]!.id, isAtOnce: false, reason: 'pediu por telefone' },
    ]);

    await button('Desfazer o cancelamento').click();
    await dialog().getByRole('button', { name: 'Desfazer o cancelamento' }).click();

    await said('A assinatura continua.');
    expect(inputs(resume)).toHaveLength(1);
  });

  it('is paused and resumed, and offers nothing once it has ended', async () => {
    await open(`${OWN}/${one()}`);
    await button('Pausar').click();
    await dialog().getByRole('button', { name: 'Pausar' }).click();
    await said('Assinatura pausada.');
    await button('Retomar').click();
    await dialog().getByRole('button', { name: 'Retomar' }).click();
    await said('Assinatura retomada.');

    await open(`${OWN}/${world.all[3]!.id}`);
    await page.getByText('Terminou em 01/11/2026').waitFor();
    await expect.poll(() => button('Cancelar assinatura').count()).toBe(0);
  });

  it('costs something else from a day on, which the server tells; its refusal stands in the dialog', async () => {
    await open(`${OWN}/${one()}`);
    await button('Mudar o preço').click();
    await dialog().getByRole('button', { name: 'Mudar o preço' }).click();
    await dialog().getByText('Digite um valor a partir de R$ 1,00.').waitFor();
    server.answer(changePrice, () => {
      throw new Refused(409, { code: 'PRICE_CHANGE_UNAVAILABLE', message: 'Nenhuma cobrança vem depois.' });
    });
    await dialog().getByLabel('Novo preço de cada cobrança').fill('59,90');
    await dialog().getByRole('button', { name: 'Mudar o preço' }).click();
    await dialog().getByText('Nenhuma cobrança vem depois.').waitFor();
    answerSubscriptions(server, world);
    await dialog().getByRole('button', { name: 'Mudar o preço' }).click();

    await said('O novo preço vale a partir de 20/12/2026.');
    expect(inputs(changePrice).at(-1)).toEqual({ subscriptionId: one(), amount: 5_990 });
  });
});

describe("the masters' log", () => {
  it('tells what was charged, tried again and failed, and is narrowed to one kind and one subscription', async () => {
    await open(LOGS);
    await row('Cobrança 2 paga: R$ 44,91').waitFor();
    await page.getByRole('combobox', { name: 'Tipo' }).click();
    await option('Falhas').click();
    await page.waitForURL(`**${LOGS}?group=FAILED`);
    // Until the answer comes, the rows of before stand there.
    await row('Cobrança 2 paga: R$ 44,91').waitFor({ state: 'detached' });
    await row('A cobrança 2 foi recusada na tentativa 1').waitFor();

    await page.getByRole('link', { name: 'Só esta assinatura: Clube do Pão mensal' }).click();

    await expect
      .poll(() => inputs(listLogs).at(-1))
      .toEqual({ limit: '25', group: 'FAILED', subscriptionId: world.all[0]!.id });
  });
});

const ONE = createSubscriptions().all[0]!.id;
judgeScreens({
  screens: [OWN, `${OWN}?tab=figures`, `${OWN}/${ONE}`, ALL, `${ALL}/${ONE}`, LOGS],
  open: async (address) => {
    await open(address);
    await settle();
  },
});

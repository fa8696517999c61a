/** Tests the pages of sellers and managers about their money. */
import type { Procedure, Role } from '@feira/schemas/procedure';
import { cancelAnticipation, requestAnticipation } from '@feira/schemas/procedures/anticipations';
import { getBalance, listHolds, listStatement } from '@feira/schemas/procedures/balances';
import { acceptDispute, addDisputeFile, answerDispute, removeDisputeFile } from '@feira/schemas/procedures/disputes';
import {
  addBankAccount,
  addPixKey,
  cancelWithdrawal,
  removeDestination,
  requestWithdrawal,
} from '@feira/schemas/procedures/payouts';
import { decideRequest, refundSale } from '@feira/schemas/procedures/refunds';
import { getEarnings } from '@feira/schemas/procedures/reports';
import { describe, expect, it } from 'vitest';
import { button, dialog, forgive, heading, option, page, said } from './browser-page.ts';
import { Refused, screens, server, setUpScreens } from './faked-screens.ts';
import { judgeScreens } from './looks.ts';
import {
  answerMoney,
  createAnticipation,
  createDestination,
  createMoney,
  createWithdrawal,
  FAR_AHEAD,
  type MoneyWorld,
} from './money-world.ts';
import { answerReturns, createRefund, createReturns, PAYMENT_ID, type ReturnsWorld } from './returns-world.ts';
import { listViolations } from './violations.ts';

let world: MoneyWorld;
let returns: ReturnsWorld;
setUpScreens({
  answer: () => {
    world = createMoney();
    returns = createReturns();
  },
});

async function open(address: string, ...roles: Role[]): Promise<void> {
  answerMoney(server, world, roles.length > 0 ? roles : ['seller']);
  answerReturns(server, returns);
  await page.goto(screens.url + address);
}

const lastInput = (procedure: Procedure) => server.inputsOf(procedure).at(-1);
const row = (text: string | RegExp) => page.getByRole('row').filter({ hasText: text });
/** No-break spaces as people read them. */
const textOf = async (place: { textContent(): Promise<string | null> }) =>
  (await place.textContent())?.replaceAll('\u00a0', ' ');

describe('the balance', () => {
  it('says what is usable, held, promised and owed', async () => {
    await open('/platform/financial');
    await page.getByText('R$ 450,50').waitFor();

    const figures = await textOf(page.getByRole('region', { name: 'Seu saldo' }));
    expect(figures).toContain('DisponívelR$ 450,50');
    expect(figures).toContain('A liberarR$ 12.345,67R$ 90,00 em 02/01/2190');
    expect(figures).toContain('ReservadoR$ 150,00R$ 50,00 em contestação');
    expect(figures).toContain('Em débitoR$ 0,00você não deve nada');
  });

  it('is one currency at a time, which stands in the address', async () => {
    world.balance.otherCurrencies = ['USD'];
    await open('/platform/financial');
    await page.getByRole('group', { name: 'Moeda' }).getByRole('button', { name: 'USD' }).click();

    await page.getByText('$7,77').waitFor();
    expect(page.url()).toContain('currency=USD');
    expect(lastInput(listStatement)).toMatchObject({ currency: 'USD' });
  });

  it('that cannot be read is asked for again, while the rest stays', async () => {
    answerMoney(server, world, ['seller']);
    server.answer(getBalance, () => {
      throw new Refused(403, { code: 'ACCESS_DENIED', message: 'Você não tem permissão para isso.' });
    });
    await page.goto(`${screens.url}/platform/financial?tab=destinations`);
    await page.getByRole('alert').filter({ hasText: 'Você não tem permissão para isso.' }).waitFor();
    await row('•••.982.247-••').waitFor();
    server.answer(getBalance, () => world.balance);

    await button('Tentar de novo').click();

    await page.getByText('R$ 450,50').waitFor();
  });
});

describe('the statement', () => {
  it('tells of each movement which part of the balance it changed, page by page', async () => {
    await open('/platform/financial');

    await row('Contestação').waitFor();
    expect(await textOf(row('Contestação'))).toContain('−R$ 70,00 disponível−R$ 20,00 em débito');
    expect(await textOf(row('Saque pedido'))).toContain('−R$ 100,00 disponível+R$ 100,00 reservado');
    await button('Próxima').click();
    await row('Valor liberado').waitFor();
    expect(await textOf(row('Valor liberado'))).toContain('+R$ 90,00 disponível−R$ 90,00 a liberar');
  });

  it('is narrowed by days and kind, and widened again', async () => {
    await open('/platform/financial');
    await row('Contestação').waitFor();
    await page.getByRole('combobox', { name: 'Movimento' }).click();
    await option('Ajuste').click();
    await heading('Nada com estes filtros', 2);
    await button('7 dias').click();
    expect(page.url()).toContain('kind=ADJUSTMENT&period=7');
    await expect.poll(() => lastInput(listStatement)).toMatchObject({ kind: 'ADJUSTMENT', from: expect.any(String) });

    await button('Limpar filtros').click();

    await row('Contestação').waitFor();
    expect(page.url()).toBe(`${screens.url}/platform/financial`);
  });

  it('is had as a file of the same days and kind', async () => {
    await open('/platform/financial?from=2026-10-01&to=2026-10-31&kind=SALE&currency=USD');
    const address = await page.getByRole('link', { name: 'Baixar o extrato em XLSX' }).getAttribute('href');

    expect(Object.fromEntries(new URLSearchParams(address?.split('?')[1]))).toEqual({
      from: '2026-10-01',
      to: '2026-10-31',
      currency: 'USD',
      kind: 'SALE',
      format: 'xlsx',
      lang: 'pt-BR',
    });
  });

  it('says what will stand here as long as nothing does', async () => {
    Object.assign(world, { lines: [], holds: [], destinations: [] });
    await open('/platform/financial');

    await heading('Nenhum movimento ainda', 2);
    await page.getByRole('tab', { name: 'A liberar' }).click();
    await heading('Nada retido', 2);
    await page.getByRole('tab', { name: 'Contas e chaves' }).click();
    await heading('Nenhum destino de saque', 2);
  });
});

describe('what is held', () => {
  it('says why, by which rule and until when', async () => {
    await open('/platform/financial');
    await page.getByRole('tab', { name: 'Extrato' }).focus();
    await page.keyboard.press('ArrowRight');

    await row('Prazo de liberação').waitFor();
    expect(await textOf(row('Prazo de liberação'))).toContain('30 dias após o pagamento02/01/2190R$ 90,00');
    expect(await textOf(row('Reserva de segurança'))).toContain('10% da venda por 90 dias');
    expect(await textOf(row('Antecipação em análise'))).toContain('garantia de 14 dias do produto');
    expect(await textOf(row('Contestação em andamento'))).toContain('Quando a contestação terminar');
    await page.getByRole('combobox', { name: 'Motivo' }).click();
    await option('Reserva de segurança').click();
    await expect.poll(() => row('Prazo de liberação').count()).toBe(0);
    expect(lastInput(listHolds)).toMatchObject({ reason: 'RESERVE' });
  });
});

describe('places money may go', () => {
  it('say whether they can be used, and what they wait for', async () => {
    await open('/platform/financial?tab=destinations');

    await row('•••.982.247-••').waitFor();
    expect(await textOf(row('•••.982.247-••'))).toContain('Pix, CPFBia CostaPronta para receber');
    expect(await textOf(row('b•••@loja.example'))).toContain('Em esperaa partir de 02/01/2190 às 12:00');
    expect(await textOf(row('341 · 0001'))).toContain('Itaú, conta bancáriaBia CostaEm conferência');
    expect(await textOf(row('260 · 0001'))).toContain('RecusadaA conta está no nome de outra pessoa.');
  });

  it('are added as Pix keys: what is missing or refused stands at the field', async () => {
    server.answer(addPixKey, () => {
      const message = 'Use uma chave que seja do seu CPF ou CNPJ.';
      throw new Refused(422, { code: 'DESTINATION_FOREIGN', message, details: [{ field: 'pixKey', message }] });
    });
    await open('/platform/financial?tab=destinations');
    await button('Adicionar chave Pix').click();
    await dialog().getByRole('button', { name: 'Adicionar chave Pix' }).click();
    await page.getByText('Digite a chave Pix.').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('pixKey');
    await page.fill('[name=pixKey]', ' 529.982.247-25 ');
    await page.getByText('Reconhecida como CPF.').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.field-error').filter({ hasText: 'Use uma chave que seja do seu CPF ou CNPJ.' }).waitFor();

    server.answer(addPixKey, () => {
      const destination = createDestination(5, { label: 'n•••@loja.example', pixType: 'EMAIL', usableAt: FAR_AHEAD });
      world.destinations = [destination, ...world.destinations];
      return { destination };
    });
    await page.fill('[name=pixKey]', 'nova@loja.example');
    await page.keyboard.press('Enter');

    await said('Chave Pix adicionada. Ela pode receber saques a partir de 02/01/2190 às 12:00.');
    await row('n•••@loja.example').waitFor();
    expect(server.inputsOf(addPixKey)).toEqual([{ pixKey: '529.982.247-25' }, { pixKey: 'nova@loja.example' }]);
  });

  it('are added as bank accounts, field by field', async () => {
    let hasDocument = false;
    server.answer(addBankAccount, () => {
      if (!hasDocument)
        throw new Refused(422, { code: 'DOCUMENT_REQUIRED', message: 'Informe seu CPF ou CNPJ no perfil.' });
      const destination = world.destinations[2]!;
      return { destination };
    });
    await open('/platform/financial?tab=destinations');
    await button('Adicionar conta').click();
    const send = dialog().getByRole('button', { name: 'Adicionar conta' });
    await send.click();
    await expect.poll(() => dialog().locator('.field-error').count()).toBe(4);
    await dialog().getByLabel('Banco').selectOption('341');
    await dialog().getByLabel('Tipo de conta').selectOption('SAVINGS');
    await page.fill('[name=branchNumber]', '0001');
    await page.fill('[name=accountNumber]', '12.345');
    await page.fill('[name=accountDigit]', '6');
    expect(await listViolations(page)).toEqual([]);
    await send.click();
    const link = dialog().getByRole('link', { name: 'Informar CPF ou CNPJ' });
    await expect.poll(() => link.getAttribute('href')).toBe('/account');
    hasDocument = true;
    await send.click();

    await said('Conta adicionada. Ela pode receber saques depois que a plataforma confirmar os dados.');
    expect(lastInput(addBankAccount)).toEqual({
      bankCode: '341',
      accountType: 'SAVINGS',
      branchNumber: '0001',
      accountNumber: '12345',
      accountDigit: '6',
    });
  });

  it('are removed by whoever was told what that means', async () => {
    server.answer(removeDestination, ({ destinationId }) => {
      world.destinations = world.destinations.filter((destination) => destination.id !== destinationId);
      return {};
    });
    await open('/platform/financial?tab=destinations');
    await button('Remover •••.982.247-••').click();
    await dialog().getByRole('button', { name: 'Remover' }).click();

    await said('•••.982.247-•• foi removida.');
    await expect.poll(() => row('•••.982.247-••').count()).toBe(0);
  });
});

describe('a withdrawal', () => {
  const amount = () => dialog().getByLabel('Quanto você quer sacar');
  const sums = () => textOf(dialog().getByLabel('Resumo do saque'));

  it('says what it costs and what arrives, is sent once however often, and is found in the list', async () => {
    let isLost = true;
    server.answer(requestWithdrawal, (input) => {
      if (isLost) throw new Refused(503, { code: 'UNAVAILABLE', message: 'Tente de novo em instantes.' });
      const withdrawal = createWithdrawal(9, { amount: input.amount, state: 'WAITING' });
      world.withdrawals = [withdrawal, ...world.withdrawals];
      return { withdrawal };
    });
    await open('/platform/financial');
    await button('Sacar').click();
    await amount().fill('5');
    await dialog().getByRole('button', { name: 'Sacar' }).click();
    await page.getByText('O menor saque é de R$ 10,00.').waitFor();
    await amount().fill('450,51');
    await page.getByText('Você tem R$ 450,50 disponíveis.').waitFor();
    expect(await sums()).toBe('Sai do seu saldo–Taxa−R$ 3,67Você recebe–');
    await dialog().getByRole('button', { name: 'Tudo' }).click();
    expect(await sums()).toBe('Sai do seu saldoR$ 450,50Taxa−R$ 3,67Você recebeR$ 446,83');
    await page.getByText('espera a aprovação da plataforma').waitFor();
    expect(await listViolations(page)).toEqual([]);
    await button('Sacar R$ 450,50').click();
    await page.getByRole('alert').filter({ hasText: 'Tente de novo em instantes.' }).waitFor();
    // Given up and asked for again: the first may have arrived all the same.
    await dialog().getByRole('button', { name: 'Cancelar' }).click();
    await button('Sacar').click();
    await amount().fill('450,50');
    isLost = false;
    await button('Sacar R$ 450,50').click();

    await said('Saque pedido. Ele espera a aprovação da plataforma.');
    await row('R$ 450,50').waitFor();
    expect(page.url()).toContain('tab=withdrawals');
    const [wanted, ...others] = server.inputsOf(requestWithdrawal);
    expect(wanted).toEqual({ amount: 45050, currency: 'BRL', destinationId: world.destinations[0]!.id });
    expect(others).toEqual([wanted]);
    const keys = server.headersOf(requestWithdrawal, 'idempotency-key');
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys).toEqual([keys[0], keys[0]]);
    await button('Sacar').click();
    await amount().fill('450,50');
    await button('Sacar R$ 450,50').click();
    await expect.poll(() => server.headersOf(requestWithdrawal, 'idempotency-key').length).toBe(3);
    expect(server.headersOf(requestWithdrawal, 'idempotency-key')[2]).not.toBe(keys[0]);
    forgive('status of 503');
  });

  it('that waits for an identity verification says what is missing, and leads to where it is sent', async () => {
    server.answer(requestWithdrawal, () => {
      throw new Refused(403, {
        code: 'VERIFICATION_REQUIRED',
        message: 'A plataforma precisa confirmar quem você é antes disso.',
        details: [{ field: 'photoDocument', message: 'Foto do documento é obrigatório.' }],
      });
    });
    await open('/platform/financial');
    await button('Sacar').click();
    await amount().fill('450,50');
    await button('Sacar R$ 450,50').click();
    const refusal = page.getByRole('alert').filter({ hasText: 'Foto do documento é obrigatório.' });
    const link = refusal.getByRole('link', { name: 'Enviar documentos' });
    expect(await link.getAttribute('href')).toBe('/account#verification');
  });

  it.each([
    [{ destinations: [] }, {}, 'Adicione primeiro uma chave Pix ou uma conta bancária sua.'],
    [{}, { methods: [] }, 'A plataforma não está enviando saques neste momento.'],
    [{}, { available: 999 }, 'Seu saldo disponível ainda não alcança o menor saque.'],
  ])('that cannot be made says why: %j %j', async (change, terms, text) => {
    Object.assign(world, change, { terms: { ...world.terms, ...terms } });
    await open('/platform/financial');
    await button('Sacar').click();

    await dialog().getByText(text).waitFor();
    await expect.poll(() => amount().count()).toBe(0);
  });

  it('leads whoever has nowhere to be paid to where that is mended', async () => {
    world.destinations = world.destinations.slice(1);
    await open('/platform/financial');
    await button('Sacar').click();
    await button('Ver contas e chaves').click();

    await row('b•••@loja.example').waitFor();
    expect(page.url()).toContain('tab=destinations');
  });

  it('says where it stands, and can be taken back as long as nobody approved it', async () => {
    server.answer(cancelWithdrawal, ({ withdrawalId }) => {
      world.withdrawals = world.withdrawals.filter(({ id }) => id !== withdrawalId);
      return {};
    });
    await open('/platform/financial?tab=withdrawals');
    await row('Aguardando aprovação').waitFor();
    expect(await textOf(row('Em verificação'))).toContain('conferindo com o banco, não peça de novo');
    expect(await textOf(row('Recusado'))).toContain('Documento vencido.');
    await expect.poll(() => page.getByRole('button', { name: /^Cancelar/ }).count()).toBe(1);
    await row('Aguardando aprovação').getByRole('button').click();
    await dialog().getByText('O valor volta inteiro para o seu saldo disponível.').waitFor();
    await dialog().getByRole('button', { name: 'Cancelar' }).last().click();

    await said('Saque cancelado. O valor voltou para o seu saldo.');
    await expect.poll(() => row('Aguardando aprovação').count()).toBe(0);
  });
});

describe('an anticipation', () => {
  it('is quoted while its amount is typed, and asked for at the price that was shown', async () => {
    server.answer(requestAnticipation, ({ amount, expectedFee }) => {
      const anticipation = createAnticipation(9, { amount, fee: expectedFee, state: 'WAITING', closedAt: null });
      world.anticipations = [anticipation, ...world.anticipations];
      return { anticipation };
    });
    await open('/platform/financial?tab=anticipations');
    await page.getByText('Você pode antecipar até R$ 1.000,00 e receber R$ 980,00 agora').waitFor();
    await button('Antecipar').click();
    await button('Antecipar e receber R$ 980,00').waitFor();
    const amount = dialog().getByLabel('Quanto você quer antecipar');
    await amount.fill('1000,01');
    await dialog().getByRole('button', { name: 'Antecipar' }).click();
    await page.getByText('Você pode antecipar até R$ 1.000,00.', { exact: true }).waitFor();
    await amount.fill('500');
    await button('Antecipar e receber R$ 490,00').waitFor();
    expect(await listViolations(page)).toEqual([]);
    await button('Antecipar e receber R$ 490,00').click();

    await said('Antecipação de R$ 500,00 pedida. Ela espera a aprovação da plataforma.');
    expect(server.inputsOf(requestAnticipation)).toEqual([{ amount: 50000, expectedFee: 1000 }]);
    expect(server.headersOf(requestAnticipation, 'idempotency-key')[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  it('is taken back, or not to be had at all', async () => {
    server.answer(cancelAnticipation, () => ({}));
    world.quote.isOffered = false;
    await open('/platform/financial?tab=anticipations');
    await page.getByText('Esta plataforma não oferece antecipação.').waitFor();
    await row('Aguardando aprovação').getByRole('button', { name: 'Cancelar' }).click();
    await button('Cancelar antecipação').click();

    await said('Antecipação cancelada.');
    expect(lastInput(cancelAnticipation)).toEqual({ anticipationId: world.anticipations[0]!.id });
    await expect.poll(() => button('Antecipar').count()).toBe(0);
  });
});

describe('reports', () => {
  it('say what was earned, as a chart and as a table', async () => {
    await open('/platform/reports');
    await page.locator('.recharts-bar-rectangle path').first().waitFor();
    const figures = await textOf(page.getByRole('region', { name: 'Números do período' }));
    expect(figures).toContain('Vendido' + 'R$ 8.274,00' + '42 vendas');
    expect(figures).toContain('Taxas e comissõesR$ 533,70R$ 413,70 de taxas, R$ 120,00 de comissões');
    expect(await textOf(row('Curso de pão'))).toBe('Curso de pão40R$ 7.880,0095,2%R$ 394,00R$ 7.092,00');
    expect(await textOf(row('Afiliado'))).toContain('R$ 374,30');

    await button('Ver tabela').click();

    const days = page.getByRole('group', { name: 'Por dia' });
    await expect.poll(() => days.getByRole('row').count()).toBe(31);
    expect(await textOf(days.getByRole('row').nth(30))).toBe('01/11/20261R$ 197,00R$ 197,00−R$ 9,85');
  });

  it('are of the days that the address says, and say so where nothing happened', async () => {
    const nothing = { sales: 0, gross: 0, refunded: 0, net: 0 };
    world.earnings = { ...nothing, fees: 0, commissions: 0, days: [], methods: [], products: [], roles: [] };
    await open('/platform/reports?from=2026-10-01&to=2026-10-31', 'affiliate');

    await heading('Nada neste período', 2);
    expect(lastInput(getEarnings)).toEqual({ from: '2026-10-01', to: '2026-10-31' });
  });
});

describe('refunds', () => {
  it('are granted in part by whoever saw who gives how much', async () => {
    server.answer(refundSale, ({ amount = 19700 }) => ({ refund: createRefund(9, { amount, state: 'REQUESTED' }) }));
    await open(`/platform/refunds?payment=${PAYMENT_ID}`);
    const sums = () => textOf(dialog().getByLabel('Quem devolve quanto'));
    await button('Devolver R$ 197,00').waitFor();
    expect(await sums()).toBe('Do seu saldoR$ 187,00Da plataformaR$ 10,00O comprador recebeR$ 197,00');
    await dialog().getByLabel('Quanto devolver').selectOption('PART');
    await dialog().getByLabel('Valor a devolver').fill('98,50');
    await button('Devolver R$ 98,50').waitFor();
    expect(await sums()).toBe('Do seu saldoR$ 93,50Da plataformaR$ 5,00O comprador recebeR$ 98,50');
    await dialog().getByLabel('Observação (opcional)').fill('Metade, como combinado.');
    expect(await listViolations(page)).toEqual([]);
    await button('Devolver R$ 98,50').click();

    await said('Reembolso pedido. Acompanhe aqui até chegar ao comprador.');
    expect(page.url()).toBe(`${screens.url}/platform/refunds`);
    expect(server.inputsOf(refundSale)).toEqual([
      { paymentId: PAYMENT_ID, amount: 9850, note: 'Metade, como combinado.' },
    ]);
    expect(server.headersOf(refundSale, 'idempotency-key')[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  it('are not offered where nothing can be given back', async () => {
    returns.refundable.obstacle = 'DISPUTED';
    await open(`/platform/refunds?payment=${PAYMENT_ID}`);

    await dialog().getByText('Esta venda foi contestada.').waitFor();
    await expect.poll(() => dialog().getByRole('button').count()).toBe(1);
  });

  it('are listed with where they stand and what they come to', async () => {
    await open('/platform/refunds');
    await page.getByText('3 reembolsos, R$ 444,00 no total').waitFor();
    expect(await textOf(row('Em processamento'))).toContain('R$ 50,00de R$ 197,00 pagos');
    expect(await textOf(row('Não concluído'))).toContain('A operadora não aceitou a devolução.');
    await row('Concluído').getByText('Ana Compradora · Cobrança 2', { exact: true }).waitFor();

    await page.getByRole('combobox', { name: 'Situação' }).click();
    await option('Concluído').click();

    await page.getByText('1 reembolso, R$ 197,00 no total').waitFor();
  });

  it('that buyers ask for are declined with a reason alone', async () => {
    server.answer(decideRequest, ({ requestId }) => {
      returns.requests = returns.requests.filter(({ id }) => id !== requestId);
      return {};
    });
    await open('/platform/refunds?tab=requests');
    await row('Esperando você').waitFor();
    expect(await textOf(row('Esperando você'))).toContain('decida até 02/01/2190 às 12:00');
    await page.getByText('Ana Compradora · Cobrança 3', { exact: true }).waitFor();
    await button('Decidir R-2026-0001').click();
    await dialog().getByText('As aulas não abrem no meu celular.').waitFor();
    const address = page.url();
    expect(new URL(address).searchParams.get('request')).toBe(createReturns().requests[0]!.id);
    await page.goBack();
    await dialog().waitFor({ state: 'hidden' });
    await page.goto(address);
    await dialog().getByText('As aulas não abrem no meu celular.').waitFor();
    await button('Recusar').click();
    await page.getByText('Explique ao comprador por que recusa.').waitFor();
    expect(server.inputsOf(decideRequest)).toEqual([]);
    await dialog().getByLabel('Sua resposta ao comprador').fill('O aplicativo funciona em celulares.');
    await button('Recusar').click();

    await said('Pedido R-2026-0001 recusado. O comprador foi avisado.');
    expect(lastInput(decideRequest)).toEqual({
      requestId: createReturns().requests[0]!.id,
      decision: 'DECLINE',
      answer: 'O aplicativo funciona em celulares.',
    });
  });
});

describe('disputes', () => {
  const openCase = async () => {
    await open('/platform/refunds?tab=disputes');
    await row('responda até 02/01/2190 às 12:00').getByText('Ana Compradora · Cobrança 4', { exact: true }).waitFor();
    await button('Responder Curso de pão').click();
    await heading('Contestação: Curso de pão', 2);
  };

  it('are answered with a text and files', async () => {
    const dispute = returns.disputes[0]!;
    server.answer(addDisputeFile, ({ name }) => {
      const fileId = '01940000-0000-7000-8000-000000000999';
      dispute.files = [{ id: fileId, name, mediaType: 'application/pdf', bytes: 12_288, createdAt: dispute.openedAt }];
      return { fileId };
    });
    server.answer(removeDisputeFile, () => {
      dispute.files = [];
      return {};
    });
    server.answer(answerDispute, ({ defence }) => {
      Object.assign(dispute, { state: 'ANSWERED', defence, answeredAt: dispute.openedAt });
      return {};
    });
    await openCase();
    const add = (name: string) =>
      dialog()
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-') });
    await add('engano.pdf');
    await button('Remover engano.pdf').click();
    await expect.poll(() => page.getByText('engano.pdf').count()).toBe(0);
    await add('rastreio.pdf');
    await page.getByText('12 kB').waitFor();
    expect(lastInput(addDisputeFile)).toEqual({ disputeId: dispute.id, name: 'rastreio.pdf', content: 'JVBERi0=' });
    expect(await listViolations(page)).toEqual([]);
    const [download] = await Promise.all([page.waitForEvent('download'), button('Baixar rastreio.pdf').click()]);
    expect(download.suggestedFilename()).toBe('rastreio.pdf');
    await dialog().getByLabel('Sua defesa').fill('Foi entregue.');
    await button('Enviar defesa').click();
    await page.getByText('Escreva pelo menos 20 letras.').waitFor();
    await dialog().getByLabel('Sua defesa').fill('Foi entregue no dia 18, com assinatura.');
    await button('Enviar defesa').click();

    await said('Defesa enviada. A plataforma a leva ao banco.');
    expect(lastInput(answerDispute)).toEqual({
      disputeId: dispute.id,
      defence: 'Foi entregue no dia 18, com assinatura.',
    });
  });

  it('keep a defence that was not sent, until somebody says that it may be lost', async () => {
    await openCase();
    const defence = page.getByLabel('Sua defesa');
    const leaving = page.getByRole('heading', { name: 'Fechar sem enviar?' });
    await defence.fill('Foi entregue no dia 18.');
    await page.keyboard.press('Escape');
    await leaving.waitFor();
    await page.keyboard.press('Escape');
    await leaving.waitFor({ state: 'detached' });
    await expect.poll(() => defence.inputValue()).toBe('Foi entregue no dia 18.');
    await button('Aceitar a contestação').click();
    await button('Voltar').click();
    await expect.poll(() => defence.inputValue()).toBe('Foi entregue no dia 18.');
    await button('Fechar').click();
    await button('Fechar sem enviar').click();

    await defence.waitFor({ state: 'detached' });
    expect(server.inputsOf(answerDispute)).toEqual([]);
  });

  it('are given up by whoever was asked once more', async () => {
    server.answer(acceptDispute, () => ({}));
    await openCase();
    await button('Aceitar a contestação').click();
    await page.getByText('Ao aceitar, R$ 197,00 voltam ao comprador e o caso termina.').waitFor();
    await button('Voltar').click();
    await button('Enviar defesa').waitFor();
    await button('Aceitar a contestação').click();
    await button('Aceitar e devolver').click();

    await said('Contestação aceita. O dinheiro volta ao comprador.');
    expect(page.url()).toBe(`${screens.url}/platform/refunds?tab=disputes`);
  });

  it('that are over show what was said, and ask for nothing', async () => {
    await open(`/platform/refunds?tab=disputes&dispute=${returns.disputes[1]!.id}`);
    await heading('Devolução especial do Pix: Curso de pão', 2);

    await dialog().getByText('Foi entregue.').waitFor();
    await expect.poll(() => dialog().getByRole('textbox').count()).toBe(0);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.url()).toBe(`${screens.url}/platform/refunds?tab=disputes`);
  });
});

describe('others who earn', () => {
  it.each([
    ['manager', '/manager-root/financial'],
    ['affiliate', '/platform/financial'],
    ['co-producer', '/platform/financial'],
  ] as const)('a %s has a balance too', async (role, address) => {
    await open(address, role);

    await heading('Financeiro');
    await page.getByText('R$ 450,50').waitFor();
    // Managers hold nothing that could be had before its time.
    await expect.poll(() => page.getByRole('tab', { name: 'Antecipações' }).count()).toBe(role === 'manager' ? 0 : 1);
  });
});

const PAGES = [
  ...['', '?tab=releases', '?tab=withdrawals', '?tab=anticipations', '?tab=destinations'].map(
    (tab) => `/platform/financial${tab}`,
  ),
  ...['', '?tab=requests', '?tab=disputes'].map((tab) => `/platform/refunds${tab}`),
  '/platform/reports',
];

judgeScreens({
  screens: PAGES,
  open: async (address) => {
    await open(address);
    await page.locator('.record-table td, .record-card').first().waitFor();
  },
});

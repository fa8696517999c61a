/** Tests the administrators' pages about money: its rules, its destinations, withdrawals, and refunds. */
import { ADMIN_PERMISSIONS, type AdminPermission } from '@feira/schemas/options';
import * as anticipations from '@feira/schemas/procedures/anticipations';
import * as disputes from '@feira/schemas/procedures/disputes';
import * as fees from '@feira/schemas/procedures/fees';
import * as payments from '@feira/schemas/procedures/payments';
import * as payouts from '@feira/schemas/procedures/payouts';
import * as reconciliation from '@feira/schemas/procedures/reconciliation';
import * as refunds from '@feira/schemas/procedures/refunds';
import * as reports from '@feira/schemas/procedures/reports';
import * as settings from '@feira/schemas/procedures/settings';
import { describe, expect, it } from 'vitest';
import {
  type AdminMoney,
  answerAnticipations,
  answerDisputes,
  answerMoney,
  answerParked,
  answerPayouts,
  answerReconciliation,
  answerRefunds,
  answerReports,
  BIA,
  createMoney,
} from './admin-money-world.ts';
import { type AdminWorld, answerAdmin, createSession, createWorld, PAYER_ID } from './admin-world.ts';
import { button, dialog, openContext, PHONE, page, said } from './browser-page.ts';
import { Refused, screens, server, setUpScreens } from './faked-screens.ts';
import { answerPersonLists } from './profiles-world.ts';
import { listViolations } from './violations.ts';

let world: AdminWorld;
let money: AdminMoney;
setUpScreens({
  answer: () => {
    world = createWorld();
    money = createMoney();
    answerPersonLists(server);
    answerAdmin(server, world);
    answerMoney(server, money);
    answerParked(server, money);
    answerAnticipations(server, money);
    answerDisputes(server, money);
    answerPayouts(server, money);
    answerReconciliation(server, money);
    answerRefunds(server, money);
    answerReports(server, money);
  },
});

const open = async (path: string, permissions: readonly AdminPermission[] = ADMIN_PERMISSIONS) => {
  answerAdmin(server, world, createSession(permissions));
  await page.goto(`${screens.url}/admin-root${path}`);
};

describe('rules of money', () => {
  it('say in words who looks at which withdrawal, and are saved as a whole', async () => {
    await open('/platform-settings');
    await page.getByText('Até R$ 50.000,00: uma pessoa da equipe aprova.').waitFor();

    await page.getByRole('textbox', { name: 'Enviar sem aprovação até' }).fill('500');
    await page.getByText('Até R$ 500,00: enviado na hora, sem que ninguém confira.').waitFor();
    await page.getByText('Acima de R$ 500,00 e até R$ 50.000,00: uma pessoa da equipe aprova.').waitFor();
    await page.getByRole('combobox', { name: 'Saques por Pix' }).selectOption('Reserva (Sandbox), desativada');
    await page.getByText('os saques por ela esperam até que volte').waitFor();
    await page.getByRole('combobox', { name: 'Saques por Pix' }).selectOption('Banco principal (Asaas)');
    await page.getByRole('radio', { name: 'O provedor de pagamento' }).check();
    await page.getByRole('switch', { name: 'Oferecer antecipação' }).check();
    await page.getByRole('textbox', { name: 'Taxa por dia' }).fill('0,2');
    await page.getByText('Antecipar R$ 1.000,00 em 30 dias custa R$ 60,00.').waitFor();
    await page.getByText('Taxa a mais por parcelamento:').click();
    await page.getByRole('textbox', { name: 'Taxa a mais em 12 parcelas' }).fill('1,5');
    expect(await listViolations(page)).toEqual([]);
    await button('Salvar alterações').click();
    await dialog().getByText('Taxa a mais por parcela, 12x').waitFor();
    await button('Salvar mudança').click();

    await said('Alterações salvas.');
    const { withdrawals, anticipation } = createWorld().settings.settings;
    expect(server.inputsOf(settings.updateRules)).toEqual([
      {
        version: 0,
        custody: 'PROVIDER',
        installmentFeeBasisPoints: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 150],
        withdrawals: { ...withdrawals, automaticUpTo: 50_000, payers: { PIX: PAYER_ID } },
        anticipation: { ...anticipation, isOffered: true, basisPointsPerDay: 20 },
      },
    ]);
  });

  it('refuse to send unseen what two people have to look at', async () => {
    await open('/platform-settings');

    await page.getByRole('textbox', { name: 'Enviar sem aprovação até' }).fill('60.000');
    await button('Salvar alterações').click();

    await page.getByText('Não pode passar do valor que exige duas aprovações.').waitFor();
    expect(server.inputsOf(settings.updateRules)).toEqual([]);
  });
});

const row = (text: string | RegExp) => page.getByRole('row').filter({ hasText: text });
/** The address that the name of a sale leads to. */
const saleOf = (line: ReturnType<typeof row>) => line.locator('a[href*="/manage-sales/"]').getAttribute('href');

describe('bank accounts', () => {
  it('are confirmed after a look at what they are', async () => {
    await open('/manage-bank-accounts');
    await row('Dora Sampaio').getByText('mudou depois do cadastro').waitFor();
    expect(await listViolations(page)).toEqual([]);

    await row('Bia Costa').getByRole('button', { name: 'Confirmar' }).click();
    await dialog().getByText('341 · 0001 · •••45-6 (Itaú, conta bancária)').waitFor();
    await dialog().getByRole('button', { name: 'Confirmar conta' }).click();

    await said('Conta de Bia Costa confirmada.');
    expect(server.inputsOf(payouts.decideBankAccount)).toEqual([
      { destinationId: createMoney().accounts[0]!.id, decision: 'CONFIRM' },
    ]);
    await expect.poll(() => button(/Confirmar/).count()).toBe(1);
  });

  it('are refused with a reason alone, and stay asked about where the server refuses', async () => {
    await open('/manage-bank-accounts');
    await row('Bia Costa').getByRole('button', { name: 'Recusar' }).click();
    await dialog().getByRole('button', { name: 'Recusar conta' }).click();
    await dialog().getByText('Escreva o motivo.').waitFor();
    expect(await listViolations(page)).toEqual([]);
    await dialog().getByLabel('Motivo').fill(' O titular é outra pessoa. ');
    money.accounts[0]!.status = 'REMOVED';
    await dialog().getByRole('button', { name: 'Recusar conta' }).click();
    await dialog().getByText('Isto já foi decidido.').waitFor();

    money.accounts[0]!.status = 'WAITING';
    await dialog().getByRole('button', { name: 'Recusar conta' }).click();

    await said('Conta de Bia Costa recusada.');
    expect(server.inputsOf(payouts.decideBankAccount).at(-1)).toEqual({
      destinationId: createMoney().accounts[0]!.id,
      decision: 'REFUSE',
      reason: 'O titular é outra pessoa.',
    });
  });

  it('narrow by the address, say so when nothing is there, and come again after a failure', async () => {
    await open('/manage-bank-accounts?state=WAITING&search=bia');
    await row('Bia Costa').waitFor();
    expect(server.inputsOf(payouts.listBankAccounts)).toEqual([{ limit: '20', search: 'bia', status: 'WAITING' }]);
    money.accounts = [];
    await page.getByRole('searchbox').fill('zzz');
    await button('Limpar filtros').click();
    await page.getByRole('heading', { name: 'Nenhuma conta cadastrada' }).waitFor();

    server.answer(payouts.listBankAccounts, () => {
      throw new Refused(403, { code: 'ACCESS_DENIED', message: 'Você não tem permissão para isso.' });
    });
    await page.reload();
    await page.getByText('Você não tem permissão para isso.').waitFor();
    answerMoney(server, createMoney());
    await button('Tentar de novo').click();
    await row('Bia Costa').first().waitFor();
  });

  it('leave one’s own to others, on a phone too', async () => {
    await openContext({ viewport: PHONE });
    money.accounts = [{ ...money.accounts[0]!, person: { ...BIA, id: createSession().person.id } }];

    await open('/manage-bank-accounts');

    await page.getByText('É seu: outra pessoa da equipe decide.').waitFor();
    await expect.poll(() => button(/Confirmar/).count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect(await listViolations(page)).toEqual([]);
  });
});

describe('anticipations', () => {
  it('are paid after a look at what they cost, and refused with a reason', async () => {
    await open('/manage-anticipations');
    await page.getByText('2 pedidos, no valor total de').waitFor();
    await row('Helena Prado').getByText('É seu: outra pessoa da equipe decide.').waitFor();
    expect(await listViolations(page)).toEqual([]);

    await row('Bia Costa').getByRole('button', { name: 'Pagar' }).click();
    await dialog().getByText('R$ 36,00 (0,12% por dia)').waitFor();
    await dialog().getByRole('button', { name: 'Pagar' }).click();

    await said('R$ 964,00 disponível para Bia Costa.');
    await expect.poll(() => row('Bia Costa').count()).toBe(0);
    const { id } = createMoney().anticipations[0]!;
    expect(server.inputsOf(anticipations.decideAnticipation)).toEqual([{ anticipationId: id, decision: 'PAY' }]);
  });

  it('say why one cannot be decided any more', async () => {
    await open('/manage-anticipations');
    await row('Bia Costa').getByRole('button', { name: 'Recusar' }).click();
    await dialog().getByLabel('Motivo').fill('Muitas contestações.');
    money.anticipations[0]!.state = 'CANCELED';

    await dialog().getByRole('button', { name: 'Recusar antecipação' }).click();

    await dialog().getByText('Esta antecipação já foi decidida.').waitFor();
  });

  it('show all of them, or those paid', async () => {
    await open('/manage-anticipations?state=EVERY');
    await row('Dora Sampaio').getByText('Muitas contestações este mês.').waitFor();
    await open('/manage-paid-anticipations');
    await expect.poll(() => row('R$ 964,00').count()).toBe(1);
    expect(server.inputsOf(anticipations.listRequested).map((input) => (input as { view: string }).view)).toEqual([
      'ALL',
      'PAID',
    ]);
  });
});

describe('disputes', () => {
  it('show the defence with its files, record what the bank decided, and put it right', async () => {
    await open('/charges');
    await page.getByText('2 casos sem decisão.').waitFor();
    await row('Dora Sampaio').getByText('prazo encerrado').waitFor();
    expect(await listViolations(page)).toEqual([]);
    await row('Devolução do Pix').getByRole('button', { name: 'Ver caso' }).click();
    await dialog().getByText('A compradora acessou todas as aulas.').waitFor();
    expect(await listViolations(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog().getByRole('button', { name: 'acessos.pdf' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('acessos.pdf');

    await dialog().getByRole('button', { name: 'Registrar decisão do banco' }).click();
    await dialog().getByRole('button', { name: 'Registrar decisão' }).click();
    await dialog().getByText('Escolha o que o banco decidiu.').waitFor();
    await dialog().getByRole('radio', { name: 'A favor do vendedor' }).check();
    await dialog().getByRole('button', { name: 'Registrar decisão' }).click();

    await said('Curso de pão: decidido a favor do vendedor.');
    await page.getByText('1 caso sem decisão.').waitFor();
    const { id } = createMoney().disputes[0]!;
    expect(server.inputsOf(disputes.closeDispute)).toEqual([{ disputeId: id, outcome: 'WON' }]);

    await row('Devolução do Pix').getByRole('button', { name: 'Ver caso' }).click();
    await button('Corrigir decisão').click();
    await button('Decidir a favor do comprador').click();
    await dialog().getByText('Escreva por que a decisão é corrigida.').waitFor();
    expect(await listViolations(page)).toEqual([]);
    await dialog().getByLabel('Por que corrigir').fill('Carta do banco de 21/11');
    await button('Decidir a favor do comprador').click();

    await said('Curso de pão: decidido a favor do comprador.');
    expect(server.inputsOf(disputes.correctDispute)).toEqual([
      { disputeId: id, outcome: 'LOST', note: 'Carta do banco de 21/11' },
    ]);
  });

  it('are answered on behalf of a seller, with files, as long as an answer counts', async () => {
    const dispute = money.disputes.find(({ seller }) => seller.id === BIA.id)!;
    Object.assign(dispute, {
      state: 'OPEN',
      defence: '',
      files: [],
      answeredAt: null,
      dueAt: '2190-01-02T15:00:00.000Z',
    });
    await open('/charges');
    await row('Dora Sampaio').getByRole('button', { name: 'Ver caso' }).click();
    await dialog().getByRole('button', { name: 'Registrar decisão do banco' }).waitFor();
    await expect.poll(() => button('Escrever defesa').count()).toBe(0);
    await dialog().getByRole('button', { name: 'Fechar' }).last().click();
    await row('Devolução do Pix').getByRole('button', { name: 'Ver caso' }).click();
    await button('Escrever defesa').click();
    await dialog().getByText('Em nome de Bia Costa.').waitFor();
    const file = { name: 'conversa.png', mimeType: 'image/png', buffer: Buffer.from('\x89PNG', 'latin1') };
    await dialog().locator('input[type=file]').setInputFiles(file);
    await button('Remover conversa.png').waitFor();
    expect(await listViolations(page)).toEqual([]);
    await button('Enviar defesa').click();
    await dialog().getByText('Escreva pelo menos 20 letras.').waitFor();

    await dialog().getByLabel('Defesa do vendedor').fill('A compradora entrou no curso em três dias.');
    await button('Enviar defesa').click();

    await said('Curso de pão: defesa enviada. Leve-a ao banco até o prazo.');
    expect(server.inputsOf(disputes.addDisputeFile)).toEqual([
      { disputeId: dispute.id, name: 'conversa.png', content: 'iVBORw==' },
    ]);
    expect(server.inputsOf(disputes.answerDispute)).toEqual([
      { disputeId: dispute.id, defence: 'A compradora entrou no curso em três dias.' },
    ]);
    await row('Devolução do Pix').getByText('Defesa enviada').waitFor();
  });

  it('are given up only after a warning', async () => {
    await open('/charges?state=OPEN');
    await row('Dora Sampaio').getByText('Ana Lima · Cobrança 8', { exact: true }).waitFor();
    await row('Dora Sampaio').getByRole('button', { name: 'Ver caso' }).click();
    await dialog().getByText('Ana Lima · Cobrança 8', { exact: true }).waitFor();
    await dialog().getByText('O vendedor ainda não respondeu.').waitFor();
    await dialog().getByRole('button', { name: 'Desistir da defesa' }).click();
    await dialog().getByText('Não pode ser desfeito.').waitFor();

    await dialog().getByRole('button', { name: 'Desistir e devolver' }).click();

    await said('Curso de pão: valor devolvido ao comprador.');
    await page.getByRole('heading', { name: 'Nada com estes filtros' }).waitFor();
  });

  it('are opened by hand, with every mistake beside its field', async () => {
    await open('/charges');
    await button('Abrir caso').click();
    await dialog().getByRole('button', { name: 'Abrir caso' }).click();
    await dialog().getByText('Digite o código do pagamento.').waitFor();
    await dialog().getByRole('radio', { name: 'Devolução do Pix (MED)' }).check();
    await dialog().getByLabel('Pagamento', { exact: true }).fill('outro00000000000000000');
    await dialog().getByLabel('Valor contestado').fill('10,50');
    await dialog().getByLabel('Responder até').fill('02/01/2190');
    await dialog().getByLabel('Motivo do banco').fill('Suspeita de golpe');
    await dialog().getByRole('button', { name: 'Abrir caso' }).click();
    await dialog().getByText('Este pagamento não existe.').first().waitFor();

    await dialog().getByLabel('Pagamento', { exact: true }).fill('payment000000000000001');
    await dialog().getByRole('button', { name: 'Abrir caso' }).click();

    await said('Caso aberto. O vendedor foi avisado.');
    expect(server.inputsOf(disputes.openDispute).at(-1)).toEqual({
      paymentId: 'payment000000000000001',
      kind: 'MED',
      amount: 1050,
      reason: 'Suspeita de golpe',
      dueAt: '2190-01-03T02:59:59.000Z',
    });
  });
});

describe('reports', () => {
  it('rank sellers over the days and the currency of the address', async () => {
    await open('/seller-revenue?from=2026-11-01&to=2026-11-20&currency=EUR');
    await row('Dora Sampaio').getByText('R$ 10.100,00').waitFor();
    expect(server.inputsOf(reports.listSellerRevenue)).toEqual([
      { limit: '20', from: '2026-11-01', to: '2026-11-20', currency: 'EUR' },
    ]);
    expect(await listViolations(page)).toEqual([]);

    await page.getByRole('link', { name: 'Lucro' }).click();

    await page.locator('.figure', { hasText: 'Lucro' }).getByText('−R$ 445,20').waitFor();
    expect(await listViolations(page)).toEqual([]);
  });

  it('write a debt off only as far as it goes, with a reason', async () => {
    await open('/seller-negative');
    await row('Dora Sampaio').getByText('R$ 2.500,00').waitFor();
    await row('Bia Costa').getByRole('button', { name: 'Perdoar' }).click();
    await dialog().getByLabel('Valor a perdoar').fill('200');
    await dialog().getByLabel('Motivo').fill('Acordo');
    await dialog().getByRole('button', { name: 'Perdoar débito' }).click();
    await dialog().getByText('Digite um valor maior que zero e até R$ 123,45.').waitFor();
    expect(server.inputsOf(reports.writeOffDebt)).toEqual([]);
    expect(await listViolations(page)).toEqual([]);

    await dialog().getByLabel('Valor a perdoar').fill('123,45');
    await dialog().getByRole('button', { name: 'Perdoar débito' }).click();

    await said('R$ 123,45 de Bia Costa perdoado.');
    await expect.poll(() => row('Bia Costa').count()).toBe(0);
    expect(server.inputsOf(reports.writeOffDebt)).toEqual([
      { personId: BIA.id, currency: 'BRL', amount: 12_345, reason: 'Acordo' },
    ]);
  });

  it('say by which rule money was released', async () => {
    await open('/garantee-released');
    await row('10% da venda por 90 dias').getByText('Reserva de segurança').waitFor();
    await row('garantia de 14 dias do produto').getByText('Curso de pão').waitFor();
    expect(await saleOf(row('garantia de 14 dias do produto'))).toMatch(/^\/admin-root\/manage-sales\/[0-9a-f-]{36}$/);
    expect(await listViolations(page)).toEqual([]);
  });
});

describe('withdrawals', () => {
  it('are approved by whoever may, and told who else has to', async () => {
    money.payouts[1]!.approvalsWanted = 2;
    await open('/manage-withdraws');
    await page.getByText('7 pedidos, no valor total de').waitFor();
    await page.getByText('Você já aprovou. Falta outra pessoa.').waitFor();
    await row('Helena Prado').getByText('É seu: outra pessoa da equipe decide.').waitFor();
    await expect.poll(() => row('Helena Prado').getByRole('button').count()).toBe(1);
    expect(await listViolations(page)).toEqual([]);

    await row('Dora Sampaio').getByRole('button', { name: 'Aprovar' }).click();
    await dialog().getByText('O documento do cadastro mudou').waitFor();
    await dialog().getByText('precisa de mais uma aprovação').waitFor();
    await dialog().getByRole('button', { name: 'Aprovar' }).click();
    await said('Falta outra pessoa aprovar R$ 74.996,33 para Dora Sampaio');

    await row('Bia Costa').getByRole('button', { name: 'Aprovar' }).click();
    await dialog().getByText('O dinheiro é enviado em seguida e não volta.').waitFor();
    await dialog().getByRole('button', { name: 'Aprovar' }).click();
    await said('R$ 1.496,33 para Bia Costa aprovado.');
    const [first, second] = createMoney().payouts;
    expect(server.inputsOf(payouts.decideWithdrawal)).toEqual(
      [second!, first!].map(({ id }) => ({ withdrawalId: id, decision: 'APPROVE' })),
    );
  });

  it('are rejected with a reason', async () => {
    await open('/manage-withdraws?search=dora');
    await row('Dora Sampaio').getByRole('button', { name: 'Rejeitar' }).click();
    await dialog().getByRole('button', { name: 'Rejeitar saque' }).click();
    await dialog().getByText('Escreva o motivo.').waitFor();
    await dialog().getByLabel('Motivo').fill('Documento diferente.');

    await dialog().getByRole('button', { name: 'Rejeitar saque' }).click();

    await said('Saque de Dora Sampaio de Albuquerque Cavalcanti rejeitado.');
    const { id } = createMoney().payouts[1]!;
    expect(server.inputsOf(payouts.decideWithdrawal)).toEqual([
      { withdrawalId: id, decision: 'REJECT', reason: 'Documento diferente.' },
    ]);
  });

  it('without an answer are settled only with an outcome and how it is known', async () => {
    await open('/manage-withdraws');
    await row('Sem confirmação').getByRole('button', { name: 'Resolver' }).click();
    await dialog().getByText('a pessoa recebe duas vezes').waitFor();
    await dialog().getByText(createMoney().payouts[4]!.id).waitFor();
    await dialog().getByRole('button', { name: 'Encerrar saque' }).click();
    await dialog().getByText('Escolha o que aconteceu.').waitFor();
    await dialog().getByText('Escreva onde você conferiu.').waitFor();
    expect(await listViolations(page)).toEqual([]);
    await dialog().getByRole('radio', { name: 'O dinheiro saiu' }).check();
    await dialog().getByLabel('Como você sabe').fill('E2E 123 no extrato de 18/11');

    await dialog().getByRole('button', { name: 'Encerrar saque' }).click();

    await said('Saque de Bia Costa encerrado como pago.');
    const { id } = createMoney().payouts[4]!;
    expect(server.inputsOf(payouts.settleWithdrawal)).toEqual([
      { withdrawalId: id, outcome: 'PAID', reason: 'E2E 123 no extrato de 18/11' },
    ]);
  });

  it('of large amounts end with the second person who says the same', async () => {
    const word = { personId: BIA.id, name: 'João Bastos', outcome: 'PAID', reason: 'Extrato de 18/11' } as const;
    const settlement = { ...word, at: '2026-11-18T18:00:00.000Z' };
    Object.assign(money.payouts[4]!, { settlementsWanted: 2, settlement });
    await open('/manage-withdraws');
    await row('João Bastos disse que foi pago').getByRole('button', { name: 'Resolver' }).click();
    await dialog().getByText('Extrato de 18/11').waitFor();
    await dialog().getByRole('radio', { name: 'O dinheiro não saiu' }).check();
    await dialog().getByLabel('Como você sabe').fill('Não está no extrato');
    await dialog().getByRole('button', { name: 'Registrar o que aconteceu' }).click();
    await said('Registrado. Falta outra pessoa dizer o mesmo sobre R$ 1.496,33 para Bia Costa.');

    Object.assign(money.payouts[4]!, { settlement, maySettle: true });
    await page.reload();
    await row('João Bastos disse que foi pago').getByRole('button', { name: 'Resolver' }).click();
    await dialog().getByRole('radio', { name: 'O dinheiro saiu' }).check();
    await dialog().getByLabel('Como você sabe').fill('E2E 123 no extrato');
    expect(await listViolations(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Encerrar saque' }).click();
    await said('Saque de Bia Costa encerrado como pago.');
  });

  it('whose provider says the opposite stand in the list until somebody books what it says', async () => {
    await open('/manage-withdraws');
    await row('O provedor diz que não pagou').getByRole('button', { name: 'Resolver' }).click();
    await dialog().getByText('Este saque consta como pago.').waitFor();
    await dialog().getByRole('radio', { name: 'O dinheiro não saiu' }).check();
    await dialog().getByLabel('Como você sabe').fill('Painel do provedor');
    expect(await listViolations(page)).toEqual([]);

    await dialog().getByRole('button', { name: 'Encerrar saque' }).click();

    await said('voltou ao saldo de');
    expect(server.inputsOf(payouts.settleWithdrawal)).toEqual([
      { withdrawalId: createMoney().payouts[8]!.id, outcome: 'FAILED', reason: 'Painel do provedor' },
    ]);
    await expect.poll(() => page.getByText('O provedor diz que não pagou').count()).toBe(0);
  });

  it('tell everything that happened to one, and stay apart by whose they are', async () => {
    await open('/paid-withdrawals');
    await row('Bia Costa').getByRole('button', { name: 'Detalhes' }).click();
    await dialog().getByText('R$ 1.500,00, com R$ 3,67 de taxa').waitFor();
    await dialog().getByText('asaas').waitFor();
    expect(await listViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: 'Saques de gerentes', exact: true }).click();
    await page.getByRole('heading', { name: 'Nenhum saque em aberto' }).waitFor();
    await page.getByRole('link', { name: 'Saques pagos a gerentes' }).click();
    await page.getByRole('heading', { name: 'Nenhum saque pago' }).waitFor();
    expect(server.inputsOf(payouts.listPayouts)).toEqual([
      { limit: '20', role: 'seller', view: 'PAID' },
      { role: 'seller', view: 'PAID', withdrawalId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      { limit: '20', role: 'manager', view: 'OPEN' },
      { limit: '20', role: 'manager', view: 'PAID' },
    ]);
  });

  it('fit a phone', async () => {
    await openContext({ viewport: PHONE });
    await open('/manage-withdraws');
    await page.getByText('1 de 2 aprovações').first().waitFor();

    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect(await listViolations(page)).toEqual([]);
  });
});

describe('terms of one person', () => {
  it('are agreed method by method, and taken back', async () => {
    const { id } = world.users[0]!;
    await open(`/manage-users/${id}`);
    await page.getByText('Segue as taxas e os prazos da plataforma.').waitFor();
    await button('Alterar condições').click();
    const pix = dialog().getByRole('group', { name: 'Pix' });
    await pix.getByRole('checkbox', { name: 'Taxa própria' }).check();
    await dialog().getByRole('button', { name: 'Salvar condições' }).click();
    await pix.getByText('Digite um percentual de 0 a 100').waitFor();
    expect(await listViolations(page)).toEqual([]);
    await pix.getByRole('textbox', { name: 'Taxa percentual, Pix' }).fill('2,49');
    await pix.getByRole('textbox', { name: 'Taxa fixa, Pix' }).fill('0,50');
    await dialog().getByRole('button', { name: 'Salvar condições' }).click();
    await button('Salvar mudança').click();
    await said('Condições salvas.');
    await page.getByText('taxa de 2,49% + R$ 0,50').waitFor();
    expect(await listViolations(page)).toEqual([]);

    await button('Alterar condições').click();
    await pix.getByRole('checkbox', { name: 'Taxa própria' }).uncheck();
    await dialog().getByRole('button', { name: 'Salvar condições' }).click();
    await button('Salvar mudança').click();

    await page.getByText('Segue as taxas e os prazos da plataforma.').waitFor();
    const none = { personId: id, fees: {}, release: {}, managerBasisPoints: null };
    expect(server.inputsOf(fees.setPersonTerms)).toEqual([
      { ...none, fees: { PIX: { basisPoints: 249, fixed: 50 } }, version: 0 },
      { ...none, version: 1 },
    ]);
  });

  it('say what installments cost, how long a reserve stays, and whether a guarantee is waited for', async () => {
    const { id } = world.users[0]!;
    await open(`/manage-users/${id}`);
    await button('Alterar condições').click();
    const card = dialog().getByRole('group', { name: 'Cartão de crédito' });
    await card.getByRole('checkbox', { name: 'Taxa própria', exact: true }).check();
    await card.getByRole('textbox', { name: 'Taxa percentual, Cartão de crédito' }).fill('99');
    await card.getByRole('textbox', { name: 'Taxa fixa, Cartão de crédito', exact: true }).fill('0');
    await card.getByRole('checkbox', { name: 'Taxa própria por parcelamento' }).check();
    await card.getByRole('textbox', { name: 'Taxa a mais em 12 parcelas' }).fill('1,5');
    await card.getByRole('checkbox', { name: 'Prazo e reserva próprios' }).check();
    await card.getByRole('textbox', { name: /^Dias até a liberação/ }).fill('30');
    await card.getByRole('textbox', { name: /^Reserva/ }).fill('5');
    await card.getByRole('textbox', { name: /^Dias de reserva/ }).fill('120');
    await card.getByRole('combobox', { name: 'Garantia do produto' }).selectOption('WAITS');
    await dialog().getByRole('button', { name: 'Salvar condições' }).click();
    await card.getByText('Digite um percentual de 0 a 100').waitFor();
    expect(await listViolations(page)).toEqual([]);

    await card.getByRole('textbox', { name: 'Taxa percentual, Cartão de crédito' }).fill('4,99');
    await dialog().getByRole('button', { name: 'Salvar condições' }).click();
    await button('Salvar mudança').click();

    await page
      .getByText(
        'taxa de 4,99% + R$ 0,00; até 1,5% a mais por parcelamento; liberação em 30 dias; reserva de 5% por 120 dias; espera a garantia do produto',
      )
      .waitFor();
    expect(server.inputsOf(fees.setPersonTerms)).toEqual([
      {
        personId: id,
        version: 0,
        managerBasisPoints: null,
        fees: {
          CREDIT_CARD: {
            basisPoints: 499,
            fixed: 0,
            installmentBasisPoints: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 150],
          },
        },
        release: { CREDIT_CARD: { days: 30, reserveBasisPoints: 500, reserveDays: 120, awaitsGuarantee: true } },
      },
    ]);
  });

  it('are shown to whoever may agree on them', async () => {
    await open(
      `/manage-users/${world.users[0]!.id}`,
      ADMIN_PERMISSIONS.filter((permission) => permission !== 'isUserAdvancedOptionsAvailable'),
    );
    await page.getByRole('heading', { level: 1, name: 'Beatriz Nogueira' }).waitFor();

    await expect.poll(() => page.getByRole('heading', { name: 'Condições combinadas' }).count()).toBe(0);
    expect(server.inputsOf(fees.getPersonTerms)).toEqual([]);
  });
});

describe('refunds', () => {
  it('are given after a look at what is left, in part where that is possible', async () => {
    await open('/charges');
    await page.getByRole('tab', { name: 'Reembolsos' }).click();
    await row('R$ 50,00').getByText('Acordo com a compradora.').waitFor();
    await row('R$ 50,00').getByText('Ana Lima · Cobrança 7', { exact: true }).waitFor();
    expect(await listViolations(page)).toEqual([]);
    await button('Reembolsar pagamento').click();
    await dialog().getByLabel('Pagamento', { exact: true }).fill('payment000000000000009');
    await dialog().getByRole('button', { name: 'Procurar' }).click();
    await dialog().getByText('Este pagamento está em contestação.').waitFor();
    await dialog().getByRole('button', { name: 'Procurar outro' }).click();
    await dialog().getByLabel('Pagamento', { exact: true }).fill('payment000000000000001');
    await dialog().getByRole('button', { name: 'Procurar' }).click();
    await dialog().getByRole('button', { name: 'Devolver R$ 147,00' }).waitFor();
    await dialog().getByLabel('Valor a devolver').fill('200');
    await dialog().getByRole('button', { name: 'Devolver R$ 200,00' }).click();
    await dialog().getByText('Digite um valor maior que zero e até R$ 147,00.').waitFor();
    expect(await listViolations(page)).toEqual([]);

    await dialog().getByLabel('Valor a devolver').fill('100');
    await dialog().getByRole('button', { name: 'Devolver R$ 100,00' }).click();

    await said('Devolução de R$ 100,00 pedida.');
    await row('A enviar').waitFor();
    expect(server.inputsOf(refunds.refundPayment)).toEqual([{ paymentId: 'payment000000000000001', amount: 10_000 }]);
  });

  it('that buyers ask their sellers for are listed with what happens next, and lead to the sale', async () => {
    await open('/charges?tab=requests&state=WAITING');
    await row('R-2026-0001').getByText('sem resposta até 02/01/2190, é concedido').waitFor();
    await row('R-2026-0002').getByText('sem resposta até 02/01/2190, é recusado').waitFor();
    await row('R-2026-0001').getByText('Ana Lima · Cobrança 6', { exact: true }).waitFor();
    await expect.poll(() => row('R-2026-0003').count()).toBe(0);
    expect(server.inputsOf(refunds.listPlatformRequests)).toEqual([{ limit: '20', state: 'WAITING' }]);
    expect(await listViolations(page)).toEqual([]);

    await expect
      .poll(() => row('R-2026-0001').getByRole('link', { name: 'Curso de pão' }).getAttribute('href'))
      .toMatch(/^\/admin-root\/manage-sales\/[0-9a-f-]{36}$/);
  });

  it('of which the team grants several in the place of the sellers', async () => {
    await open('/charges?tab=requests');
    server.answer(refunds.grantRequest, () => ({}));
    await page.getByRole('checkbox', { name: 'Selecionar todos desta página' }).check();
    // Whatever was decided cannot be chosen.
    await expect.poll(() => page.getByRole('checkbox', { name: /^Selecionar Curso/ }).count()).toBe(2);
    await button('Aceitar selecionados').click();
    await dialog().getByText('R$ 394,00').waitFor();
    expect(await listViolations(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Aceitar e reembolsar' }).click();

    await dialog().getByText('2 de 2 prontos.').waitFor();
    expect(server.inputsOf(refunds.grantRequest)).toHaveLength(2);
  });

  it('that a provider is silent about are settled with how it is known', async () => {
    await open('/charges?tab=refunds&state=OVERDUE');
    await row('o provedor não respondeu em 3 dias').getByRole('button', { name: 'Resolver' }).click();
    expect(server.inputsOf(refunds.listPlatformRefunds)).toEqual([{ limit: '20', isOverdue: 'true' }]);
    await dialog().getByRole('button', { name: 'Encerrar reembolso' }).click();
    await dialog().getByText('Escreva onde você conferiu.').waitFor();
    expect(await listViolations(page)).toEqual([]);
    await dialog().getByRole('radio', { name: 'O dinheiro não voltou' }).check();
    await dialog().getByLabel('Como você sabe').fill('Extrato de 18/11');

    await dialog().getByRole('button', { name: 'Encerrar reembolso' }).click();

    await said('Reembolso de R$ 197,00 encerrado como recusado.');
    expect(server.inputsOf(refunds.settleRefund)).toEqual([
      { refundId: createMoney().refunds[1]!.id, outcome: 'REFUSED', note: 'Extrato de 18/11' },
    ]);
  });

  it('that a provider refused although it holds the money are ordered again', async () => {
    await open('/charges?tab=refunds');
    await row('Conta do pagador encerrada.').getByRole('button', { name: 'Devolver de novo' }).click();
    await dialog().getByText('só volta o que ele ainda tem a mais').waitFor();
    expect(await listViolations(page)).toEqual([]);

    await dialog().getByRole('button', { name: 'Devolver de novo' }).click();

    await said('Devolução pedida de novo.');
    expect(server.inputsOf(refunds.repeatRefund)).toEqual([{ refundId: createMoney().refunds[2]!.id }]);
    await expect.poll(() => page.getByRole('button', { name: 'Devolver de novo' }).count()).toBe(0);
  });

  it('are for whoever looks after sales', async () => {
    await open(
      '/charges?tab=refunds',
      ADMIN_PERMISSIONS.filter((permission) => permission !== 'isSalesAvailable'),
    );
    await button('Abrir caso').waitFor();

    await expect.poll(() => page.getByRole('tab').count()).toBe(0);
    expect(server.inputsOf(refunds.listPlatformRefunds)).toEqual([]);
  });
});

describe('charges without an answer', () => {
  it('are looked for by the number that somebody found, and follow what the provider says', async () => {
    await open('/charges?tab=parked');
    expect(await saleOf(row('Ana Lima'))).toMatch(/^\/admin-root\/manage-sales\/[0-9a-f-]{36}$/);
    await row('Ana Lima').getByRole('button', { name: 'Procurar' }).click();
    await dialog().getByText('sem resposta em 30,0 s (UNAVAILABLE)').waitFor();
    await dialog().getByRole('button', { name: 'Consultar o provedor' }).click();
    await dialog().getByText('O provedor não pode ser consultado assim.').waitFor();
    await dialog().getByLabel('Número da cobrança no provedor').fill('ch_9');
    await dialog().getByRole('button', { name: 'Consultar o provedor' }).click();
    await dialog().getByText('Essa cobrança é de outro pagamento').waitFor();
    expect(await listViolations(page)).toEqual([]);
    await dialog().getByLabel('Número da cobrança no provedor').fill('ch_123');

    await dialog().getByRole('button', { name: 'Consultar o provedor' }).click();

    await said('O provedor confirmou: R$ 197,00 foi pago.');
    await page.getByText('Nenhuma cobrança sem resposta').waitFor();
    const paymentId = 'payment000000000000009';
    expect(server.inputsOf(payments.lookUpParked)).toEqual([
      { paymentId },
      { paymentId, transactionId: 'ch_9' },
      { paymentId, transactionId: 'ch_123' },
    ]);
  });

  it('end as not charged with where somebody looked, on a phone too', async () => {
    await openContext({ viewport: PHONE });
    await open('/charges?tab=parked');
    await page.getByRole('button', { name: 'Não foi cobrado' }).click();
    await dialog().getByRole('button', { name: 'Encerrar como não cobrado' }).click();
    await dialog().getByText('Escreva o motivo.').waitFor();
    await dialog().getByLabel('Motivo').fill('Nada no painel');
    expect(await listViolations(page)).toEqual([]);

    await dialog().getByRole('button', { name: 'Encerrar como não cobrado' }).click();

    await said('O comprador foi avisado.');
    expect(server.inputsOf(payments.endParked)).toEqual([
      { paymentId: 'payment000000000000009', note: 'Nada no painel' },
    ]);
  });
});

describe('accounting', () => {
  it('hands the days and the currency of the address on to the file', async () => {
    await open('/export-accounting?from=2026-11-01&to=2026-11-20');
    await page.getByLabel('Moeda').selectOption('EUR');

    const link = page.getByRole('link', { name: 'Baixar planilha (XLSX)' });
    await expect
      .poll(() => link.getAttribute('href'))
      .toBe('/exports/accounting?from=2026-11-01&to=2026-11-20&format=xlsx&currency=EUR&lang=pt-BR');
    expect(await listViolations(page)).toEqual([]);
  });

  it('compares days, and has differences explained', async () => {
    await open('/export-accounting?tab=reconciliation');
    await row('2 diferenças').getByText('20/11/2026').waitFor();
    await row('Tudo confere').waitFor();
    expect(await listViolations(page)).toEqual([]);
    await button('Comparar ontem agora').click();
    await said('Comparação iniciada.');
    expect(server.inputsOf(reconciliation.startRun)).toEqual([{}]);
    await row('Falta no provedor').getByText('−R$ 1.496,33').waitFor();

    expect(await saleOf(row('Valores diferentes'))).toMatch(/^\/admin-root\/manage-sales\/[0-9a-f-]{36}$/);
    await row('Valores diferentes').getByRole('button', { name: 'Explicar' }).click();
    await dialog().getByLabel('Motivo').fill('Tarifa cobrada à parte');
    await dialog().getByRole('button', { name: 'Explicar' }).click();

    await said('Diferença explicada.');
    await expect.poll(() => row('Valores diferentes').count()).toBe(0);
    expect(server.inputsOf(reconciliation.resolveCase)).toEqual([
      { caseId: createMoney().differences[0]!.id, note: 'Tarifa cobrada à parte' },
    ]);
  });
});

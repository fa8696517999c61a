/** What administrators do about money: its rules, where it may go, what leaves, what comes back. */
import { ADMIN_PERMISSIONS, type AdminPermission } from '@feira/schemas/options';
import * as payouts from '@feira/schemas/procedures/payouts';
import * as settings from '@feira/schemas/procedures/settings';
import { describe, expect, it } from 'vitest';
import { type AdminMoney, answerMoney, BIA, createMoney } from './admin-money-world.ts';
import { type AdminWorld, answerAdmin, createSession, createWorld } from './admin-world.ts';
import { button, dialog, openContext, PHONE, page, said } from './browser-page.ts';
import { Refused, screens, server, setUpScreens } from './faked-screens.ts';
import { listViolations } from './violations.ts';

let world: AdminWorld;
let money: AdminMoney;
setUpScreens({
  answer: () => {
    world = createWorld();
    money = createMoney();
    answerAdmin(server, world);
    answerMoney(server, money);
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
    await page.getByRole('radio', { name: 'O provedor de pagamento' }).check();
    await page.getByRole('switch', { name: 'Oferecer antecipação' }).check();
    await page.getByRole('textbox', { name: 'Taxa por dia' }).fill('0,2');
    await page.getByText('Antecipar R$ 1.000,00 em 30 dias custa R$ 60,00.').waitFor();
    await page.getByText('Taxa a mais por parcelamento:').click();
    await page.getByRole('textbox', { name: 'Taxa a mais em 12 parcelas' }).fill('1,5');
    expect(await listViolations(page)).toEqual([]);
    await button('Salvar alterações').click();

    await said('Alterações salvas.');
    const { withdrawals, anticipation } = createWorld().settings.settings;
    expect(server.inputsOf(settings.updateRules)).toEqual([
      {
        custody: 'PROVIDER',
        installmentFeeBasisPoints: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 150],
        withdrawals: { ...withdrawals, automaticUpTo: 50_000 },
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

describe('bank accounts', () => {
  const row = (text: string | RegExp) => page.getByRole('row').filter({ hasText: text });

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
    expect(await button(/Confirmar/).count()).toBe(1);
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
      ...{ destinationId: createMoney().accounts[0]!.id, decision: 'REFUSE', reason: 'O titular é outra pessoa.' },
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
    expect(await button(/Confirmar/).count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect(await listViolations(page)).toEqual([]);
  });
});

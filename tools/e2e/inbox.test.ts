/** Tests the team's inbox: what waits, whose it is, the next one after a decision, and several at once. */
import { ADMIN_PERMISSIONS, type AdminPermission } from '@feira/schemas/options';
import * as inbox from '@feira/schemas/procedures/inbox';
import * as payouts from '@feira/schemas/procedures/payouts';
import { getSession } from '@feira/schemas/procedures/session';
import * as settings from '@feira/schemas/procedures/settings';
import { describe, expect, it } from 'vitest';
import { answerMoney, answerPayouts, createMoney } from './admin-money-world.ts';
import { ADMIN, type AdminWorld, answerAdmin, createItems, createSession, createWorld } from './admin-world.ts';
import { button, dialog, heading, openContext, PHONE, page } from './browser-page.ts';
import { Refused, screens, server, setUpScreens } from './faked-screens.ts';
import { listViolations } from './violations.ts';

let world: AdminWorld;
setUpScreens({
  answer: () => {
    world = createWorld();
    const money = createMoney();
    answerAdmin(server, world);
    answerMoney(server, money);
    answerPayouts(server, money);
  },
});

const open = async (path: string, permissions: readonly AdminPermission[] = ADMIN_PERMISSIONS) => {
  answerAdmin(server, world, createSession(permissions));
  await page.goto(`${screens.url}/admin-root${path}`);
};
const row = (text: string | RegExp) => page.getByRole('row').filter({ hasText: text });

describe('the inbox', () => {
  it('is the first page, sorted by deadline, with counts in the menu and the figures below', async () => {
    await open('');
    await heading('Pendências');

    await row('Curso de pão').getByText('Atrasado').waitFor();
    const menu = page.getByRole('navigation').first();
    await menu.getByRole('link', { name: 'Pendências 4 esperam' }).waitFor();
    await menu.getByRole('link', { name: 'Saques 3 esperam' }).waitFor();
    await page
      .locator('.figure', { hasText: 'Faturamento' })
      .getByText('0% em relação aos 30 dias anteriores')
      .waitFor();
    expect(await listViolations(page)).toEqual([]);

    await button(/^Saques/).click();

    await expect.poll(() => server.inputsOf(inbox.listItems).at(-1)).toMatchObject({ kind: 'WITHDRAWALS' });
  });

  it('tells whose an item is, and takes it over by naming its holder', async () => {
    await open('/inbox');
    const items = createItems();
    await button(/Assumir de João Bastos/).waitFor();
    server.answer(inbox.takeItem, () => ({}));
    server.answer(inbox.listItems, () => ({
      items: items.map((item) => (item.holder ? { ...item, holder: { id: ADMIN.id, name: ADMIN.name } } : item)),
      next: null,
    }));

    await button(/Assumir de João Bastos/).click();

    await row('R$ 900,00').getByText('Você').waitFor();
    expect(server.inputsOf(inbox.takeItem)).toEqual([
      { kind: 'WITHDRAWALS', itemId: items[2]!.id, fromPersonId: items[2]!.holder!.id },
    ]);
  });

  it('approves several after one question, and tells of each what became of it', async () => {
    await open('/inbox');
    server.answer(payouts.decideWithdrawal, ({ withdrawalId }) => {
      if (withdrawalId === createItems()[2]!.id)
        throw new Refused(409, { code: 'WITHDRAWAL_DECIDED', message: 'Isto já foi decidido.' });
      return { withdrawal: createMoney().payouts[0]! };
    });
    // The one that needs another approver cannot be chosen.
    const boxes = page.getByRole('checkbox', { name: /^Escolher/ });
    await expect.poll(() => boxes.count()).toBe(2);
    await page.getByRole('checkbox', { name: 'Selecionar todos desta página' }).check();
    await expect.poll(() => boxes.nth(1).isChecked()).toBe(true);

    await button('Aprovar escolhidas').click();
    await dialog().getByText('R$ 2.400,00').waitFor();
    expect(await listViolations(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Aprovar todas' }).click();

    await dialog().getByText('Não foi possível: Isto já foi decidido.').waitFor();
    await dialog().getByText('1 de 2 prontos.').waitFor();
    expect(server.inputsOf(payouts.decideWithdrawal)).toMatchObject([{ decision: 'APPROVE' }, { decision: 'APPROVE' }]);
  });

  it('leads from a decision to the next item of its kind', async () => {
    await open('/inbox');
    await row('R$ 1.500,00').getByRole('link', { name: 'Saque' }).click();
    await heading('Saques');
    const bar = page.getByRole('region', { name: 'Pendência aberta' });
    await bar.getByText('Não há outra deste tipo.').waitFor();
    await page.goBack();
    await heading('Pendências');

    // A colleague has decided it meanwhile, and released another one.
    const [, first, second] = createItems();
    server.answer(inbox.listItems, () => ({ items: [{ ...second!, holder: null }], next: null }));
    await page.goto(`${screens.url}/admin-root/manage-withdraws?inbox=WITHDRAWALS&item=${first!.id}`);

    await bar.getByText('Resolvida, ou não espera mais.').waitFor();
    await bar.getByRole('link', { name: 'Próxima: Dora Sampaio' }).click();
    await expect.poll(() => page.url()).toContain(`item=${second!.id}`);
    await bar.getByRole('button', { name: /Assumir/ }).waitFor();
  });

  it('says on a phone that nothing waits', async () => {
    await openContext({ viewport: PHONE });
    server.answer(inbox.listItems, () => ({ items: [], next: null }));
    server.answer(inbox.countItems, () => ({ items: [] }));
    answerAdmin(server, world, createSession(['isUsersAvailable']));
    server.answer(inbox.listItems, () => ({ items: [], next: null }));
    await page.goto(`${screens.url}/admin-root`);

    await page.getByText('Nada espera por você').waitFor();
    expect(await listViolations(page)).toEqual([]);
  });
});

describe('the first day', () => {
  it('tells what is left, and asks a master for what an administrator cannot do', async () => {
    await open('/inbox');
    server.answer(settings.getFirstDay, () => ({
      steps: settings.FIRST_STEPS.map((step) => ({
        step,
        isDone: step === 'BRAND',
        note: step === 'CONNECTION' ? ('UNTESTED' as const) : null,
      })),
      host: 'pagar.flores.example',
    }));
    server.answer(settings.getDomainState, () => ({
      target: 'feira.example',
      targetAddresses: ['203.0.113.7'],
      addresses: [],
      dns: 'MISSING' as const,
      certificate: 'UNKNOWN' as const,
      certificateEndsAt: null,
      issuer: null,
    }));
    server.answer(getSession, () =>
      createSession(ADMIN_PERMISSIONS.filter((permission) => permission !== 'isConnectionsAvailable')),
    );
    server.answer(settings.requestConnection, () => ({}));
    await page.reload();
    const panel = page.getByRole('region', { name: 'Primeiros passos' });
    await panel.getByText('Feito').waitFor();
    await expect.poll(() => panel.getByText('A fazer').count()).toBe(4);
    await panel.getByText('O DNS ainda não aponta para lugar nenhum').waitFor();
    await panel.getByText('Aponte o domínio para feira.example com um registro CNAME').waitFor();
    await panel.getByText('Ainda sem um teste das credenciais de agora.').waitFor();
    expect(await listViolations(page)).toEqual([]);

    await panel.getByRole('button', { name: 'Pedir ao master' }).click();

    await panel.getByText('Pedido enviado.').waitFor();
    expect(server.inputsOf(settings.requestConnection)).toEqual([{}]);
  });
});

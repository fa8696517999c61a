/** Other people's money as administrators are told of it: answers that a test can change. */
import type { Output } from '@feira/schemas/procedure';
import * as payouts from '@feira/schemas/procedures/payouts';
import { type FakedServer, Refused } from './faked-screens.ts';

type BankAccount = Output<typeof payouts.listBankAccounts>['items'][number];

const id = (number: number) => `01950000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const AT = '2026-11-18T15:30:00.000Z';
/** No clock of a machine comes near. */
export const FAR_AHEAD = '2190-01-02T15:00:00.000Z';

const person = (number: number, name: string) => ({
  ...{ id: id(number), name, email: `${name.split(' ')[0]!.toLowerCase()}@loja.example` },
});
export const BIA = person(1, 'Bia Costa');
export const DORA = person(2, 'Dora Sampaio de Albuquerque Cavalcanti');

const createAccount = (number: number, account: Partial<BankAccount>): BankAccount => ({
  ...{ id: id(100 + number), kind: 'BANK_ACCOUNT', pixType: null, label: '341 · 0001 · •••45-6', bankCode: '341' },
  ...{ holderName: BIA.name, status: 'WAITING', usableAt: AT, reason: null, createdAt: AT },
  ...{ person: BIA, isOwnDocument: true },
  ...account,
});

export const createMoney = () => ({
  accounts: [
    createAccount(1, {}),
    createAccount(2, { person: DORA, holderName: DORA.name, label: '260 · 0001 · •••77-1', isOwnDocument: false }),
    createAccount(3, {
      ...{ kind: 'PIX_KEY', pixType: 'EMAIL', label: 'b•••@loja.example', bankCode: null },
      ...{ status: 'ACTIVE', usableAt: FAR_AHEAD },
    }),
    createAccount(4, { status: 'REFUSED', reason: 'O titular da conta é outra pessoa.' }),
    createAccount(5, { status: 'REMOVED' }),
  ],
});
export type AdminMoney = ReturnType<typeof createMoney>;

export function answerMoney(server: FakedServer, world: AdminMoney): void {
  server.answer(payouts.listBankAccounts, ({ status, search }) => ({
    items: world.accounts.filter(
      (account) =>
        (!status || account.status === status) &&
        (!search || account.person.name.toLowerCase().includes(search.toLowerCase())),
    ),
    next: null,
  }));
  server.answer(payouts.decideBankAccount, ({ destinationId, decision, reason }) => {
    const account = world.accounts.find(({ id: known }) => known === destinationId);
    if (account?.status !== 'WAITING')
      throw new Refused(409, { code: 'DESTINATION_DECIDED', message: 'Isto já foi decidido.' });
    account.status = decision === 'CONFIRM' ? 'ACTIVE' : 'REFUSED';
    account.reason = reason ?? null;
    return {};
  });
}

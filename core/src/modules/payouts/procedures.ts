import * as declared from '@feira/schemas/procedures/payouts';
import fp from 'fastify-plugin';
import { readPage } from '../../plugins/procedures.ts';
import { toDestination } from './destination-view.ts';
import { addBankAccount, addPixKey, decideBankAccount, removeDestination } from './destinations.ts';
import { BANK_ACCOUNTS, selectDestinations } from './model.ts';
import { addWithdrawalProcedures } from './withdrawal-procedures.ts';

export default fp(
  async (app) => {
    app.procedure(declared.listDestinations, async ({ platform, person }) => {
      const [result] = await app.database.read(platform.id, [selectDestinations(platform.id, person.id)], true);
      return {
        destinations: result.rows.map(toDestination),
        coolingHours: platform.settings.withdrawals.coolingHours,
      };
    });

    app.procedure(declared.addPixKey, async ({ input, ...call }) => ({
      destination: toDestination(await addPixKey(app, call, input.pixKey, input.pixType)),
    }));

    app.procedure(declared.addBankAccount, async ({ input, ...call }) => {
      const account = {
        ...input,
        branchDigit: input.branchDigit?.toUpperCase() ?? null,
        accountDigit: input.accountDigit.toUpperCase(),
      };
      return { destination: toDestination(await addBankAccount(app, call, account)) };
    });

    app.procedure(declared.removeDestination, ({ input, ...call }) =>
      removeDestination(app, call, input.destinationId),
    );

    app.procedure(declared.listBankAccounts, async ({ input, platform }) => {
      const { rows, next, count } = await readPage(app, platform.id, BANK_ACCOUNTS, input);
      const items = rows.map((row) => ({
        ...toDestination(row),
        person: row.person,
        isOwnDocument: row.isOwnDocument,
      }));
      return { items, next, count };
    });

    app.procedure(declared.decideBankAccount, ({ input, ...call }) => decideBankAccount(app, call, input));

    addWithdrawalProcedures(app);
  },
  { name: 'payouts-procedures', dependencies: ['procedures', 'database', 'platforms', 'clock', 'idempotency'] },
);

import * as declared from '@feira/schemas/procedures/payouts';
import fp from 'fastify-plugin';
import { parseAfter } from '../../plugins/procedures.ts';
import { cutPage } from '../../shared/page-cursor.ts';
import { toDestination } from './destination-view.ts';
import { addBankAccount, addPixKey, decideBankAccount, removeDestination } from './destinations.ts';
import { type ManagedRow, selectDestinations, selectManaged } from './model.ts';
import { addWithdrawalProcedures } from './withdrawal-procedures.ts';

const DEFAULT_LIMIT = 25;

const toManaged = (row: ManagedRow) => ({
  ...toDestination(row),
  person: { id: row.personId, name: row.personName, email: row.personEmail },
  isOwnDocument: row.isOwnDocument,
});

/** Those that wait come first, so where a page ended is not told by a time alone. */
const WAITING = 'w';
const OTHERS = 'o';

const parseManagedAfter = (after: string) => ({
  ...parseAfter(after.startsWith(WAITING) || after.startsWith(OTHERS) ? after.slice(1) : ''),
  isWaiting: after.startsWith(WAITING),
});

export default fp(
  async (app) => {
    app.procedure(declared.listDestinations, async ({ platform, person }) => {
      const [result] = await app.database.read(platform.id, [selectDestinations(platform.id, person.id)], true);
      return {
        destinations: result.rows.map(toDestination),
        coolingHours: platform.settings.withdrawals.coolingHours,
      };
    });

    app.procedure(declared.addPixKey, async ({ input, ...asking }) => ({
      destination: toDestination(await addPixKey(app, asking, input.pixKey, input.pixType)),
    }));

    app.procedure(declared.addBankAccount, async ({ input, ...asking }) => {
      const account = {
        ...input,
        branchDigit: input.branchDigit?.toUpperCase() ?? null,
        accountDigit: input.accountDigit.toUpperCase(),
      };
      return { destination: toDestination(await addBankAccount(app, asking, account)) };
    });

    app.procedure(declared.removeDestination, ({ input, ...asking }) =>
      removeDestination(app, asking, input.destinationId),
    );

    app.procedure(declared.listBankAccounts, async ({ input, platform }) => {
      const { after, limit = DEFAULT_LIMIT, ...filter } = input;
      const wanted = { ...filter, ...(after && { after: parseManagedAfter(after) }) };
      const [result] = await app.database.read(platform.id, [selectManaged(platform.id, wanted, limit + 1)], true);
      const { page, next } = cutPage(result.rows, limit);
      const prefix = page.at(-1)?.status === 'WAITING' ? WAITING : OTHERS;
      return { items: page.map(toManaged), next: next && `${prefix}${next}` };
    });

    app.procedure(declared.decideBankAccount, ({ input, ...asking }) => decideBankAccount(app, asking, input));

    addWithdrawalProcedures(app);
  },
  { name: 'payouts-procedures', dependencies: ['procedures', 'database', 'platforms', 'clock', 'idempotency'] },
);

import type { Currency } from '@feira/schemas/common';
import * as declared from '@feira/schemas/procedures/balances';
import fp from 'fastify-plugin';
import { checkPeriod, readPage } from '../../plugins/procedures.ts';
import {
  type AccountRow,
  HOLDS,
  readBalancesAfter,
  STATEMENT,
  selectAccounts,
  selectDisputed,
  selectReceiverParts,
  selectReleases,
} from './statement-model.ts';

function toBalance(rows: AccountRow[], currency: Currency) {
  const balanceOf = (kind: AccountRow['kind']) =>
    rows.find((row) => row.kind === kind && row.currency === currency)?.balance ?? 0;
  const others = new Set(rows.map((row) => row.currency).filter((other) => other !== currency));
  return {
    currency,
    otherCurrencies: [...others],
    pending: balanceOf('PENDING'),
    available: balanceOf('AVAILABLE'),
    reserved: balanceOf('RESERVED'),
    owed: Math.abs(balanceOf('OWED')),
  };
}

export default fp(
  async (app) => {
    app.procedure(declared.getBalance, async ({ input, platform, person }) => {
      const owner = { personId: person.id, currency: input.currency ?? platform.settings.currency };
      const [accounts, releases, disputed] = await app.database.read(platform.id, [
        selectAccounts(platform.id, person.id),
        selectReleases(platform.id, owner, app.clock.now()),
        selectDisputed(platform.id, owner),
      ]);
      return {
        ...toBalance(accounts.rows, owner.currency),
        releases: releases.rows,
        disputed: disputed.rows[0]!.disputed,
      };
    });

    app.procedure(declared.listStatement, async ({ input, platform, person }) => {
      const filter = { currency: platform.settings.currency, ...input, personId: person.id };
      const { rows, next } = await readPage(app, platform.id, STATEMENT, filter);
      const balances = await readBalancesAfter(app, platform.id, filter, rows);
      return {
        items: rows.map((row, index) => ({ ...row, balance: balances[index] ?? null })),
        next,
        currency: filter.currency,
      };
    });

    app.procedure(declared.listReceiverParts, async ({ input, platform, person }) => {
      const { from, to, currency = platform.settings.currency } = input;
      checkPeriod({ from, to });
      const owner = { personId: person.id, currency };
      const parts = selectReceiverParts(platform.id, owner, { from, to });
      return { items: await app.database.list(platform.id, parts), currency };
    });

    app.procedure(declared.listHolds, async ({ input, platform, person }) => {
      const filter = { currency: platform.settings.currency, ...input, personId: person.id };
      const { rows, next } = await readPage(app, platform.id, HOLDS, filter);
      return { items: rows, next };
    });
  },
  { name: 'ledger-procedures', dependencies: ['procedures', 'database', 'clock'] },
);

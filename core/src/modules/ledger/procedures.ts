import type { Currency } from '@feira/schemas/common';
import * as declared from '@feira/schemas/procedures/balances';
import fp from 'fastify-plugin';
import { checkPeriod, parseAfter } from '../../plugins/procedures.ts';
import { cutPage } from '../../shared/page-cursor.ts';
import {
  type AccountRow,
  type HoldRow,
  type StatementRow,
  selectAccounts,
  selectDisputed,
  selectHolds,
  selectReceiverParts,
  selectReleases,
  selectStatement,
} from './statement-model.ts';

const DEFAULT_LIMIT = 25;

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

const toLine = ({ microseconds: _, occurredAt, paymentId, title, ...line }: StatementRow) => ({
  ...line,
  occurredAt: occurredAt.toISOString(),
  payment: paymentId === null ? null : { paymentId, title: title ?? '' },
});

const toHold = ({ microseconds: _, createdAt, releaseAt, ...hold }: HoldRow) => ({
  ...hold,
  createdAt: createdAt.toISOString(),
  releaseAt: releaseAt?.toISOString() ?? null,
});

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
        disputed: disputed.rows[0].disputed as number,
      };
    });

    app.procedure(declared.listStatement, async ({ input, platform, person }) => {
      const { limit = DEFAULT_LIMIT, after, currency = platform.settings.currency, ...filter } = input;
      checkPeriod(filter);
      const wanted = { ...filter, ...(after && { after: parseAfter(after) }) };
      const owner = { personId: person.id, currency };
      const [result] = await app.database.read(platform.id, [selectStatement(platform.id, owner, wanted, limit + 1)]);
      const { page, next } = cutPage(result.rows, limit);
      return { items: page.map(toLine), next, currency };
    });

    app.procedure(declared.listReceiverParts, async ({ input, platform, person }) => {
      const { from, to, currency = platform.settings.currency } = input;
      checkPeriod({ from, to });
      const owner = { personId: person.id, currency };
      const [result] = await app.database.read(platform.id, [selectReceiverParts(platform.id, owner, { from, to })]);
      return { items: result.rows, currency };
    });

    app.procedure(declared.listHolds, async ({ input, platform, person }) => {
      const { limit = DEFAULT_LIMIT, after, currency = platform.settings.currency, reason } = input;
      const wanted = { reason, ...(after && { after: parseAfter(after) }) };
      const owner = { personId: person.id, currency };
      const [result] = await app.database.read(platform.id, [selectHolds(platform.id, owner, wanted, limit + 1)]);
      const { page, next } = cutPage(result.rows, limit);
      return { items: page.map(toHold), next };
    });
  },
  { name: 'ledger-procedures', dependencies: ['procedures', 'database', 'clock'] },
);

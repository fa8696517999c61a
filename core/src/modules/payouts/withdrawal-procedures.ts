/** Adds the procedures of withdrawals; those of destinations stand in procedures.ts. */
import type { Currency } from '@feira/schemas/common';
import * as declared from '@feira/schemas/procedures/payouts';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import { readPage } from '../../plugins/procedures.ts';
import type { Person } from '../../plugins/sessions.ts';
import { findWithdrawal } from './advance.ts';
import { correctWithdrawal } from './corrections.ts';
import { approveWithdrawal, rejectWithdrawal, settleWithdrawal } from './decisions.ts';
import { toDestination } from './destination-view.ts';
import { maskReceiver } from './labels.ts';
import { type ReceiverOfPerson, selectAvailable, selectDestinations, selectReceiversOf } from './model.ts';
import { choosePayer, listPayable, listPayers } from './payers.ts';
import { OWN_WITHDRAWALS, PAYOUTS } from './withdrawal-lists.ts';
import { toManaged, toWithdrawal } from './withdrawal-views.ts';
import { cancelWithdrawal, leastOf, PAYABLE_CURRENCY, requestWithdrawal } from './withdrawals.ts';

/** People who decide see all withdrawals; people with the permission for paid ones see those alone. */
function checkView({ permissions }: Person, role: 'seller' | 'manager', view: 'OPEN' | 'PAID' | 'ALL'): void {
  const { open, paid } = declared.PAYOUT_PERMISSIONS[role];
  if (!permissions.includes(view === 'PAID' ? paid : open)) throw new AppError('ACCESS_DENIED');
}

async function readTerms(app: FastifyInstance, platform: PlatformContext, personId: string, currency: Currency) {
  const rules = platform.settings.withdrawals;
  const payers = await listPayers(app, platform);
  const isPayable = ({ connectionId }: ReceiverOfPerson) =>
    choosePayer(payers, { method: 'RECEIVER', connectionId }) !== null;
  const [available, destinations, receivers] = await app.database.read(
    platform.id,
    [
      selectAvailable(platform.id, personId, currency),
      selectDestinations(platform.id, personId),
      selectReceiversOf(platform.id, personId),
    ],
    true,
  );
  return {
    currency,
    available: available.rows[0]?.balance ?? 0,
    fee: rules.fee,
    minimum: leastOf(rules),
    automaticUpTo: rules.automaticUpTo,
    secondApprovalAbove: rules.secondApprovalAbove,
    coolingHours: rules.coolingHours,
    methods: currency === PAYABLE_CURRENCY ? listPayable(payers) : [],
    destinations: destinations.rows.map(toDestination),
    receivers: receivers.rows
      .filter(isPayable)
      .map(({ id, provider, receiverId }) => ({ id, provider, label: maskReceiver(provider, receiverId) })),
  };
}

export function addWithdrawalProcedures(app: FastifyInstance): void {
  app.procedure(declared.getWithdrawalTerms, ({ input, platform, person }) =>
    readTerms(app, platform, person.id, input.currency ?? platform.settings.currency),
  );

  app.procedure(declared.requestWithdrawal, async ({ input, reply, ...call }) => {
    const repeatable = { ...call, input, reply, procedure: declared.requestWithdrawal.name };
    const wanted = { ...input, payers: await listPayers(app, call.platform) };
    const answer = await app.doOnce(repeatable, async (transaction) => ({
      withdrawal: toWithdrawal(await requestWithdrawal(app, call, transaction, wanted), call.request.locale),
    }));
    app.payouts.wake();
    return answer;
  });

  app.procedure(declared.cancelWithdrawal, ({ input, ...call }) => cancelWithdrawal(app, call, input.withdrawalId));

  app.procedure(declared.listWithdrawals, async ({ input, platform, person, request }) => {
    const filter = { currency: platform.settings.currency, ...input, personId: person.id };
    const { rows, next, count } = await readPage(app, platform.id, OWN_WITHDRAWALS, filter);
    return { items: rows.map((row) => toWithdrawal(row, request.locale)), next, count };
  });

  app.procedure(declared.listPayouts, async ({ input, platform, person, request }) => {
    const filter = { currency: platform.settings.currency, ...input };
    checkView(person, filter.role, filter.view);
    const { rows, next, totals } = await readPage(app, platform.id, PAYOUTS, filter);
    const looking = { locale: request.locale, person, settings: platform.settings, now: app.clock.now() };
    return { items: rows.map((row) => toManaged(row, looking)), next, currency: filter.currency, ...totals };
  });

  app.procedure(declared.decideWithdrawal, async ({ input, ...call }) => {
    const { withdrawalId, decision, reason } = input;
    const row =
      decision === 'APPROVE'
        ? await approveWithdrawal(app, call, withdrawalId)
        : await rejectWithdrawal(app, call, withdrawalId, reason);
    app.payouts.wake();
    const { person, platform, request } = call;
    const looking = { locale: request.locale, person, settings: platform.settings, now: app.clock.now() };
    return { withdrawal: toManaged(row, looking) };
  });

  app.procedure(declared.settleWithdrawal, async ({ input, ...call }) => {
    const known = await findWithdrawal(app, call.platform.id, input.withdrawalId);
    const settle = known?.contradictedAs ? correctWithdrawal : settleWithdrawal;
    const row = await settle(app, call, input);
    const { person, platform, request } = call;
    const looking = { locale: request.locale, person, settings: platform.settings, now: app.clock.now() };
    return { withdrawal: toManaged(row, looking) };
  });
}

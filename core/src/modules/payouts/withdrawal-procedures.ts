/** The procedures about withdrawals themselves; those about where they go stand in procedures.ts. */
import type { Currency } from '@feira/schemas/common';
import { MAX_PERIOD_DAYS } from '@feira/schemas/options';
import * as declared from '@feira/schemas/procedures/payouts';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import { parseAfter } from '../../plugins/procedures.ts';
import type { Person } from '../../plugins/sessions.ts';
import { cutPage } from '../../shared/page-cursor.ts';
import { approveWithdrawal, rejectWithdrawal, settleWithdrawal } from './decisions.ts';
import { toDestination } from './destination-view.ts';
import { maskReceiver } from './labels.ts';
import { type ReceiverOfPerson, selectAvailable, selectDestinations, selectReceiversOf } from './model.ts';
import { choosePayer, listPayable, listPayers } from './payers.ts';
import { selectOwn, selectPayouts, sumPayouts } from './withdrawal-lists.ts';
import { toManaged, toWithdrawal } from './withdrawal-views.ts';
import { cancelWithdrawal, leastOf, PAYABLE_CURRENCY, requestWithdrawal } from './withdrawals.ts';

const DEFAULT_LIMIT = 25;
const DAY_MS = 86_400_000;

function checkPeriod({ from, to }: { from?: string; to?: string }): void {
  if (!from || !to) return;
  // Both included; 0 and less where the period ends before it begins.
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1 || days > MAX_PERIOD_DAYS) throw new AppError('PERIOD_INVALID', { fields: ['to'] });
}

/** What waits comes first, so where a page ended is not told by a time alone. */
const WAITING = 'w';
const OTHERS = 'o';

const parsePayoutsAfter = (after: string) => ({
  ...parseAfter(after.startsWith(WAITING) || after.startsWith(OTHERS) ? after.slice(1) : ''),
  isWaiting: after.startsWith(WAITING),
});

/** Whoever decides sees everything; whoever may see what was paid sees that alone. */
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
    available: (available.rows[0]?.balance ?? 0) as number,
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

  app.procedure(declared.requestWithdrawal, async ({ input, reply, ...asking }) => {
    const call = { ...asking, input, reply, procedure: declared.requestWithdrawal.name };
    const wanted = { ...input, payers: await listPayers(app, asking.platform) };
    const answer = await app.doOnce(call, async (transaction) => ({
      withdrawal: toWithdrawal(await requestWithdrawal(app, asking, transaction, wanted), asking.request.locale),
    }));
    app.payouts.wake();
    return answer;
  });

  app.procedure(declared.cancelWithdrawal, ({ input, ...asking }) => cancelWithdrawal(app, asking, input.withdrawalId));

  app.procedure(declared.listWithdrawals, async ({ input, platform, person, request }) => {
    const { after, limit = DEFAULT_LIMIT, currency = platform.settings.currency, state } = input;
    const filter = { currency, state, ...(after && { after: parseAfter(after) }) };
    const [result] = await app.database.read(platform.id, [selectOwn(platform.id, person.id, filter, limit + 1)], true);
    const { page, next } = cutPage(result.rows, limit);
    return { items: page.map((row) => toWithdrawal(row, request.locale)), next };
  });

  app.procedure(declared.listPayouts, async ({ input, platform, person, request }) => {
    const { after, limit = DEFAULT_LIMIT, currency = platform.settings.currency, ...wanted } = input;
    checkView(person, wanted.role, wanted.view);
    checkPeriod(wanted);
    const filter = { ...wanted, currency };
    const cursor = after ? parsePayoutsAfter(after) : null;
    const [result, sums] = await app.database.read(
      platform.id,
      [selectPayouts(platform.id, filter, cursor, limit + 1), sumPayouts(platform.id, filter)],
      true,
    );
    const { page, next } = cutPage(result.rows, limit);
    const looking = { locale: request.locale, person, settings: platform.settings, now: app.clock.now() };
    const prefix = page.at(-1)?.state === 'WAITING' ? WAITING : OTHERS;
    return {
      items: page.map((row) => toManaged(row, looking)),
      next: next && `${prefix}${next}`,
      currency,
      ...(sums.rows[0] as { count: number; total: number }),
    };
  });

  app.procedure(declared.decideWithdrawal, async ({ input, ...asking }) => {
    const { withdrawalId, decision, reason } = input;
    const row =
      decision === 'APPROVE'
        ? await approveWithdrawal(app, asking, withdrawalId)
        : await rejectWithdrawal(app, asking, withdrawalId, reason);
    app.payouts.wake();
    const { person, platform, request } = asking;
    const looking = { locale: request.locale, person, settings: platform.settings, now: app.clock.now() };
    return { withdrawal: toManaged(row, looking) };
  });

  app.procedure(declared.settleWithdrawal, async ({ input, ...asking }) => {
    const row = await settleWithdrawal(app, asking, input);
    const { person, platform, request } = asking;
    const looking = { locale: request.locale, person, settings: platform.settings, now: app.clock.now() };
    return { withdrawal: toManaged(row, looking) };
  });
}

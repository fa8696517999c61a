/** Rules of the money a platform keeps for others, as they stand in the form. Pure, so that it has tests. */
import type { Locale } from '@feira/schemas/common';
import { type PlatformSettings, platformSettingsSchema } from '@feira/schemas/platform';
import { readAmount, readBasisPoints, readCount, writeAmount, writeBasisPoints } from '@feira/shell-kit/amount-text';

type MoneyRules = Pick<
  PlatformSettings,
  'custody' | 'installmentFeeBasisPoints' | 'managerBasisPoints' | 'withdrawals' | 'anticipation' | 'disputeHours'
>;

export interface MoneyDraft {
  custody: PlatformSettings['custody'];
  /** What is kept besides the fee of a card sale, by its installments. */
  cardFees: string[];
  managerShare: string;
  withdrawals: { fee: string; minimum: string; automaticUpTo: string; secondApprovalAbove: string; cooling: string };
  /** Ids of connections; none: the oldest that can. */
  payers: { PIX: string; BANK_ACCOUNT: string };
  anticipation: { isOffered: boolean; perDay: string; automaticUpTo: string };
  disputeHours: string;
}

export type MoneyProblem =
  | 'settings.problems.amount'
  | 'settings.problems.percent'
  | 'settings.problems.perDay'
  | 'settings.problems.coolingHours'
  | 'settings.problems.disputeHours'
  | 'settings.problems.automaticUpTo';

/** As the server holds them. */
const { withdrawals, anticipation, disputeHours } = platformSettingsSchema.properties;
const COOLING = withdrawals.properties.coolingHours;
const PER_DAY = anticipation.properties.basisPointsPerDay;

export function toMoneyDraft(rules: MoneyRules, locale: Locale): MoneyDraft {
  const amount = (cents: number) => writeAmount(cents, locale);
  return {
    custody: rules.custody,
    cardFees: rules.installmentFeeBasisPoints.map((fee) => writeBasisPoints(fee, locale)),
    managerShare: writeBasisPoints(rules.managerBasisPoints, locale),
    withdrawals: {
      fee: amount(rules.withdrawals.fee),
      minimum: amount(rules.withdrawals.minimum),
      automaticUpTo: amount(rules.withdrawals.automaticUpTo),
      secondApprovalAbove: amount(rules.withdrawals.secondApprovalAbove),
      cooling: String(rules.withdrawals.coolingHours),
    },
    payers: { PIX: '', BANK_ACCOUNT: '', ...rules.withdrawals.payers },
    anticipation: {
      isOffered: rules.anticipation.isOffered,
      perDay: writeBasisPoints(rules.anticipation.basisPointsPerDay, locale),
      automaticUpTo: amount(rules.anticipation.automaticUpTo),
    },
    disputeHours: String(rules.disputeHours),
  };
}

/** Notes the problem of a field whose text cannot be read. */
export type ReadField = (field: string, value: number | null, problem: MoneyProblem) => number;

export function readMoneyDraft(draft: MoneyDraft, read: ReadField): MoneyRules {
  const amount = (field: string, text: string) => read(field, readAmount(text), 'settings.problems.amount');
  const percent = (field: string, text: string) => read(field, readBasisPoints(text), 'settings.problems.percent');
  const secondApprovalAbove = amount('withdrawals.secondApprovalAbove', draft.withdrawals.secondApprovalAbove);
  const automaticUpTo = amount('withdrawals.automaticUpTo', draft.withdrawals.automaticUpTo);
  // What nobody looks at cannot be what two people look at.
  if (automaticUpTo > secondApprovalAbove) read('withdrawals.automaticUpTo', null, 'settings.problems.automaticUpTo');
  const perDay = readBasisPoints(draft.anticipation.perDay);
  return {
    custody: draft.custody,
    installmentFeeBasisPoints: draft.cardFees.map((text, index) => percent(`installmentFeeBasisPoints.${index}`, text)),
    managerBasisPoints: percent('managerBasisPoints', draft.managerShare),
    withdrawals: {
      fee: amount('withdrawals.fee', draft.withdrawals.fee),
      minimum: amount('withdrawals.minimum', draft.withdrawals.minimum),
      automaticUpTo,
      secondApprovalAbove,
      coolingHours: read(
        'withdrawals.coolingHours',
        readCount(draft.withdrawals.cooling, COOLING.minimum, COOLING.maximum),
        'settings.problems.coolingHours',
      ),
      ...readPayers(draft.payers),
    },
    anticipation: {
      isOffered: draft.anticipation.isOffered,
      basisPointsPerDay: read(
        'anticipation.basisPointsPerDay',
        perDay !== null && perDay <= PER_DAY.maximum ? perDay : null,
        'settings.problems.perDay',
      ),
      automaticUpTo: amount('anticipation.automaticUpTo', draft.anticipation.automaticUpTo),
    },
    disputeHours: read(
      'disputeHours',
      readCount(draft.disputeHours, disputeHours.minimum, disputeHours.maximum),
      'settings.problems.disputeHours',
    ),
  };
}

/** Nothing at all where none is named: as if nobody had ever chosen. */
function readPayers({ PIX, BANK_ACCOUNT }: MoneyDraft['payers']): Pick<MoneyRules['withdrawals'], 'payers'> {
  const payers = { ...(PIX && { PIX }), ...(BANK_ACCOUNT && { BANK_ACCOUNT }) };
  return Object.keys(payers).length > 0 ? { payers } : {};
}

/** Declares the fields of a platform's rules. The functions are pure, so that they have tests. */
import { CURRENCIES, type Currency, type Locale, PAYMENT_METHODS } from '@feira/schemas/common';
import { type PlatformSettings, platformSettingsSchema } from '@feira/schemas/platform';
import type { Proposing } from '@feira/schemas/procedures/money-rules';
import type { updateRules } from '@feira/schemas/procedures/settings';
import { softDescriptor } from '@feira/schemas/rules/soft-descriptor';
import {
  PERSON_DOCUMENTS,
  VERIFICATION_DOCUMENTS,
  type VerificationDemand,
  type VerificationProvider,
} from '@feira/schemas/verification';
import { amountsAbroad, perMethod } from '@feira/shell-desk/amounts/amount-fields.ts';
import { dunning } from '@feira/shell-desk/dunning/dunning-fields.ts';
import { fee } from '@feira/shell-desk/installments/steps.ts';
import { readCount } from '@feira/shell-kit/amount-text';
import {
  amount,
  check,
  choice,
  count,
  type FieldsOf,
  field,
  group,
  list,
  optional,
  percent,
  problem,
  type Reading,
  type ShownOf,
  several,
  text,
  type ValueOf,
  withRules,
} from '@feira/shell-kit/fields';

export type Rules = Omit<PlatformSettings, 'customization'>;

export const EXPIRY_UNITS = { minutes: 60, hours: 3600, days: 86_400, seconds: 1 } as const;
export type ExpiryUnit = keyof typeof EXPIRY_UNITS;

/** The server's limits. */
const {
  pixExpiresInSeconds: EXPIRY,
  withdrawals,
  anticipation,
  disputeHours,
  unpaidBuyerDays,
  cardLimits,
  verification,
} = platformSettingsSchema.properties;
const { validMonths: VALID, keptDays: KEPT } = verification.properties;
const COOLING = withdrawals.properties.coolingHours;

export const CARD_LIMITS = [
  'refusalsPerCard',
  'codeRefusalsPerCard',
  'cardsPerBuyer',
  'refusalsBeforeChallenge',
  'refusalsPerOffer',
] as const;
const cardLimit = (name: (typeof CARD_LIMITS)[number]) =>
  count('settings.problems.cardLimit', cardLimits.properties[name].minimum, cardLimits.properties[name].maximum);

/** The duration of a reserve whose rule names none. */
const RESERVE_DAYS = 90;

/** Returns the largest unit that divides the duration evenly. */
export const chooseUnit = (seconds: number): ExpiryUnit =>
  (['days', 'hours', 'minutes'] as const).find((unit) => seconds % EXPIRY_UNITS[unit] === 0) ?? 'seconds';

const PIX_EXPIRY = field({
  show: (seconds: number | null | undefined) => {
    const unit = chooseUnit(seconds ?? 0);
    return { count: String((seconds ?? 0) / EXPIRY_UNITS[unit]), unit };
  },
  read: (shown: { count: string; unit: ExpiryUnit }) => {
    const seconds = (readCount(shown.count, 1, EXPIRY.maximum) ?? 0) * EXPIRY_UNITS[shown.unit];
    return seconds >= EXPIRY.minimum && seconds <= EXPIRY.maximum ? seconds : problem('settings.problems.expiry');
  },
});

type DescriptorProblem = 'settings.problems.softDescriptor' | 'settings.problems.softDescriptorKept';
/** A name that was set can be changed and not removed: the server keeps a field that the input leaves out. */
const SOFT_DESCRIPTOR = field<string, string | undefined, DescriptorProblem>({
  mask: softDescriptor,
  control: { autoCapitalize: 'characters', spellCheck: false },
  show: (stored) => stored ?? '',
  read: (typed, stored) => {
    const name = typed.trim().toUpperCase();
    if (!name) return stored ? problem('settings.problems.softDescriptorKept') : undefined;
    return /^[A-Z0-9]{1,13}$/.test(name) ? name : problem('settings.problems.softDescriptor');
  },
});

/** An unset value that equals the default stays unset: opening the form changes nothing. */
const RESERVED_DAYS = field<string, number | undefined, 'settings.problems.reserveDays'>({
  control: { inputMode: 'numeric' },
  show: (stored) => String(stored ?? RESERVE_DAYS),
  read: (typed, stored) => {
    const days = readCount(typed, 1, 365);
    if (days === null) return problem('settings.problems.reserveDays');
    return stored === undefined && days === RESERVE_DAYS ? undefined : days;
  },
});
const AWAITS_GUARANTEE = field<boolean, boolean | undefined>({
  show: (stored) => stored ?? false,
  read: (shown, stored) => (stored === undefined && !shown ? undefined : shown),
});

const FEES = list(percent('settings.problems.percent'));
/** One installment is always free of interest. */
const BUYER_FEES: typeof FEES = { ...FEES, read: (shown, stored) => FEES.read(['0', ...shown.slice(1)], stored) };

const PAYERS = group({ PIX: optional(text()), BANK_ACCOUNT: optional(text()) });
/** An empty choice leaves the field out, as before the first choice. */
const readPayers = (shown: ShownOf<typeof PAYERS>): Reading<ValueOf<typeof PAYERS> | undefined, never> => {
  const { value } = PAYERS.read(shown);
  return { value: Object.keys(value).length > 0 ? value : undefined, problems: {} };
};

const SINGLE = group({
  methods: several(PAYMENT_METHODS, 'settings.problems.methods'),
  currencies: several(CURRENCIES, 'settings.problems.currencies'),
  currency: choice<Currency>('BRL'),
  locale: choice<Locale>('pt-BR'),
  softDescriptor: SOFT_DESCRIPTOR,
  pixExpiresInSeconds: PIX_EXPIRY,
  billetExpiresInDays: count('settings.problems.billetDays', 1, 60),
  fillMissingIdentity: check(),
  isRegistrationOpen: check(),
  hasProductReview: check(),
  showsAllStores: check(),
  installments: group({
    max: choice(12),
    interestFree: choice(1),
    feeBasisPoints: BUYER_FEES,
    minimumInstallment: amount('settings.problems.amount'),
    minimumInstallmentAbroad: amountsAbroad('settings.problems.amount'),
  }),
  fees: perMethod(fee('settings.problems.percent', 'settings.problems.amount')),
  /** The further fee of a card sale, by its installments. */
  installmentFeeBasisPoints: FEES,
  release: perMethod(
    group({
      days: count('settings.problems.days', 0, 365),
      reserveBasisPoints: percent('settings.problems.percent'),
      reserveDays: RESERVED_DAYS,
      awaitsGuarantee: AWAITS_GUARANTEE,
    }),
  ),
  managerBasisPoints: percent('settings.problems.percent'),
  custody: choice<PlatformSettings['custody']>('PLATFORM'),
  withdrawals: group({
    fee: amount('settings.problems.amount'),
    minimum: amount('settings.problems.amount'),
    automaticUpTo: amount('settings.problems.amount'),
    secondApprovalAbove: amount('settings.problems.amount'),
    coolingHours: count('settings.problems.coolingHours', COOLING.minimum, COOLING.maximum),
    /** Ids of connections; an empty one lets the oldest capable connection pay. */
    payers: { ...PAYERS, read: readPayers },
    /** Left out where it is off. */
    believesEvents: field<boolean, boolean | undefined>({
      show: (stored) => stored ?? false,
      read: (shown) => shown || undefined,
    }),
  }),
  anticipation: group({
    isOffered: check(),
    basisPointsPerDay: percent('settings.problems.perDay', anticipation.properties.basisPointsPerDay.maximum),
    automaticUpTo: amount('settings.problems.amount'),
    automaticUpToAbroad: amountsAbroad('settings.problems.amount'),
  }),
  cardLimits: group({
    refusalsPerCard: cardLimit('refusalsPerCard'),
    codeRefusalsPerCard: cardLimit('codeRefusalsPerCard'),
    cardsPerBuyer: cardLimit('cardsPerBuyer'),
    refusalsBeforeChallenge: cardLimit('refusalsBeforeChallenge'),
    refusalsPerOffer: cardLimit('refusalsPerOffer'),
  }),
  verification: group({
    demand: choice<VerificationDemand>('NEVER'),
    freeUpTo: amount('settings.problems.amount'),
    documentsOfPeople: several(PERSON_DOCUMENTS, 'settings.problems.verificationDocuments'),
    documentsOfCompanies: several(VERIFICATION_DOCUMENTS, 'settings.problems.verificationDocuments'),
    validMonths: count('settings.problems.validMonths', VALID.minimum, VALID.maximum),
    keptDays: count('settings.problems.keptDays', KEPT.minimum, KEPT.maximum),
    secondApprovalAbove: amount('settings.problems.amount'),
    provider: choice<VerificationProvider>('NONE'),
  }),
  unpaidBuyerDays: count('settings.problems.unpaidBuyerDays', unpaidBuyerDays.minimum, unpaidBuyerDays.maximum),
  disputeHours: count('settings.problems.disputeHours', disputeHours.minimum, disputeHours.maximum),
  dunning: dunning('settings.problems.dunning'),
  ruleApprovalAbove: percent('settings.problems.percent'),
} satisfies FieldsOf<typeof updateRules, keyof Proposing>);

export const RULES = withRules(SINGLE, ({ currency, currencies, installments, withdrawals }) => [
  [currencies?.includes(currency) === false, 'currency', 'settings.problems.currency'],
  [installments.interestFree > installments.max, 'installments.interestFree', 'settings.problems.interestFree'],
  // The limit for two people cannot lie below the limit for one.
  [
    withdrawals.automaticUpTo > withdrawals.secondApprovalAbove,
    'withdrawals.automaticUpTo',
    'settings.problems.automaticUpTo',
  ],
]);

/** A platform's rules as they stand in the form: what is typed stays text until it is saved. Pure, so that it has tests. */
import { CURRENCIES, type Currency, type Locale, PAYMENT_METHODS, type PaymentMethod } from '@feira/schemas/common';
import { type PlatformSettings, platformSettingsSchema } from '@feira/schemas/platform';
import type { Input } from '@feira/schemas/procedure';
import type { updateRules } from '@feira/schemas/procedures/settings';
import { readAmount, readBasisPoints, readCount, writeAmount, writeBasisPoints } from '@feira/shell-kit/amount-text';
import { type MoneyDraft, type MoneyProblem, readMoneyDraft, toMoneyDraft } from './money-draft.ts';

export type RulesInput = Input<typeof updateRules>;
export type Rules = Omit<PlatformSettings, 'customization'>;

export const EXPIRY_UNITS = { minutes: 60, hours: 3600, days: 86_400, seconds: 1 } as const;
export type ExpiryUnit = keyof typeof EXPIRY_UNITS;
/** As the server holds it. */
const EXPIRY_LIMITS = platformSettingsSchema.properties.pixExpiresInSeconds;

/** How long a reserve stays where a rule does not say. */
export const RESERVE_DAYS = 90;

type PerMethod<T> = Record<PaymentMethod, T>;

export interface ReleaseDraft {
  days: string;
  reserve: string;
  reserveDays: string;
  awaitsGuarantee: boolean;
}

export interface RulesDraft extends MoneyDraft {
  currency: Currency;
  currencies: Currency[];
  locale: Locale;
  methods: PaymentMethod[];
  max: number;
  interestFree: number;
  /** Of 2 to 12 installments and of 1, which is always free of interest. */
  installmentFees: string[];
  minimumInstallment: string;
  softDescriptor: string;
  pixExpiry: string;
  pixExpiryUnit: ExpiryUnit;
  billetExpiry: string;
  fillMissingIdentity: boolean;
  fees: PerMethod<{ percent: string; fixed: string }>;
  release: PerMethod<ReleaseDraft>;
  isRegistrationOpen: boolean;
}

/** By name of the field as the server knows it; the values are keys of texts. */
export type RulesProblems = Partial<Record<string, ProblemKey>>;
type ProblemKey =
  | MoneyProblem
  | 'settings.problems.days'
  | 'settings.problems.reserveDays'
  | 'settings.problems.billetDays'
  | 'settings.problems.expiry'
  | 'settings.problems.methods'
  | 'settings.problems.currencies'
  | 'settings.problems.currency'
  | 'settings.problems.interestFree'
  | 'settings.problems.softDescriptor'
  | 'settings.problems.softDescriptorKept';

const perMethod = <T>(create: (method: PaymentMethod) => T): PerMethod<T> => ({
  PIX: create('PIX'),
  CREDIT_CARD: create('CREDIT_CARD'),
  BILLET: create('BILLET'),
});

/** The largest unit that says it without a rest. */
export const chooseUnit = (seconds: number): ExpiryUnit =>
  (['days', 'hours', 'minutes'] as const).find((unit) => seconds % EXPIRY_UNITS[unit] === 0) ?? 'seconds';

export function toDraft(rules: Rules, locale: Locale): RulesDraft {
  const { installments, pixExpiresInSeconds } = rules;
  const unit = chooseUnit(pixExpiresInSeconds);
  return {
    currency: rules.currency,
    currencies: CURRENCIES.filter((currency) => rules.currencies.includes(currency)),
    locale: rules.locale,
    methods: PAYMENT_METHODS.filter((method) => rules.methods.includes(method)),
    max: installments.max,
    interestFree: installments.interestFree,
    installmentFees: installments.feeBasisPoints.map((fee) => writeBasisPoints(fee, locale)),
    minimumInstallment: writeAmount(installments.minimumInstallment, locale),
    softDescriptor: rules.softDescriptor ?? '',
    pixExpiry: String(pixExpiresInSeconds / EXPIRY_UNITS[unit]),
    pixExpiryUnit: unit,
    billetExpiry: String(rules.billetExpiresInDays),
    fillMissingIdentity: rules.fillMissingIdentity,
    fees: perMethod((method) => ({
      percent: writeBasisPoints(rules.fees[method].basisPoints, locale),
      fixed: writeAmount(rules.fees[method].fixed, locale),
    })),
    release: perMethod((method) => ({
      days: String(rules.release[method].days),
      reserve: writeBasisPoints(rules.release[method].reserveBasisPoints, locale),
      reserveDays: String(rules.release[method].reserveDays ?? RESERVE_DAYS),
      awaitsGuarantee: rules.release[method].awaitsGuarantee ?? false,
    })),
    ...toMoneyDraft(rules, locale),
    isRegistrationOpen: rules.isRegistrationOpen,
  };
}

export interface ReadRules {
  /** Complete where there are no problems. */
  rules: Required<RulesInput>;
  problems: RulesProblems;
}

/** What the form says, and what cannot be understood or cannot be. */
export function readDraft(draft: RulesDraft, current: Rules): ReadRules {
  const problems: RulesProblems = {};
  const read = (field: string, value: number | null, problem: ProblemKey): number => {
    if (value === null) problems[field] = problem;
    return value ?? 0;
  };
  const amount = (field: string, text: string) => read(field, readAmount(text), 'settings.problems.amount');
  const percent = (field: string, text: string) => read(field, readBasisPoints(text), 'settings.problems.percent');
  const days = (field: string, text: string) => read(field, readCount(text, 0, 365), 'settings.problems.days');
  const release = (method: PaymentMethod): Rules['release'][PaymentMethod] => {
    const typed = draft.release[method];
    const before = current.release[method];
    const reserveDays = read(
      `release.${method}.reserveDays`,
      readCount(typed.reserveDays, 1, 365),
      'settings.problems.reserveDays',
    );
    return {
      ...before,
      days: days(`release.${method}.days`, typed.days),
      reserveBasisPoints: percent(`release.${method}.reserveBasisPoints`, typed.reserve),
      // What was never said and is as usual stays unsaid: opening the form is no change.
      ...((before.reserveDays !== undefined || reserveDays !== RESERVE_DAYS) && { reserveDays }),
      ...((before.awaitsGuarantee !== undefined || typed.awaitsGuarantee) && {
        awaitsGuarantee: typed.awaitsGuarantee,
      }),
    };
  };
  const seconds = readExpiry(draft.pixExpiry, draft.pixExpiryUnit);
  const softDescriptor = draft.softDescriptor.trim().toUpperCase();

  const rules: Required<RulesInput> = {
    ...current,
    softDescriptor,
    currency: draft.currency,
    currencies: draft.currencies,
    locale: draft.locale,
    methods: draft.methods,
    installments: {
      max: draft.max,
      interestFree: draft.interestFree,
      feeBasisPoints: draft.installmentFees.map((text, index) =>
        index === 0 ? 0 : percent(`installments.feeBasisPoints.${index}`, text),
      ),
      minimumInstallment: amount('installments.minimumInstallment', draft.minimumInstallment),
    },
    pixExpiresInSeconds: read('pixExpiresInSeconds', seconds, 'settings.problems.expiry'),
    billetExpiresInDays: read(
      'billetExpiresInDays',
      readCount(draft.billetExpiry, 1, 60),
      'settings.problems.billetDays',
    ),
    fillMissingIdentity: draft.fillMissingIdentity,
    fees: perMethod((method) => ({
      basisPoints: percent(`fees.${method}.basisPoints`, draft.fees[method].percent),
      fixed: amount(`fees.${method}.fixed`, draft.fees[method].fixed),
    })),
    release: perMethod(release),
    ...readMoneyDraft(draft, read),
    isRegistrationOpen: draft.isRegistrationOpen,
  };
  if (draft.methods.length === 0) problems.methods = 'settings.problems.methods';
  if (draft.currencies.length === 0) problems.currencies = 'settings.problems.currencies';
  else if (!draft.currencies.includes(draft.currency)) problems.currency = 'settings.problems.currency';
  if (draft.interestFree > draft.max) problems['installments.interestFree'] = 'settings.problems.interestFree';
  if (softDescriptor && !/^[A-Z0-9]{1,13}$/.test(softDescriptor))
    problems.softDescriptor = 'settings.problems.softDescriptor';
  // What is left out stays, so a name once set can be changed and not taken away.
  if (!softDescriptor && current.softDescriptor) problems.softDescriptor = 'settings.problems.softDescriptorKept';
  return { rules, problems };
}

function readExpiry(text: string, unit: ExpiryUnit): number | null {
  const count = readCount(text, 1, EXPIRY_LIMITS.maximum);
  const seconds = (count ?? 0) * EXPIRY_UNITS[unit];
  return seconds >= EXPIRY_LIMITS.minimum && seconds <= EXPIRY_LIMITS.maximum ? seconds : null;
}

/** Only what is different: what somebody else has changed meanwhile is left alone. */
export function findChanges(rules: Required<RulesInput>, current: Rules): RulesInput {
  const changed = Object.entries(rules).filter(([name, value]) => {
    const before = current[name as keyof Rules];
    if (name === 'softDescriptor' && !value) return false;
    return toComparable(value) !== toComparable(before);
  });
  return Object.fromEntries(changed) as RulesInput;
}

/** The same whatever order names and choices come in. */
const toComparable = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => {
    if (Array.isArray(part) && part.every((item) => typeof item === 'string')) return [...part].sort();
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  }) ?? '';

/** Declares the fields of the terms that were agreed with one person. The functions are pure, so that they have tests. */
import type { Output } from '@feira/schemas/procedure';
import type { getPersonTerms, setPersonTerms } from '@feira/schemas/procedures/fees';
import type { Proposing } from '@feira/schemas/procedures/money-rules';
import { perMethod } from '@feira/shell-desk/amounts/amount-fields.ts';
import { cardFee, fee, steps } from '@feira/shell-desk/installments/steps.ts';
import { count, type Field, type FieldsOf, field, group, optional, percent, switched } from '@feira/shell-kit/fields';

export type Terms = Omit<Output<typeof getPersonTerms>, 'person'>;

/** Says whether money also waits for the product's guarantee. */
export const GUARANTEE_CHOICES = ['PLATFORM', 'WAITS', 'PASSES'] as const;
type GuaranteeChoice = (typeof GUARANTEE_CHOICES)[number];

const GUARANTEE = field<GuaranteeChoice, boolean | undefined>({
  show: (stored) => (stored === undefined || stored === null ? 'PLATFORM' : stored ? 'WAITS' : 'PASSES'),
  read: (chosen) => (chosen === 'PLATFORM' ? undefined : chosen === 'WAITS'),
});

const STEPS = steps('terms.problems.percent');
const OWN_STEPS: Field<{ isOn: boolean; steps: string[] }, number[] | undefined, 'terms.problems.percent'> = {
  show: (stored, locale) => ({ isOn: stored !== undefined && stored !== null, steps: STEPS.show(stored, locale) }),
  read: (shown) => (shown.isOn ? STEPS.read(shown.steps) : { value: undefined, problems: {} }),
};

const SHARE = percent('terms.problems.percent');
/** An empty field means the platform's value. */
const OWN_SHARE: Field<string, number | null, 'terms.problems.percent'> = {
  ...SHARE,
  read: (shown) => (shown.trim() === '' ? { value: null, problems: {} } : SHARE.read(shown)),
};

const FEE = switched(fee('terms.problems.percent', 'terms.problems.amount'));
const RELEASE = switched(
  group({
    days: count('terms.problems.days', 0, 365),
    reserveBasisPoints: percent('terms.problems.percent'),
    /** An empty field means the platform's value. */
    reserveDays: optional(count('terms.problems.reserveDays', 1, 365)),
    awaitsGuarantee: GUARANTEE,
  }),
);

export const TERMS = group({
  fees: group({
    PIX: FEE,
    CREDIT_CARD: switched(cardFee(OWN_STEPS, 'terms.problems.percent', 'terms.problems.amount')),
    BILLET: FEE,
  }),
  release: perMethod(RELEASE),
  managerBasisPoints: OWN_SHARE,
} satisfies FieldsOf<typeof setPersonTerms, 'personId' | keyof Proposing>);

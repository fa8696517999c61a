/** What was agreed with one person, as it stands in the form. Pure, so that it has tests. */
import { type Locale, PAYMENT_METHODS, type PaymentMethod } from '@feira/schemas/common';
import type { Input, Output } from '@feira/schemas/procedure';
import type { getPersonTerms, setPersonTerms } from '@feira/schemas/procedures/fees';
import { readAmount, readBasisPoints, readCount, writeAmount, writeBasisPoints } from '@feira/shell-kit/amount-text';
import { readSteps, toSteps } from '@feira/shell-kit/installment-steps';

export type Terms = Omit<Output<typeof getPersonTerms>, 'person'>;
type TermsInput = Omit<Input<typeof setPersonTerms>, 'personId'>;

export interface MethodTermsDraft {
  hasFee: boolean;
  percent: string;
  fixed: string;
  hasRelease: boolean;
  days: string;
  reserve: string;
  /** Empty: as the platform says. */
  reserveDays: string;
  guarantee: GuaranteeChoice;
}

/** Whether money also waits for the product's guarantee. */
export const GUARANTEE_CHOICES = ['PLATFORM', 'WAITS', 'PASSES'] as const;
export type GuaranteeChoice = (typeof GUARANTEE_CHOICES)[number];

export interface TermsDraft {
  /** Of a card sale, by its installments; only where the fee is this person's own. */
  hasSteps: boolean;
  steps: string[];
  methods: Record<PaymentMethod, MethodTermsDraft>;
  /** Empty: as the platform says. */
  managerShare: string;
}

export type TermsProblem =
  | 'terms.problems.percent'
  | 'terms.problems.amount'
  | 'terms.problems.days'
  | 'terms.problems.reserveDays';

/** As the server names it. */
export const STEPS = 'fees.CREDIT_CARD.installmentBasisPoints';

const perMethod = <T>(create: (method: PaymentMethod) => T): Record<PaymentMethod, T> => ({
  PIX: create('PIX'),
  CREDIT_CARD: create('CREDIT_CARD'),
  BILLET: create('BILLET'),
});

export function toTermsDraft(
  { fees, release, managerBasisPoints }: Omit<Terms, 'currency'>,
  locale: Locale,
): TermsDraft {
  const steps = fees.CREDIT_CARD?.installmentBasisPoints;
  return {
    hasSteps: steps !== undefined,
    steps: toSteps(steps, locale),
    methods: perMethod((method) => {
      const [fee, rule] = [fees[method], release[method]];
      return {
        hasFee: fee !== undefined,
        percent: fee ? writeBasisPoints(fee.basisPoints, locale) : '',
        fixed: fee ? writeAmount(fee.fixed, locale) : '',
        hasRelease: rule !== undefined,
        days: rule ? String(rule.days) : '',
        reserve: rule ? writeBasisPoints(rule.reserveBasisPoints, locale) : '',
        reserveDays: rule?.reserveDays === undefined ? '' : String(rule.reserveDays),
        guarantee: rule?.awaitsGuarantee === undefined ? 'PLATFORM' : rule.awaitsGuarantee ? 'WAITS' : 'PASSES',
      };
    }),
    managerShare: managerBasisPoints === null ? '' : writeBasisPoints(managerBasisPoints, locale),
  };
}

export function readTermsDraft(draft: TermsDraft) {
  const problems: Partial<Record<string, TermsProblem>> = {};
  const read = (field: string, value: number | null, problem: TermsProblem): number => {
    if (value === null) problems[field] = problem;
    return value ?? 0;
  };
  const percent = (field: string, text: string) => read(field, readBasisPoints(text), 'terms.problems.percent');
  const fees: TermsInput['fees'] = {};
  const release: TermsInput['release'] = {};
  for (const method of PAYMENT_METHODS) {
    const typed = draft.methods[method];
    if (typed.hasFee)
      fees[method] = {
        basisPoints: percent(`fees.${method}.basisPoints`, typed.percent),
        fixed: read(`fees.${method}.fixed`, readAmount(typed.fixed), 'terms.problems.amount'),
      };
    if (typed.hasRelease) {
      const waited = typed.reserveDays.trim();
      release[method] = {
        days: read(`release.${method}.days`, readCount(typed.days, 0, 365), 'terms.problems.days'),
        reserveBasisPoints: percent(`release.${method}.reserveBasisPoints`, typed.reserve),
        ...(waited && {
          reserveDays: read(`release.${method}.reserveDays`, readCount(waited, 1, 365), 'terms.problems.reserveDays'),
        }),
        ...(typed.guarantee !== 'PLATFORM' && { awaitsGuarantee: typed.guarantee === 'WAITS' }),
      };
    }
  }
  if (fees.CREDIT_CARD && draft.hasSteps)
    fees.CREDIT_CARD.installmentBasisPoints = readSteps(draft.steps, fees.CREDIT_CARD.basisPoints).map((step, index) =>
      read(`${STEPS}.${index}`, step, 'terms.problems.percent'),
    );
  const share = draft.managerShare.trim();
  const input: TermsInput = {
    fees,
    release,
    managerBasisPoints: share ? percent('managerBasisPoints', share) : null,
  };
  return { input, problems };
}

export const hasTerms = ({ fees, release, managerBasisPoints }: Omit<Terms, 'currency'>): boolean =>
  managerBasisPoints !== null || Object.keys(fees).length > 0 || Object.keys(release).length > 0;

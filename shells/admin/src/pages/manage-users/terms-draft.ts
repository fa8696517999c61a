/** What was agreed with one person, as it stands in the form. Pure, so that it has tests. */
import { type Locale, PAYMENT_METHODS, type PaymentMethod } from '@feira/schemas/common';
import type { Input, Output } from '@feira/schemas/procedure';
import type { getPersonTerms, setPersonTerms } from '@feira/schemas/procedures/fees';
import { readAmount, readBasisPoints, readCount, writeAmount, writeBasisPoints } from '@feira/shell-kit/amount-text';

export type Terms = Omit<Output<typeof getPersonTerms>, 'person'>;
type TermsInput = Omit<Input<typeof setPersonTerms>, 'personId'>;

export interface MethodTermsDraft {
  hasFee: boolean;
  percent: string;
  fixed: string;
  hasRelease: boolean;
  days: string;
  reserve: string;
}

export interface TermsDraft {
  methods: Record<PaymentMethod, MethodTermsDraft>;
  /** Empty: as the platform says. */
  managerShare: string;
}

export type TermsProblem = 'terms.problems.percent' | 'terms.problems.amount' | 'terms.problems.days';

const perMethod = <T>(create: (method: PaymentMethod) => T): Record<PaymentMethod, T> => ({
  PIX: create('PIX'),
  CREDIT_CARD: create('CREDIT_CARD'),
  BILLET: create('BILLET'),
});

export function toTermsDraft({ fees, release, managerBasisPoints }: Terms, locale: Locale): TermsDraft {
  return {
    methods: perMethod((method) => {
      const [fee, rule] = [fees[method], release[method]];
      return {
        hasFee: fee !== undefined,
        percent: fee ? writeBasisPoints(fee.basisPoints, locale) : '',
        fixed: fee ? writeAmount(fee.fixed, locale) : '',
        hasRelease: rule !== undefined,
        days: rule ? String(rule.days) : '',
        reserve: rule ? writeBasisPoints(rule.reserveBasisPoints, locale) : '',
      };
    }),
    managerShare: managerBasisPoints === null ? '' : writeBasisPoints(managerBasisPoints, locale),
  };
}

/** What the form has no fields for stays as it was agreed. */
export function readTermsDraft(draft: TermsDraft, current: Terms) {
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
        ...current.fees[method],
        basisPoints: percent(`fees.${method}.basisPoints`, typed.percent),
        fixed: read(`fees.${method}.fixed`, readAmount(typed.fixed), 'terms.problems.amount'),
      };
    if (typed.hasRelease)
      release[method] = {
        ...current.release[method],
        days: read(`release.${method}.days`, readCount(typed.days, 0, 365), 'terms.problems.days'),
        reserveBasisPoints: percent(`release.${method}.reserveBasisPoints`, typed.reserve),
      };
  }
  const share = draft.managerShare.trim();
  const input: TermsInput = {
    ...{ fees, release },
    managerBasisPoints: share ? percent('managerBasisPoints', share) : null,
  };
  return { input, problems };
}

export const hasTerms = ({ fees, release, managerBasisPoints }: Terms): boolean =>
  managerBasisPoints !== null || Object.keys(fees).length > 0 || Object.keys(release).length > 0;

/** Cases of fraud rules and lists: those of the own platform alone. */
import { newId } from '../../../src/shared/ids.ts';
import { type ProcedureCase, plain } from '../case.ts';

const entry = (side: 'other' | 'foreign' | 'operated', outcome: 'ok' | 'RISK_ENTRY_NOT_FOUND') => ({
  input: (context: Parameters<ProcedureCase['variants'][string]['input']>[0]) => ({
    entryId: context[side].riskEntryId,
  }),
  outcome,
});

const decided = (side: 'other' | 'foreign' | 'operated', outcome: 'REVIEW_ENDED' | 'PAYMENT_NOT_FOUND') => ({
  input: (context: Parameters<ProcedureCase['variants'][string]['input']>[0]) => ({
    paymentId: context[side].paymentId,
    decision: 'ACCEPT',
  }),
  outcome,
});

/** The writer of a rule names it: the id leads to no row. */
const rules = (extra: Record<string, unknown>): ProcedureCase => {
  const input = (id: string) => ({
    ...extra,
    rules: [
      {
        id,
        name: 'Valor alto',
        isEnabled: true,
        methods: ['PIX'],
        conditions: [{ signal: 'AMOUNT', operator: 'AT_LEAST', value: 100_000 }],
        action: 'REFUSE',
      },
    ],
  });
  return {
    ids: ['rules.id'],
    variants: {
      own: { input: ({ other }) => input(other.riskEntryId), outcome: 'ok' },
      foreign: { input: () => input(newId()), outcome: 'ok' },
    },
  };
};

export const RISK: Record<string, ProcedureCase> = {
  'risk.getRules': plain(),
  'risk.saveRules': rules({ version: 1 }),
  'risk.dryRun': rules({}),
  'risk.listEntries': plain(),
  'risk.addEntry': plain(() => ({
    list: 'BLOCK',
    kind: 'DOMAIN',
    value: 'fraude.example',
    reason: 'Contestou compras.',
  })),
  'risk.removeEntry': {
    ids: ['entryId'],
    variants: {
      own: entry('other', 'ok'),
      foreign: entry('foreign', 'RISK_ENTRY_NOT_FOUND'),
      operated: entry('operated', 'RISK_ENTRY_NOT_FOUND'),
    },
  },
  'risk.listRefused': plain(),
  'risk.getRatios': plain(),
  'risk.listReviews': plain(),
  'risk.decideReview': {
    ids: ['paymentId'],
    variants: {
      own: decided('other', 'REVIEW_ENDED'),
      foreign: decided('foreign', 'PAYMENT_NOT_FOUND'),
      operated: decided('operated', 'PAYMENT_NOT_FOUND'),
    },
  },
};

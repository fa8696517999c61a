/** Answers of changes of money rules: previews with an example sale, what waits, and the history. */
import type { Output } from '@feira/schemas/procedure';
import * as moneyRules from '@feira/schemas/procedures/money-rules';
import { type FakedServer, Refused } from './faked-screens.ts';

export type Proposal = Output<typeof moneyRules.listProposals>['proposals'][number];
type Outcome = moneyRules.ExampleOutcome;

const AT = '2026-11-18T15:30:00.000Z';
export const PROPOSAL_ID = '00000000-0000-4000-8000-000000070001';

const OUTCOME: Outcome = {
  charged: 19_700,
  interest: 0,
  platform: 983,
  manager: 0,
  seller: 18_717,
  cost: 0,
  releaseDays: 2,
  reserved: 0,
  reserveDays: 2,
  withdrawn: 18_350,
  anticipationFee: null,
  connections: null,
};

export const EXAMPLES: moneyRules.ExampleSale[] = [
  {
    method: 'PIX',
    installments: 1,
    currency: 'BRL',
    price: 19_700,
    before: OUTCOME,
    after: { ...OUTCOME, platform: 2_953, seller: 16_747, withdrawn: 16_380 },
  },
  {
    method: 'CREDIT_CARD',
    installments: 12,
    currency: 'BRL',
    price: 19_700,
    before: { ...OUTCOME, releaseDays: 30 },
    after: { ...OUTCOME, platform: 1_280, seller: 18_420, withdrawn: 18_053, releaseDays: 14 },
  },
];

type Values = Record<string, unknown>;

/** Returns what differs, as the server does, with an example that stands for any. */
export function compare(before: object, after: object, more: Partial<moneyRules.Compared> = {}): moneyRules.Compared {
  const [old, next] = [before as Values, after as Values];
  const names = Object.keys(next).filter((name) => JSON.stringify(old[name]) !== JSON.stringify(next[name]));
  const pick = (values: Values) => Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
  return {
    before: pick(old),
    after: pick(next),
    examples: EXAMPLES,
    size: 150,
    limit: 500,
    needsApproval: false,
    ...more,
  };
}

/** Returns the rules among the input of a change. */
export const rulesOf = ({
  version: _,
  price: __,
  effectiveOn: ___,
  note: ____,
  ...rules
}: Record<string, unknown>): Values => rules;

export const createProposal = (more: Partial<Proposal> = {}): Proposal => ({
  id: PROPOSAL_ID,
  kind: 'SETTINGS',
  subject: '00000000-0000-4000-8000-000000000001',
  subjectName: 'Feira do Norte',
  status: 'WAITING',
  before: { fees: { PIX: { basisPoints: 499, fixed: 0 } } },
  after: { fees: { PIX: { basisPoints: 1_499, fixed: 0 } } },
  examples: EXAMPLES,
  size: 1_000,
  needsApproval: true,
  note: 'O provedor ficou mais caro.',
  restores: null,
  proposer: 'Bruno Dias',
  createdAt: AT,
  effectiveAt: null,
  decider: null,
  reason: null,
  endedAt: null,
  mayApprove: true,
  mayReject: true,
  mayCancel: false,
  mayRestore: false,
  ...more,
});

export interface RulesWorld {
  proposals: Proposal[];
}

const isOpen = ({ status }: Proposal) => status === 'WAITING' || status === 'SCHEDULED';
const DECIDED = { APPROVE: 'APPLIED', REJECT: 'REJECTED', CANCEL: 'CANCELED' } as const;

/** Answers the list of changes, decisions and the way back. */
export function answerMoneyRules(server: FakedServer, world: RulesWorld): void {
  const find = (proposalId: string) => {
    const found = world.proposals.find(({ id }) => id === proposalId);
    if (!found) throw new Refused(404, { code: 'PROPOSAL_NOT_FOUND', message: 'Proposta não encontrada.' });
    return found;
  };
  server.answer(moneyRules.listProposals, ({ view, proposalId, kind, subject }) => ({
    proposals: world.proposals.filter(
      (one) =>
        (!proposalId || one.id === proposalId) &&
        (!kind || one.kind === kind) &&
        (!subject || one.subject === subject) &&
        (!view || isOpen(one) === (view === 'OPEN')),
    ),
    next: null,
  }));
  server.answer(moneyRules.decideProposal, ({ proposalId, decision, reason }) => {
    const status = DECIDED[decision];
    Object.assign(find(proposalId), {
      status,
      reason: reason ?? null,
      decider: 'Helena Prado',
      endedAt: AT,
      mayApprove: false,
      mayReject: false,
      mayRestore: status === 'APPLIED',
    });
    return { status };
  });
  server.answer(moneyRules.previewRestore, ({ proposalId }) => {
    const { before, after } = find(proposalId);
    return compare(after, before);
  });
  server.answer(moneyRules.restoreRules, ({ proposalId }) => {
    const { id, before, after } = find(proposalId);
    const back = createProposal({
      id: PROPOSAL_ID.replace('70001', '70002'),
      restores: id,
      before: after,
      after: before,
    });
    world.proposals = [
      { ...back, status: 'APPLIED', endedAt: AT, mayApprove: false, mayReject: false },
      ...world.proposals,
    ];
    return { proposalId: back.id, status: 'APPLIED' as const };
  });
}

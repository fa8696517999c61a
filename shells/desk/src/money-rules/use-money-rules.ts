import type { Input, Output, Procedure } from '@feira/schemas/procedure';
import {
  type Compared,
  decideProposal,
  listProposals,
  type Proposed,
  type Proposing,
  previewRestore,
  restoreRules,
} from '@feira/schemas/procedures/money-rules';
import { ApiError } from '@feira/shell-kit/client';
import { EDIT_CONFLICT, useChange } from '@feira/shell-kit/use-change';
import { useListQuery, useProcedureMutation } from '@feira/shell-kit/use-procedure';
import { useStale } from '@feira/shell-kit/use-stale';
import { useState } from 'react';

export type Proposal = Output<typeof listProposals>['proposals'][number];

/** The answers that show rules: a decision or a way back may change any of them. */
const RULES = [
  listProposals,
  ...['settings.getSettings', 'fees.getPersonTerms', 'fees.getConnectionCosts', 'routing.listRoutes'].map((name) => ({
    name,
  })),
];

const PAGE_SIZE = 20;

export const useProposals = (filter: Input<typeof listProposals>) =>
  useListQuery(listProposals, { limit: PAGE_SIZE, ...filter });

export const useDecision = () => useChange(decideProposal, ...RULES);

/** The facts that the person adds to a change in its review. */
export type How = Pick<Proposing, 'effectiveOn' | 'note'>;

/** The outcome of a change that was sent. */
export interface ProposalOutcome {
  proposalId: string | null;
  status: NonNullable<Proposed['status']>;
  effectiveOn: string | undefined;
}

interface ProposingOptions<C, P> {
  /** The call that changes the rules, and the one that only shows what it would do. */
  procedure: C;
  preview: P;
  /** The queries that are read anew after the change, and where somebody else has changed the rules. */
  stale: readonly Pick<Procedure, 'name'>[];
  /** Runs once a change was sent, whether it applies at once or waits. */
  onDone?: (outcome: ProposalOutcome) => void;
}

/** The state of a review, for ReviewDialog. */
export interface Review {
  compared: Compared;
  change: { error: ApiError | null; isBusy: boolean; reset: () => void };
  onSend: (how: How) => Promise<void>;
  onClose: () => void;
}

/**
 * Changes money rules in two steps: a preview, which a dialog shows, and the change itself. `change` is for the draft of the form: a refusal of
 * either step marks its fields.
 */
export function useProposing<const C extends Procedure, const P extends Procedure>({
  procedure,
  preview,
  stale,
  onDone,
}: ProposingOptions<C, P>) {
  const changing = useChange(procedure, ...stale, listProposals);
  const previewing = useProcedureMutation(preview);
  const markStale = useStale();
  const [asked, setAsked] = useState<{ input: Input<C>; compared: Compared } | null>(null);
  const [outcome, setOutcome] = useState<ProposalOutcome | null>(null);
  // The form names who changed what.
  if (asked && changing.error?.code === EDIT_CONFLICT) setAsked(null);
  const reset = () => {
    changing.reset();
    previewing.reset();
    setOutcome(null);
  };
  const send = async (input: Input<C>): Promise<ProposalOutcome | undefined> => {
    const answer = (await changing.run(input)) as Proposed | undefined;
    if (!answer) return undefined;
    const { effectiveOn } = input as Proposing;
    const done = { proposalId: answer.proposalId ?? null, status: answer.status ?? 'UNCHANGED', effectiveOn };
    setAsked(null);
    setOutcome(done);
    onDone?.(done);
    return done;
  };
  /** Shows what the change would do. Returns false where it was refused already. The preview takes what the change takes. */
  const review = async (input: Input<C>): Promise<boolean> => {
    reset();
    try {
      setAsked({ input, compared: (await previewing.mutateAsync(input as never)) as Compared });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === EDIT_CONFLICT) await markStale(...stale);
      return false;
    }
  };
  const isApplied = outcome !== null && outcome.status !== 'WAITING' && outcome.status !== 'SCHEDULED';
  const dialog: Review | null = asked && {
    compared: asked.compared,
    change: { error: changing.error, isBusy: changing.isBusy, reset: changing.reset },
    onSend: async (how) => {
      await send({ ...(asked.input as object), ...how } as Input<C>);
    },
    onClose: () => {
      setAsked(null);
      changing.reset();
    },
  };
  return {
    change: {
      error: previewing.error ?? changing.error,
      isBusy: previewing.isPending || changing.isBusy,
      isDone: changing.isDone && isApplied,
      reset,
    },
    review,
    send,
    dialog,
    outcome,
  };
}

export const useRestoring = (onDone: (outcome: ProposalOutcome) => void) =>
  useProposing({ procedure: restoreRules, preview: previewRestore, stale: RULES, onDone });

import type { Currency } from '@feira/schemas/common';
import { ProposedNotice } from '@feira/shell-desk/money-rules/proposed-notice.tsx';
import { RulesHistory } from '@feira/shell-desk/money-rules/rules-history.tsx';
import type { ProposalOutcome } from '@feira/shell-desk/money-rules/use-money-rules.ts';

interface TermsHistoryProps {
  personId: string;
  currency: Currency;
  /** The outcome of the change that was just sent. */
  outcome: ProposalOutcome | null;
}

/** Says what a change of terms waits for, and leads to the former ones. */
export default function TermsHistory({ personId, currency, outcome }: TermsHistoryProps) {
  return (
    <>
      <ProposedNotice outcome={outcome} toPage={(id) => `/admin-root/manage-users/${personId}?proposal=${id}`} />
      <RulesHistory kind="TERMS" subject={personId} currency={currency} />
    </>
  );
}

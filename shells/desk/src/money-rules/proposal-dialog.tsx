import type { Currency } from '@feira/schemas/common';
import { AwaitedDialog } from '@feira/shell-kit/components/awaited-dialog';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { type Fact, FactList } from '@feira/shell-kit/components/fact-list';
import { TextAreaField } from '@feira/shell-kit/components/form-fields';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { group, text } from '@feira/shell-kit/fields';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { ExampleSale } from './example-sale.tsx';
import { ProposalState, useProposalTitle } from './proposal-words.tsx';
import ReviewDialog, { ApprovalNotice } from './review-dialog.tsx';
import { RuleChanges } from './rule-changes.tsx';
import { type Proposal, useDecision, useProposals, useRestoring } from './use-money-rules.ts';

export interface ProposalDialogProps {
  id: string;
  /** The own platform by default. */
  platformId: string | undefined;
  currency: Currency;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Shows one change of money rules with everything that a decision needs, and decides it. */
export function ProposalDialog({ id, platformId, onClose, ...props }: ProposalDialogProps) {
  const { t } = useTranslation('moneyRules');
  const { data, error, refetch } = useProposals({ proposalId: id, ...(platformId && { platformId }) });
  const proposal = data?.proposals[0];
  if (proposal?.id === id)
    return <Decision {...props} key={id} proposal={proposal} platformId={platformId} onClose={onClose} />;
  return (
    <AwaitedDialog
      title={t('change')}
      error={data ? null : error}
      isLoading={!data && !error}
      onRetry={refetch}
      missing={{ title: t('missing'), text: t('missingText') }}
      close={t('close')}
      onClose={onClose}
    />
  );
}

const REASON = group({ reason: text({ problem: 'reasonMissing', minLength: 1, control: { maxLength: 500 } }) });

type DecisionProps = Omit<ProposalDialogProps, 'id'> & { proposal: Proposal };

function Decision({ proposal, platformId, currency, onDone, onClose }: DecisionProps) {
  const { t } = useTranslation('moneyRules');
  const title = useProposalTitle(proposal);
  const [isRejecting, setIsRejecting] = useState(false);
  const change = useDecision();
  const restoring = useRestoring(({ status }) => onDone(t(`done.${status}`)));
  const facts = useFacts(proposal);
  const { id } = proposal;
  const named = { proposalId: id, ...(platformId && { platformId }) };
  const decide = async (decision: 'APPROVE' | 'REJECT' | 'CANCEL', reason?: string) => {
    if (change.isBusy) return;
    const answer = await change.run({ ...named, decision, ...(reason && { reason }) });
    if (answer) onDone(t(`done.${answer.status as 'APPLIED' | 'SCHEDULED' | 'REJECTED' | 'CANCELED'}`));
  };
  if (isRejecting)
    return (
      <RejectDialog
        title={title}
        change={change}
        onSend={(reason) => decide('REJECT', reason)}
        onClose={() => setIsRejecting(false)}
      />
    );
  const isOwn = proposal.status === 'WAITING' && !proposal.mayApprove;
  return (
    <ModalDialog isWide title={title} onClose={onClose}>
      <FactList facts={facts} />
      <section className="rule-changes">
        <h3>{t('changes')}</h3>
        <RuleChanges kind={proposal.kind} subject={proposal.subject} compared={proposal} currency={currency} />
      </section>
      <ExampleSale examples={proposal.examples} />
      {proposal.status === 'WAITING' && <ApprovalNotice compared={proposal} />}
      {isOwn && <p className="muted">{t('own')}</p>}
      <Refusal error={change.error ?? (restoring.dialog ? null : restoring.change.error)} />
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {t('close')}
        </button>
        {proposal.mayCancel && (
          <button type="button" className="button" aria-busy={change.isBusy} onClick={() => decide('CANCEL')}>
            {t('cancel')}
          </button>
        )}
        {proposal.mayReject && (
          <button type="button" className="button" onClick={() => setIsRejecting(true)}>
            {t('reject')}
          </button>
        )}
        {proposal.mayApprove && (
          <button
            type="button"
            className="button button-primary"
            aria-busy={change.isBusy}
            onClick={() => decide('APPROVE')}
          >
            {t('approve')}
          </button>
        )}
        {proposal.mayRestore && (
          <button
            type="button"
            className="button"
            aria-busy={restoring.change.isBusy}
            onClick={() => !restoring.change.isBusy && restoring.review(named)}
          >
            {t('restore')}
          </button>
        )}
      </div>
      {restoring.dialog && (
        <ReviewDialog
          review={restoring.dialog}
          kind={proposal.kind}
          currency={currency}
          title={t('restoreTitle')}
          text={t('restoreText')}
        />
      )}
    </ModalDialog>
  );
}

interface RejectDialogProps {
  title: string;
  change: ReturnType<typeof useDecision>;
  onSend: (reason: string) => unknown;
  onClose: () => void;
}

function RejectDialog({ title, change, onSend, onClose }: RejectDialogProps) {
  const { t } = useTranslation('moneyRules');
  const { controls, dialog } = useDraft({ fields: REASON, change, say: t });
  return (
    <DialogForm
      isDanger
      title={title}
      action={t('rejectAction')}
      {...dialog(({ reason }) => onSend(reason))}
      onClose={onClose}
    >
      <TextAreaField label={t('rejectReason')} hint={t('rejectHint')} rows={3} {...controls.reason} />
    </DialogForm>
  );
}

function useFacts({
  status,
  proposer,
  createdAt,
  effectiveAt,
  decider,
  endedAt,
  note,
  reason,
  restores,
}: Proposal): Fact[] {
  const { t } = useTranslation('moneyRules');
  const { locale } = useHost();
  const moment = (at: string) => `${formatDate(at, locale)}, ${formatTime(at, locale)}`;
  const isWaiting = status === 'WAITING';
  const facts: (Fact | false | null | '')[] = [
    [t('state'), <ProposalState key="state" status={status} isExplained />],
    [t('proposed'), `${proposer}, ${moment(createdAt)}`],
    (effectiveAt || isWaiting) && [t('effective'), effectiveAt ? moment(effectiveAt) : t('atOnce')],
    decider && [t('decided'), decider],
    endedAt && [t(status === 'APPLIED' ? 'appliedAt' : 'ended'), moment(endedAt)],
    note && [t('proposerNote'), note],
    reason && [t('reason'), reason],
    restores && [t('change'), t('restored')],
  ];
  return facts.filter((fact): fact is Fact => Boolean(fact));
}

import { formatCurrency } from '@feira/schemas/rules/currency';
import { ConfirmDialog } from '@feira/shell-kit/components/confirm-dialog';
import { FactList } from '@feira/shell-kit/components/fact-list';
import { TextAreaField } from '@feira/shell-kit/components/form-fields';
import { DialogForm } from '@feira/shell-kit/components/money/dialog-form';
import { RadioFields } from '@feira/shell-kit/components/radio-fields';
import { findFieldProblem } from '@feira/shell-kit/field-problems';
import { useHost } from '@feira/shell-kit/host-context';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isWon } from './case-words.tsx';
import { type Case, useCaseAcceptance, useCaseClosing, useCaseCorrection } from './use-cases.ts';

interface DecisionProps {
  dispute: Case;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** What the bank decided. Money moves at once, so the two ends say what follows from each. */
export function CloseDialog({ dispute, onDone, onClose }: DecisionProps) {
  const { t } = useTranslation('adminMoney');
  const { run, error, isBusy } = useCaseClosing();
  const [outcome, setOutcome] = useState<'WON' | 'LOST' | null>(null);
  const [note, setNote] = useState('');
  const [isTried, setIsTried] = useState(false);
  const send = () => {
    setIsTried(true);
    if (!outcome) return false;
    const noted = note.trim();
    void run({ disputeId: dispute.id, outcome, ...(noted && { note: noted }) }).then(
      (answer) => answer && onDone(t(`cases.closed.${outcome}`, { title: dispute.title })),
    );
    return true;
  };
  return (
    <DialogForm
      isWide
      title={t('cases.closeTitle', { title: dispute.title })}
      text={t('cases.closeText')}
      action={t('cases.closeAction')}
      isBusy={isBusy}
      error={error}
      onClose={onClose}
      onSend={send}
    >
      <CaseAmounts dispute={dispute} />
      <RadioFields
        label={t('cases.outcome')}
        options={(['WON', 'LOST'] as const).map((value) => ({
          value,
          label: t(`cases.outcomes.${value}`),
          hint: t(`cases.outcomeHints.${value}`),
        }))}
        value={outcome}
        problem={isTried && !outcome ? t('cases.outcomeMissing') : findFieldProblem(error, 'outcome')}
        onChange={setOutcome}
      />
      <TextAreaField
        name="note"
        label={t('cases.note')}
        hint={t('cases.noteHint')}
        rows={3}
        maxLength={300}
        value={note}
        problem={findFieldProblem(error, 'note')}
        onChange={setNote}
      />
    </DialogForm>
  );
}

/** For a decision that was entered by mistake, or that the bank changed: there are two, so it becomes the other one. */
export function CorrectDialog({ dispute, onDone, onClose }: DecisionProps) {
  const { t } = useTranslation('adminMoney');
  const { run, error, isBusy } = useCaseCorrection();
  const [note, setNote] = useState('');
  const [isTried, setIsTried] = useState(false);
  const outcome = isWon(dispute) ? 'LOST' : 'WON';
  const noted = note.trim();
  const send = () => {
    setIsTried(true);
    if (!noted) return false;
    void run({ disputeId: dispute.id, outcome, note: noted }).then(
      (answer) => answer && onDone(t(`cases.closed.${outcome}`, { title: dispute.title })),
    );
    return true;
  };
  return (
    <DialogForm
      isWide
      isDanger={outcome === 'LOST'}
      title={t('cases.correctTitle', { title: dispute.title })}
      text={t(`cases.correctText.${outcome}`)}
      action={t(`cases.correctAction.${outcome}`)}
      isBusy={isBusy}
      error={error}
      onClose={onClose}
      onSend={send}
    >
      <CaseAmounts dispute={dispute} />
      <TextAreaField
        name="note"
        label={t('cases.correctNote')}
        hint={t('cases.correctNoteHint')}
        rows={3}
        maxLength={300}
        value={note}
        problem={isTried && !noted ? t('cases.correctNoteMissing') : findFieldProblem(error, 'note')}
        onChange={setNote}
      />
    </DialogForm>
  );
}

export function AcceptDialog({ dispute, onDone, onClose }: DecisionProps) {
  const { t } = useTranslation('adminMoney');
  const { run, error, isBusy } = useCaseAcceptance();
  const accept = async () => {
    if (await run({ disputeId: dispute.id })) onDone(t('cases.accepted', { title: dispute.title }));
  };
  return (
    <ConfirmDialog
      isDanger
      title={t('cases.acceptTitle', { title: dispute.title })}
      text={t('cases.acceptText')}
      action={t('cases.acceptAction')}
      error={error}
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={accept}
    >
      <CaseAmounts dispute={dispute} />
    </ConfirmDialog>
  );
}

function CaseAmounts({ dispute }: { dispute: Case }) {
  const { t } = useTranslation('adminMoney');
  const { locale } = useHost();
  const money = (cents: number) => formatCurrency(cents, dispute.currency, locale);
  return (
    <FactList
      facts={[
        [t('cases.seller'), dispute.seller.name],
        [t('cases.buyer'), dispute.buyerName],
        [t('cases.amount'), money(dispute.amount)],
        ...(dispute.heldAmount > 0 ? [[t('cases.heldAmount'), money(dispute.heldAmount)] as const] : []),
      ]}
    />
  );
}

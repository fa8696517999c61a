import { DISPUTE_KINDS } from '@feira/schemas/procedures/disputes';
import { TextAreaField, TextField } from '@feira/shell-kit/components/form-fields';
import { DialogForm } from '@feira/shell-kit/components/money/dialog-form';
import { RadioFields } from '@feira/shell-kit/components/radio-fields';
import { findFieldProblem } from '@feira/shell-kit/field-problems';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CaseDraft, EMPTY_CASE, readCaseDraft } from './case-draft.ts';
import { useCaseOpening } from './use-cases.ts';

interface OpenCaseDialogProps {
  onDone: (message: string) => void;
  onClose: () => void;
}

/** For what a bank tells by mail or on its own pages; cases that providers announce open by themselves. */
export function OpenCaseDialog({ onDone, onClose }: OpenCaseDialogProps) {
  const { t } = useTranslation('adminMoney');
  const { run, error, isBusy, reset } = useCaseOpening();
  const [draft, setDraft] = useState<CaseDraft>(EMPTY_CASE);
  const [isTried, setIsTried] = useState(false);
  const { input, problems } = readCaseDraft(draft);
  const problemOf = (field: keyof typeof problems) => {
    const problem = isTried ? problems[field] : undefined;
    return problem ? t(problem) : findFieldProblem(error, field);
  };
  const change = (part: Partial<CaseDraft>) => {
    setDraft({ ...draft, ...part });
    if (error) reset();
  };
  const send = () => {
    setIsTried(true);
    if (Object.keys(problems).length > 0) return false;
    void run(input).then((answer) => answer && onDone(t('cases.opened')));
    return true;
  };
  return (
    <DialogForm
      isWide
      title={t('cases.openTitle')}
      text={t('cases.openText')}
      action={t('cases.open')}
      isBusy={isBusy}
      error={error}
      onClose={onClose}
      onSend={send}
    >
      <RadioFields
        label={t('cases.kind')}
        options={DISPUTE_KINDS.map((value) => ({
          value,
          label: t(`cases.kinds.${value}`),
          hint: t(`cases.kindHints.${value}`),
        }))}
        value={draft.kind}
        problem={problemOf('kind')}
        onChange={(kind) => change({ kind })}
      />
      <div className="form-grid">
        <TextField
          name="paymentId"
          label={t('cases.payment')}
          hint={t('cases.paymentHint')}
          spellCheck={false}
          maxLength={64}
          value={draft.paymentId}
          problem={problemOf('paymentId')}
          onChange={(paymentId) => change({ paymentId })}
        />
        <TextField
          name="amount"
          label={t('cases.amount')}
          hint={t('cases.amountHint')}
          inputMode="decimal"
          value={draft.amount}
          problem={problemOf('amount')}
          onChange={(amount) => change({ amount })}
        />
        <TextField
          name="dueAt"
          type="date"
          label={t('cases.dueAt')}
          hint={t('cases.dueHint')}
          value={draft.dueDay}
          problem={problemOf('dueAt')}
          onChange={(dueDay) => change({ dueDay })}
        />
        <TextField
          name="providerReference"
          label={t('cases.reference')}
          hint={t('cases.referenceHint')}
          maxLength={120}
          value={draft.reference}
          problem={problemOf('providerReference')}
          onChange={(reference) => change({ reference })}
        />
      </div>
      <TextAreaField
        name="reason"
        label={t('cases.reason')}
        hint={t('cases.reasonHint')}
        rows={3}
        maxLength={300}
        value={draft.reason}
        problem={problemOf('reason')}
        onChange={(reason) => change({ reason })}
      />
    </DialogForm>
  );
}

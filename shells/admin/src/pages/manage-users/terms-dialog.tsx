import { type Currency, PAYMENT_METHODS, type PaymentMethod } from '@feira/schemas/common';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { CheckField, SelectField, TextField } from '@feira/shell-kit/components/form-fields';
import { InstallmentSteps } from '@feira/shell-kit/components/installment-steps';
import { SaleMethod } from '@feira/shell-kit/components/sale-words';
import { CURRENCY_SYMBOLS } from '@feira/shell-kit/currency-symbols';
import { findFieldProblem } from '@feira/shell-kit/field-problems';
import { useHost } from '@feira/shell-kit/host-context';
import { hasSteps } from '@feira/shell-kit/installment-steps';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  GUARANTEE_CHOICES,
  type MethodTermsDraft,
  readTermsDraft,
  STEPS,
  type Terms,
  type TermsDraft,
  toTermsDraft,
} from './terms-draft.ts';
import { useTermsChange } from './use-terms.ts';
import type { User } from './use-users.ts';

interface TermsDialogProps {
  user: User;
  terms: Terms;
  onDone: () => void;
  onClose: () => void;
}

/** Agrees on fees and times with one person, method by method. */
export function TermsDialog({ user, terms, onDone, onClose }: TermsDialogProps) {
  const { t } = useTranslation('adminMoney');
  const { locale } = useHost();
  const { run, error, isBusy, reset } = useTermsChange();
  const [draft, setDraft] = useState(() => toTermsDraft(terms, locale));
  const [isTried, setIsTried] = useState(false);
  const { input, problems } = readTermsDraft(draft);
  const problemOf = (field: string) => {
    const problem = isTried ? problems[field] : undefined;
    return problem ? t(problem) : findFieldProblem(error, field);
  };
  const change = (next: typeof draft) => {
    setDraft(next);
    if (error) reset();
  };
  const send = () => {
    setIsTried(true);
    if (Object.keys(problems).length > 0) return false;
    void run({ personId: user.id, ...input }).then((answer) => answer && onDone());
    return true;
  };
  return (
    <DialogForm
      isWide
      title={t('terms.dialogTitle', { name: user.name })}
      text={t('terms.dialogText')}
      action={t('terms.save')}
      isBusy={isBusy}
      error={error}
      onClose={onClose}
      onSend={send}
    >
      {PAYMENT_METHODS.map((method) => (
        <MethodTerms
          key={method}
          method={method}
          problemOf={problemOf}
          currency={terms.currency}
          draft={draft.methods[method]}
          onChange={(part) =>
            change({ ...draft, methods: { ...draft.methods, [method]: { ...draft.methods[method], ...part } } })
          }
        >
          {method === 'CREDIT_CARD' && (
            <StepTerms draft={draft} problemOf={problemOf} onChange={(part) => change({ ...draft, ...part })} />
          )}
        </MethodTerms>
      ))}
      {(user.roles.includes('manager') || terms.managerBasisPoints !== null) && (
        <TextField
          name="managerBasisPoints"
          label={t('terms.managerShare')}
          hint={t('terms.managerHint')}
          suffix="%"
          inputMode="decimal"
          value={draft.managerShare}
          problem={problemOf('managerBasisPoints')}
          onChange={(managerShare) => change({ ...draft, managerShare })}
        />
      )}
    </DialogForm>
  );
}

interface MethodTermsProps {
  method: PaymentMethod;
  currency: Currency;
  draft: MethodTermsDraft;
  problemOf: (field: string) => string | undefined;
  onChange: (part: Partial<MethodTermsDraft>) => void;
  /** What a fee of one's own has besides. */
  children: ReactNode;
}

function MethodTerms({ method, currency, draft, problemOf, onChange, children }: MethodTermsProps) {
  const { t } = useTranslation(['adminMoney', 'admin', 'kit']);
  const named = { method: t(`kit:method.${method}`) };
  return (
    <fieldset className="form-group">
      <legend>
        <SaleMethod method={method} />
      </legend>
      <CheckField label={t('terms.ownFee')} isChecked={draft.hasFee} onChange={(hasFee) => onChange({ hasFee })} />
      {draft.hasFee && (
        <div className="form-grid">
          <TextField
            label={t('admin:settings.feePercent')}
            aria-label={t('admin:settings.feePercentOf', named)}
            suffix="%"
            inputMode="decimal"
            value={draft.percent}
            problem={problemOf(`fees.${method}.basisPoints`)}
            onChange={(percent) => onChange({ percent })}
          />
          <TextField
            label={t('admin:settings.feeFixed')}
            aria-label={t('admin:settings.feeFixedOf', named)}
            prefix={CURRENCY_SYMBOLS[currency]}
            inputMode="decimal"
            value={draft.fixed}
            problem={problemOf(`fees.${method}.fixed`)}
            onChange={(fixed) => onChange({ fixed })}
          />
        </div>
      )}
      {draft.hasFee && children}
      <CheckField
        label={t('terms.ownRelease')}
        isChecked={draft.hasRelease}
        onChange={(hasRelease) => onChange({ hasRelease })}
      />
      {draft.hasRelease && <ReleaseTerms method={method} draft={draft} problemOf={problemOf} onChange={onChange} />}
    </fieldset>
  );
}

function ReleaseTerms({ method, draft, problemOf, onChange }: Omit<MethodTermsProps, 'currency' | 'children'>) {
  const { t } = useTranslation(['adminMoney', 'admin', 'kit']);
  const named = { method: t(`kit:method.${method}`) };
  return (
    <div className="form-grid">
      <TextField
        label={t('admin:settings.releaseDays')}
        aria-label={t('admin:settings.releaseDaysOf', named)}
        suffix={t('admin:settings.days')}
        inputMode="numeric"
        value={draft.days}
        problem={problemOf(`release.${method}.days`)}
        onChange={(days) => onChange({ days })}
      />
      <TextField
        label={t('admin:settings.reserve')}
        aria-label={t('admin:settings.reserveOf', named)}
        suffix="%"
        inputMode="decimal"
        value={draft.reserve}
        problem={problemOf(`release.${method}.reserveBasisPoints`)}
        onChange={(reserve) => onChange({ reserve })}
      />
      <TextField
        label={t('admin:settings.reserveDays')}
        aria-label={t('admin:settings.reserveDaysOf', named)}
        hint={t('terms.reserveDaysHint')}
        suffix={t('admin:settings.days')}
        inputMode="numeric"
        value={draft.reserveDays}
        problem={problemOf(`release.${method}.reserveDays`)}
        onChange={(reserveDays) => onChange({ reserveDays })}
      />
      <SelectField
        label={t('terms.guarantee')}
        value={draft.guarantee}
        problem={problemOf(`release.${method}.awaitsGuarantee`)}
        options={GUARANTEE_CHOICES.map((value) => ({ value, label: t(`terms.guarantees.${value}`) }))}
        onChange={(guarantee) => onChange({ guarantee })}
      />
    </div>
  );
}

interface StepTermsProps {
  draft: Pick<TermsDraft, 'hasSteps' | 'steps'>;
  problemOf: (field: string) => string | undefined;
  onChange: (part: Partial<TermsDraft>) => void;
}

function StepTerms({ draft, problemOf, onChange }: StepTermsProps) {
  const { t } = useTranslation(['adminMoney', 'admin']);
  return (
    <>
      <CheckField
        label={t('terms.ownSteps')}
        isChecked={draft.hasSteps}
        onChange={(hasSteps) => onChange({ hasSteps })}
      />
      {draft.hasSteps && (
        <InstallmentSteps
          isOpen
          title={t('admin:settings.cardFees')}
          state={t(hasSteps(draft.steps) ? 'admin:settings.cardFeesUsed' : 'admin:settings.none')}
          hint={t('terms.stepsHint')}
          steps={draft.steps}
          labelOf={(count) => t('admin:settings.cardFeeOf', { count })}
          problemOf={(index) => problemOf(`${STEPS}.${index}`)}
          onChange={(steps) => onChange({ steps })}
        />
      )}
    </>
  );
}

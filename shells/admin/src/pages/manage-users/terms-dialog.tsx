import { PAYMENT_METHODS, type PaymentMethod } from '@feira/schemas/common';
import { CheckField, TextField } from '@feira/shell-kit/components/form-fields';
import { DialogForm } from '@feira/shell-kit/components/money/dialog-form';
import { SaleMethod } from '@feira/shell-kit/components/sale-words';
import { findFieldProblem } from '@feira/shell-kit/field-problems';
import { useHost } from '@feira/shell-kit/host-context';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type MethodTermsDraft, readTermsDraft, type Terms, toTermsDraft } from './terms-draft.ts';
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
  const { input, problems } = readTermsDraft(draft, terms);
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
      {...{ isBusy, error, onClose }}
      onSend={send}
    >
      {PAYMENT_METHODS.map((method) => (
        <MethodTerms
          key={method}
          {...{ method, problemOf }}
          draft={draft.methods[method]}
          onChange={(part) =>
            change({ ...draft, methods: { ...draft.methods, [method]: { ...draft.methods[method], ...part } } })
          }
        />
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
  draft: MethodTermsDraft;
  problemOf: (field: string) => string | undefined;
  onChange: (part: Partial<MethodTermsDraft>) => void;
}

function MethodTerms({ method, draft, problemOf, onChange }: MethodTermsProps) {
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
            inputMode="decimal"
            value={draft.fixed}
            problem={problemOf(`fees.${method}.fixed`)}
            onChange={(fixed) => onChange({ fixed })}
          />
        </div>
      )}
      <CheckField
        label={t('terms.ownRelease')}
        isChecked={draft.hasRelease}
        onChange={(hasRelease) => onChange({ hasRelease })}
      />
      {draft.hasRelease && (
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
        </div>
      )}
    </fieldset>
  );
}

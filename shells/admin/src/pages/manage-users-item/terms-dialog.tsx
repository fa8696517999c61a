import { PAYMENT_METHODS, type PaymentMethod } from '@feira/schemas/common';
import { InstallmentSteps } from '@feira/shell-desk/installments/installment-steps.tsx';
import { hasSteps } from '@feira/shell-desk/installments/steps.ts';
import { AmountsAbroad, currenciesOf } from '@feira/shell-desk/money/amounts-abroad.tsx';
import { RulesReview } from '@feira/shell-desk/money-rules/rules-review.tsx';
import type { ProposalOutcome } from '@feira/shell-desk/money-rules/use-money-rules.ts';
import { SaleMethod } from '@feira/shell-desk/sale/sale-words.tsx';
import { ConflictNotice, nameConflict } from '@feira/shell-kit/components/conflict-notice';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { CheckField, SelectField, TextField } from '@feira/shell-kit/components/form-fields';
import { CURRENCY_SYMBOLS } from '@feira/shell-kit/currency-symbols';
import type { Controls } from '@feira/shell-kit/use-draft';
import { useVersionedDraft } from '@feira/shell-kit/use-versioned-draft';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { GUARANTEE_CHOICES, TERMS, type Terms } from './terms-fields.ts';
import type { User } from './use-profile.ts';
import { useTermsChange } from './use-terms-change.ts';

interface TermsDialogProps {
  user: User;
  terms: Terms;
  onDone: (outcome: ProposalOutcome) => void;
  reload: () => Promise<{ data?: Terms | undefined }>;
  onClose: () => void;
}

/** Sets the fees and times that were agreed with one person, method by method. */
export default function TermsDialog({ user, terms, onDone, onClose, reload }: TermsDialogProps) {
  const { t } = useTranslation('adminMoney');
  const proposing = useTermsChange(onDone);
  const { controls, problemOf, version, conflict, dialog } = useVersionedDraft({
    fields: TERMS,
    record: terms,
    change: proposing.change,
    say: t,
    reload,
  });
  return (
    <>
      <DialogForm
        isWide
        title={t('terms.dialogTitle', { name: user.name })}
        text={t('terms.dialogText')}
        action={t('terms.save')}
        {...dialog(async (input) => {
          await proposing.review({ personId: user.id, ...input, version });
        })}
        onClose={onClose}
      >
        {PAYMENT_METHODS.map((method) => (
          <MethodTerms
            key={method}
            method={method}
            terms={terms}
            fee={controls.fees[method]}
            release={controls.release[method]}
          >
            {method === 'CREDIT_CARD' && (
              <StepTerms control={controls.fees.CREDIT_CARD.installmentBasisPoints} problemOf={problemOf} />
            )}
          </MethodTerms>
        ))}
        {(user.roles.includes('manager') || terms.managerBasisPoints !== null) && (
          <TextField
            label={t('terms.managerShare')}
            hint={t('terms.managerHint')}
            suffix="%"
            {...controls.managerBasisPoints}
          />
        )}
        <ConflictNotice
          conflict={conflict}
          labelOf={(name) => nameConflict(conflict, name, t(`terms.parts.${name as 'fees'}`))}
        />
      </DialogForm>
      <RulesReview review={proposing.dialog} kind="TERMS" currency={terms.currency} />
    </>
  );
}

type TermsControls = Controls<(typeof TERMS)['fields']>;

interface MethodTermsProps {
  method: PaymentMethod;
  terms: Pick<Terms, 'currency' | 'currencies'>;
  fee: TermsControls['fees']['PIX'];
  release: TermsControls['release']['PIX'];
  /** The further parts of an agreed fee. */
  children: ReactNode;
}

function MethodTerms({ method, terms: { currency, currencies }, fee, release, children }: MethodTermsProps) {
  const { t } = useTranslation(['adminMoney', 'admin', 'kit']);
  const named = { method: t(`kit:method.${method}`) };
  return (
    <fieldset className="form-group">
      <legend>
        <SaleMethod method={method} />
      </legend>
      <CheckField label={t('terms.ownFee')} {...fee.isOn} />
      {fee.isOn.isChecked && (
        <div className="form-grid">
          <TextField
            label={t('admin:settings.feePercent')}
            aria-label={t('admin:settings.feePercentOf', named)}
            suffix="%"
            {...fee.basisPoints}
          />
          <TextField
            label={t('admin:settings.feeFixed')}
            aria-label={t('admin:settings.feeFixedOf', named)}
            prefix={CURRENCY_SYMBOLS[currency]}
            {...fee.fixed}
          />
          <AmountsAbroad
            label={t('admin:settings.feeFixed')}
            name={t('admin:settings.feeFixedOf', named)}
            currency={currency}
            currencies={currenciesOf(method, currencies)}
            amounts={fee.fixedAbroad}
          />
        </div>
      )}
      {fee.isOn.isChecked && children}
      <CheckField label={t('terms.ownRelease')} {...release.isOn} />
      {release.isOn.isChecked && <ReleaseTerms method={method} release={release} />}
    </fieldset>
  );
}

function ReleaseTerms({ method, release }: Pick<MethodTermsProps, 'method' | 'release'>) {
  const { t } = useTranslation(['adminMoney', 'admin', 'kit']);
  const named = { method: t(`kit:method.${method}`) };
  return (
    <div className="form-grid">
      <TextField
        label={t('admin:settings.releaseDays')}
        aria-label={t('admin:settings.releaseDaysOf', named)}
        suffix={t('admin:settings.days')}
        {...release.days}
      />
      <TextField
        label={t('admin:settings.reserve')}
        aria-label={t('admin:settings.reserveOf', named)}
        suffix="%"
        {...release.reserveBasisPoints}
      />
      <TextField
        label={t('admin:settings.reserveDays')}
        aria-label={t('admin:settings.reserveDaysOf', named)}
        hint={t('terms.reserveDaysHint')}
        suffix={t('admin:settings.days')}
        {...release.reserveDays}
      />
      <SelectField
        label={t('terms.guarantee')}
        options={GUARANTEE_CHOICES.map((value) => ({ value, label: t(`terms.guarantees.${value}`) }))}
        {...release.awaitsGuarantee}
      />
    </div>
  );
}

interface StepTermsProps {
  control: TermsControls['fees']['CREDIT_CARD']['installmentBasisPoints'];
  problemOf: (field: string) => string | undefined;
}

function StepTerms({ control: { name, value, onChange }, problemOf }: StepTermsProps) {
  const { t } = useTranslation(['adminMoney', 'admin']);
  return (
    <>
      <CheckField
        label={t('terms.ownSteps')}
        isChecked={value.isOn}
        onChange={(isOn) => onChange({ ...value, isOn })}
      />
      {value.isOn && (
        <InstallmentSteps
          isOpen
          title={t('admin:settings.cardFees')}
          state={t(hasSteps(value.steps) ? 'admin:settings.cardFeesUsed' : 'admin:settings.none')}
          hint={t('terms.stepsHint')}
          steps={value.steps}
          labelOf={(count) => t('admin:settings.cardFeeOf', { count })}
          problemOf={(index) => problemOf(`${name}.${index}`)}
          onChange={(steps) => onChange({ ...value, steps })}
        />
      )}
    </>
  );
}

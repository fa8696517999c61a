import { BANKS } from '@feira/schemas/options';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findFieldProblem } from '../../field-problems.ts';
import { SelectField, TextField } from '../form-fields.tsx';
import { type BankAccountFields, EMPTY_ACCOUNT, findWrongFields, toAccountInput } from './bank-account.ts';
import { DialogForm } from './dialog-form.tsx';
import { TellDocument } from './tell-document.tsx';
import { type Destination, useBankAccountAddition } from './use-money.ts';

interface BankAccountDialogProps {
  onDone: (destination: Destination) => void;
  onClose: () => void;
}

const BANK_OPTIONS = Object.entries(BANKS)
  .map(([code, name]) => ({ value: code, label: `${name} (${code})` }))
  .sort((one, other) => one.label.localeCompare(other.label, 'pt-BR'));
const DIGITS = { inputMode: 'numeric', spellCheck: false } as const;

export function BankAccountDialog({ onDone, onClose }: BankAccountDialogProps) {
  const { t } = useTranslation('money');
  const [fields, setFields] = useState(EMPTY_ACCOUNT);
  const [isTried, setIsTried] = useState(false);
  const { run, error, isBusy, reset } = useBankAccountAddition();
  const wrong = isTried ? findWrongFields(fields) : [];
  const problemOf = (name: Exclude<keyof BankAccountFields, 'accountType'>) =>
    wrong.includes(name) ? t(`destinations.problems.${name}`) : findFieldProblem(error, name);
  const change = (changed: Partial<BankAccountFields>) => {
    setFields({ ...fields, ...changed });
    if (error) reset();
  };
  const send = () => {
    setIsTried(true);
    if (findWrongFields(fields).length > 0) return false;
    void run(toAccountInput(fields)).then((answer) => answer && onDone(answer.destination));
    return true;
  };
  const text = (name: Exclude<keyof BankAccountFields, 'accountType' | 'bankCode'>, maxLength: number) => (
    <TextField
      {...DIGITS}
      label={t(name.endsWith('Digit') ? 'destinations.digit' : `destinations.${name}`)}
      // Two fields are called a digit; whoever hears them is told of what.
      aria-label={t(`destinations.${name}`)}
      name={name}
      maxLength={maxLength}
      value={fields[name]}
      problem={problemOf(name)}
      onChange={(value) => change({ [name]: value })}
    />
  );
  return (
    <DialogForm
      isWide
      title={t('destinations.addAccount')}
      text={t('destinations.accountText')}
      action={t('destinations.addAccount')}
      isBusy={isBusy}
      error={error}
      onClose={onClose}
      remedy={<TellDocument error={error} />}
      onSend={send}
    >
      <div className="form-grid">
        <SelectField
          label={t('destinations.bankCode')}
          value={fields.bankCode}
          options={[{ value: '', label: t('destinations.chooseBank') }, ...BANK_OPTIONS]}
          problem={problemOf('bankCode')}
          onChange={(bankCode) => change({ bankCode })}
        />
        <SelectField
          label={t('destinations.accountType')}
          value={fields.accountType}
          options={(['CHECKING', 'SAVINGS'] as const).map((type) => ({
            value: type,
            label: t(`destinations.accountTypes.${type}`),
          }))}
          onChange={(accountType) => change({ accountType })}
        />
        <div className="money-digits">
          {text('branchNumber', 8)}
          {text('branchDigit', 1)}
        </div>
        <div className="money-digits">
          {text('accountNumber', 18)}
          {text('accountDigit', 1)}
        </div>
      </div>
    </DialogForm>
  );
}

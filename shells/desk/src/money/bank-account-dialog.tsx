import { BANKS } from '@feira/schemas/options';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { SelectField, TextField } from '@feira/shell-kit/components/form-fields';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useTranslation } from 'react-i18next';
import { BANK_ACCOUNT } from './bank-account.ts';
import { TellDocument } from './tell-document.tsx';
import { type Destination, useBankAccountAddition } from './use-money.ts';

interface BankAccountDialogProps {
  onDone: (destination: Destination) => void;
  onClose: () => void;
}

const BANK_OPTIONS = Object.entries(BANKS)
  .map(([code, name]) => ({ value: code, label: `${name} (${code})` }))
  .sort((one, other) => one.label.localeCompare(other.label, 'pt-BR'));

export function BankAccountDialog({ onDone, onClose }: BankAccountDialogProps) {
  const { t } = useTranslation('money');
  const change = useBankAccountAddition();
  const { controls, dialog } = useDraft({
    fields: BANK_ACCOUNT,
    change,
    say: (problem) => t(`destinations.problems.${problem}`),
  });
  const text = (name: 'branchNumber' | 'branchDigit' | 'accountNumber' | 'accountDigit') => (
    <TextField
      label={t(name.endsWith('Digit') ? 'destinations.digit' : `destinations.${name}`)}
      // Two fields are labelled as a digit; screen readers also read the number it belongs to.
      aria-label={t(`destinations.${name}`)}
      {...controls[name]}
    />
  );
  return (
    <DialogForm
      isWide
      title={t('destinations.addAccount')}
      text={t('destinations.accountText')}
      action={t('destinations.addAccount')}
      {...dialog((input) => change.run(input).then((answer) => answer && onDone(answer.destination)))}
      onClose={onClose}
      remedy={<TellDocument error={change.error} />}
    >
      <div className="form-grid">
        <SelectField
          label={t('destinations.bankCode')}
          options={[{ value: '', label: t('destinations.chooseBank') }, ...BANK_OPTIONS]}
          {...controls.bankCode}
        />
        <SelectField
          label={t('destinations.accountType')}
          options={(['CHECKING', 'SAVINGS'] as const).map((type) => ({
            value: type,
            label: t(`destinations.accountTypes.${type}`),
          }))}
          {...controls.accountType}
        />
        <div className="money-digits">
          {text('branchNumber')}
          {text('branchDigit')}
        </div>
        <div className="money-digits">
          {text('accountNumber')}
          {text('accountDigit')}
        </div>
      </div>
    </DialogForm>
  );
}

import type { Output } from '@feira/schemas/procedure';
import type { listBankAccounts } from '@feira/schemas/procedures/payouts';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { RadioFields } from '@feira/shell-kit/components/radio-fields';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirmedAccounts } from './use-receivers.ts';

export type PickedAccount = Output<typeof listBankAccounts>['items'][number];

interface AccountPickerProps {
  picked: PickedAccount | null;
  isWrong: boolean;
  onPick: (account: PickedAccount) => void;
}

/** Chooses the person and the bank account together: only confirmed bank accounts can be chosen. */
export function AccountPicker({ picked, isWrong, onPick }: AccountPickerProps) {
  const { t } = useTranslation('receivers');
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useConfirmedAccounts(search);
  const found = data?.items.filter(({ kind }) => kind === 'BANK_ACCOUNT') ?? [];
  // The chosen account stays in sight during other searches.
  const shown = picked && found.every(({ id }) => id !== picked.id) ? [picked, ...found] : found;
  return (
    <div className="form-group">
      <SearchInput value={search} label={t('picker.search')} hint={t('picker.searchHint')} onSearch={setSearch} />
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {data && shown.length === 0 && <p className="form-hint">{t('picker.none')}</p>}
      {(shown.length > 0 || isWrong) && (
        <RadioFields
          label={t('picker.label')}
          options={shown.map(({ id, person, label }) => ({
            value: id,
            label: person.name,
            hint: `${person.email} · ${label}`,
          }))}
          value={picked?.id ?? null}
          problem={isWrong ? t('picker.missing') : undefined}
          onChange={(id) => {
            const account = shown.find((one) => one.id === id);
            if (account) onPick(account);
          }}
        />
      )}
    </div>
  );
}

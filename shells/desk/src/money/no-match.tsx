import { EmptyState } from '@feira/shell-kit/components/empty-state';
import type { AddressChange } from '@feira/shell-kit/use-address';
import { useTranslation } from 'react-i18next';
import { NO_FILTER } from './money-address.ts';

/** Says that records exist, but that none matches the filters. */
export function NoMatch({ text, onChange }: { text: string; onChange: (changes: AddressChange) => void }) {
  const { t } = useTranslation('money');
  return (
    <EmptyState icon="search" title={t('noMatchTitle')} text={text}>
      <button type="button" className="button" onClick={() => onChange(NO_FILTER)}>
        {t('clearFilters')}
      </button>
    </EmptyState>
  );
}

import { EmptyState } from '@feira/shell-kit/components/empty-state';
import type { IconName } from '@feira/shell-kit/components/icon';
import type { AddressChange } from '@feira/shell-kit/use-address';
import { useTranslation } from 'react-i18next';
import { isFiltered, NO_FILTER, type RefundsShown } from './refunds-address.ts';

interface NothingHereProps {
  shown: RefundsShown;
  icon: IconName;
  onChange: (changes: AddressChange) => void;
}

/** Says whether no record exists, or none that matches the filters. */
export function NothingHere({ shown, icon, onChange }: NothingHereProps) {
  const { t } = useTranslation('refunds');
  if (!isFiltered(shown))
    return <EmptyState icon={icon} title={t(`empty.${shown.tab}.title`)} text={t(`empty.${shown.tab}.text`)} />;
  return (
    <EmptyState icon="search" title={t('noMatchTitle')} text={t('noMatchText')}>
      <button type="button" className="button" onClick={() => onChange(NO_FILTER)}>
        {t('clearFilters')}
      </button>
    </EmptyState>
  );
}

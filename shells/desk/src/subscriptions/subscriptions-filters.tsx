import { SUBSCRIPTION_METHODS, SUBSCRIPTION_STATUSES } from '@feira/schemas/subscription';
import { writePeriod } from '@feira/shell-kit/period';
import { useTranslation } from 'react-i18next';
import '@feira/shell-kit/styles/lists.css';
import { type FilterChoice, FilterSelect } from '@feira/shell-kit/components/filter-select';
import { PeriodFilter } from '@feira/shell-kit/components/period-filter';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import type { ChangeFilter } from '@feira/shell-kit/use-list-filter';
import type { SubscriptionsFilter } from './subscriptions-filter.ts';

interface SubscriptionsFiltersProps {
  tab: 'list' | 'figures';
  filter: SubscriptionsFilter;
  /** The offers to choose from. */
  offers: readonly FilterChoice[];
  /** The name of the seller whose subscriptions alone are shown; undefined where no row tells it. */
  sellerName: string | undefined;
  onChange: ChangeFilter;
}

/** Period, offer and seller of both tabs; status, method and search of the list. */
export function SubscriptionsFilters({ tab, filter, offers, sellerName, onChange }: SubscriptionsFiltersProps) {
  const { t } = useTranslation('subscriptions');
  const { period, status, method, offerId, sellerId, search } = filter;
  return (
    <search className="list-filters">
      <PeriodFilter hasAll choice={period} onChange={(next) => onChange(writePeriod(next))} />
      {tab === 'list' && (
        <FilterSelect
          name="status"
          label={t('status')}
          all={t('allStatuses')}
          choices={SUBSCRIPTION_STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) }))}
          value={status}
          onChange={onChange}
        />
      )}
      {tab === 'list' && (
        <FilterSelect
          name="method"
          label={t('method')}
          all={t('allMethods')}
          choices={SUBSCRIPTION_METHODS.map((value) => ({ value, label: t(`methods.${value}`) }))}
          value={method}
          onChange={onChange}
        />
      )}
      <FilterSelect
        name="offer"
        label={t('offer')}
        all={t('allOffers')}
        choices={offers}
        unknown={t('oneOffer')}
        value={offerId}
        onChange={onChange}
      />
      <FilterSelect
        name="seller"
        label={t('seller')}
        all={t('allSellers')}
        choices={[]}
        unknown={sellerName ?? t('oneSeller')}
        value={sellerId}
        onChange={onChange}
      />
      {tab === 'list' && (
        <SearchInput
          value={search}
          label={t('search')}
          hint={t('searchHint')}
          onSearch={(text) => onChange({ search: text || null }, true)}
        />
      )}
    </search>
  );
}

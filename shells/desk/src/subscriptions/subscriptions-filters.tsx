import { SUBSCRIPTION_METHODS, SUBSCRIPTION_STATUSES } from '@feira/schemas/subscription';
import { writePeriod } from '@feira/shell-kit/period';
import { useTranslation } from 'react-i18next';
import '@feira/shell-kit/styles/lists.css';
import { PeriodFilter } from '@feira/shell-kit/components/period-filter';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import { SelectBox } from '@feira/shell-kit/components/select-box';
import type { ChangeFilter } from '@feira/shell-kit/use-list-filter';
import type { SubscriptionsFilter } from './subscriptions-filter.ts';

export interface Choice {
  value: string;
  label: string;
}

interface SubscriptionsFiltersProps {
  tab: 'list' | 'figures';
  filter: SubscriptionsFilter;
  /** The offers to choose from. */
  offers: readonly Choice[];
  /** The name of the seller whose subscriptions alone are shown; undefined where no row tells it. */
  sellerName: string | undefined;
  onChange: ChangeFilter;
}

/** Period, offer and seller of both tabs; status, method and search of the list. */
export function SubscriptionsFilters({ tab, filter, offers, sellerName, onChange }: SubscriptionsFiltersProps) {
  const { t } = useTranslation('subscriptions');
  const { period, status, method, offerId, sellerId, search } = filter;
  const select = (name: string, label: string, value: string | null, all: string, choices: readonly Choice[]) => (
    <SelectBox
      label={label}
      options={choices}
      getValue={(choice) => choice.value}
      displayValue={(choice) => choice.label}
      value={value}
      onChange={(chosen) => onChange({ [name]: chosen })}
      allLabel={all}
    />
  );
  // The person can remove an offer that stands in the address, whether its title is known or not.
  const isKnown = !offerId || offers.some(({ value }) => value === offerId);
  const shownOffers = isKnown ? offers : [...offers, { value: offerId, label: t('oneOffer') }];
  return (
    <search className="list-filters">
      <PeriodFilter hasAll choice={period} onChange={(next) => onChange(writePeriod(next))} />
      {tab === 'list' &&
        select(
          'status',
          t('status'),
          status,
          t('allStatuses'),
          SUBSCRIPTION_STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) })),
        )}
      {tab === 'list' &&
        select(
          'method',
          t('method'),
          method,
          t('allMethods'),
          SUBSCRIPTION_METHODS.map((value) => ({ value, label: t(`methods.${value}`) })),
        )}
      {shownOffers.length > 0 && select('offer', t('offer'), offerId, t('allOffers'), shownOffers)}
      {sellerId &&
        select('seller', t('seller'), sellerId, t('allSellers'), [
          { value: sellerId, label: sellerName ?? t('oneSeller') },
        ])}
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

import { CURRENCIES } from '@feira/schemas/common';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { ExportLinks } from '@feira/shell-kit/components/list-exports';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { TabList, TabPanel } from '@feira/shell-kit/components/tab-list';
import { useHost } from '@feira/shell-kit/host-context';
import { type AddressChange, useAddress } from '@feira/shell-kit/use-address';
import { usePages } from '@feira/shell-kit/use-pages';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PageFrame } from '../page-frame.tsx';
import './add-texts.ts';
import { FiguresTab } from './figures-tab.tsx';
import './subscriptions.css';
import {
  isFiltered,
  NO_FILTER,
  readFilter,
  type SubscriptionsFilter,
  toFiguresInput,
  toListInput,
  toSubscriptionsInput,
} from './subscriptions-filter.ts';
import { type Choice, SubscriptionsFilters } from './subscriptions-filters.tsx';
import { SubscriptionsList } from './subscriptions-list.tsx';
import { useSubscriptions } from './use-subscriptions.ts';

interface SubscriptionsPageProps {
  title: string;
  /** The address of the page, above each subscription's own. */
  path: string;
  /** The address of the download. */
  exportPath: string;
  /** True for a list across sellers: it names them, and narrows to one. */
  hasSellers?: boolean;
  /** The seller whose own list it is: a person of the team may be a seller too. */
  ownerId?: string;
  /** The offers to filter by. */
  offers?: readonly Choice[];
  /** Replaces a list without any subscription. */
  empty: ReactNode;
}

const NO_OFFERS: never[] = [];
const TABS = ['list', 'figures'] as const;

/** Lists the subscriptions of one seller or of all, and shows their figures. */
export function SubscriptionsPage(props: SubscriptionsPageProps) {
  const { title, path, exportPath, hasSellers = false, ownerId, offers = NO_OFFERS, empty } = props;
  const { t } = useTranslation('subscriptions');
  const { search, change } = useAddress();
  const filter = readFilter(search, hasSellers);
  const own = ownerId ? { sellerId: ownerId } : {};
  const currency = CURRENCIES.find((one) => one === search.get('currency')) ?? null;
  const pages = usePages();
  const query = useSubscriptions({ ...toListInput(filter, pages.after), ...own });
  // A changed filter begins at the first page.
  const changeFilter = (changes: AddressChange, isReplaced = false) =>
    change({ ...changes, after: null }, { isReplaced });
  const toSeller = (sellerId: string) => {
    const next = new URLSearchParams(search);
    next.set('seller', sellerId);
    next.delete('after');
    return `${path}?${next}`;
  };
  const subscriptions = query.data?.items;
  return (
    <PageFrame title={title}>
      <TabList
        label={title}
        tabs={TABS.map((key) => ({ key, label: t(`tabs.${key}`) }))}
        value={filter.tab}
        onOpen={(tab) => changeFilter({ tab: tab === 'list' ? null : tab })}
      />
      <TabPanel tab={filter.tab}>
        <SubscriptionsFilters
          filter={filter}
          offers={offers}
          sellerName={subscriptions?.find(({ sellerId }) => sellerId === filter.sellerId)?.sellerName}
          onChange={changeFilter}
        />
        {filter.tab === 'figures' ? (
          <FiguresTab input={{ ...toFiguresInput(filter, currency), ...own }} onChange={changeFilter} />
        ) : (
          <PagedList
            query={query}
            pages={pages}
            count={subscriptions?.length}
            pagerLabel={t('pages')}
            exports={<Exports path={exportPath} filter={filter} />}
            empty={
              isFiltered(filter) ? (
                <EmptyState icon="search" title={t('noMatchTitle')} text={t('noMatchText')}>
                  <button type="button" className="button" onClick={() => changeFilter(NO_FILTER)}>
                    {t('clearFilters')}
                  </button>
                </EmptyState>
              ) : (
                empty
              )
            }
          >
            <SubscriptionsList
              title={title}
              subscriptions={subscriptions}
              path={path}
              toSeller={hasSellers ? toSeller : undefined}
            />
          </PagedList>
        )}
      </TabPanel>
    </PageFrame>
  );
}

/** Downloads the subscriptions of the filter, however many. */
function Exports({ path, filter }: { path: string; filter: SubscriptionsFilter }) {
  const { t } = useTranslation('subscriptions');
  const { locale: lang } = useHost();
  return (
    <ExportLinks
      label={t('export')}
      addressOf={(format) => `${path}?${new URLSearchParams({ ...toSubscriptionsInput(filter), format, lang })}`}
    />
  );
}

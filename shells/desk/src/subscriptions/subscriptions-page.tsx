import { CURRENCIES } from '@feira/schemas/common';
import type { FilterChoice } from '@feira/shell-kit/components/filter-select';
import { ExportLinks } from '@feira/shell-kit/components/list-exports';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { TabList, TabPanel } from '@feira/shell-kit/components/tab-list';
import { useAddress } from '@feira/shell-kit/use-address';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useTab } from '@feira/shell-kit/use-tab';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PageFrame } from '../page-frame.tsx';
import './add-texts.ts';
import { FiguresTab } from './figures-tab.tsx';
import './subscriptions.css';
import { OWN_SUBSCRIPTIONS_FILTER, SUBSCRIPTIONS_FILTER, toFiguresInput } from './subscriptions-filter.ts';
import { SubscriptionsFilters } from './subscriptions-filters.tsx';
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
  offers?: readonly FilterChoice[];
  /** Replaces a list without any subscription. */
  empty: ReactNode;
}

const NO_OFFERS: never[] = [];
const TABS = ['list', 'figures'] as const;

/** Lists the subscriptions of one seller or of all, and shows their figures. */
export function SubscriptionsPage(props: SubscriptionsPageProps) {
  const { title, path, exportPath, hasSellers = false, ownerId, offers = NO_OFFERS, empty } = props;
  const { t } = useTranslation('subscriptions');
  const { search } = useAddress();
  const [shown, openTab] = useTab(TABS);
  const { filter, input, onChange, ...list } = useListFilter(
    hasSellers ? SUBSCRIPTIONS_FILTER : OWN_SUBSCRIPTIONS_FILTER,
  );
  const own = ownerId ? { sellerId: ownerId } : {};
  const currency = CURRENCIES.find((one) => one === search.get('currency')) ?? null;
  const query = useSubscriptions({ ...input, ...own });
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
        value={shown}
        onOpen={openTab}
      />
      <TabPanel tab={shown}>
        <SubscriptionsFilters
          tab={shown}
          filter={filter}
          offers={offers}
          sellerName={subscriptions?.find(({ sellerId }) => sellerId === filter.sellerId)?.sellerName}
          onChange={onChange}
        />
        {shown === 'figures' ? (
          <FiguresTab input={{ ...toFiguresInput(filter, currency), ...own }} onChange={onChange} />
        ) : (
          <PagedList
            {...list}
            query={query}
            count={subscriptions?.length}
            pagerLabel={t('pages')}
            exports={<ExportLinks label={t('export')} path={exportPath} input={input} />}
            noMatch={{ title: t('noMatchTitle'), text: t('noMatchText') }}
            empty={empty}
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

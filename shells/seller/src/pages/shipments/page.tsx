import { MOST_AT_ONCE, MOST_SHIPMENTS_COUNTED, SHIPMENT_TABS } from '@feira/schemas/procedures/fulfilment';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import { TabList, TabPanel } from '@feira/shell-kit/components/tab-list';
import { formatCount } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { readSearchText } from '@feira/shell-kit/search-text';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { useAddress } from '@feira/shell-kit/use-address';
import { usePages } from '@feira/shell-kit/use-pages';
import { useSelection } from '@feira/shell-kit/use-selection';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import './shipments.css';
import { SelectionBar } from './selection-bar.tsx';
import { ShipmentList } from './shipment-list.tsx';
import { type Listed, type ShipmentTab, useShipmentCounts, useShipments } from './use-shipments.ts';

const PAGE_SIZE = 25;

/** Lists the seller's physical orders by the state of their shipment. */
export default function ShipmentsPage() {
  const { t } = useTranslation('shipments');
  const { locale } = useHost();
  const { search: address, change } = useAddress();
  const tab = SHIPMENT_TABS.find((one) => one === address.get('tab')) ?? 'TO_SHIP';
  const search = readSearchText(address).trim();
  const counts = useShipmentCounts().data;
  const labelOf = (key: ShipmentTab) => {
    const count = counts?.[key];
    if (!count) return t(`tabs.${key}`);
    const number = formatCount(count, locale);
    return (
      <>
        {t(`tabs.${key}`)}
        <span className={key === 'OVERDUE' ? 'tag shipments-late' : 'tag'}>
          {count < MOST_SHIPMENTS_COUNTED ? number : t('more', { number })}
        </span>
      </>
    );
  };
  return (
    <PageFrame title={t('title')}>
      <TabList
        label={t('title')}
        tabs={SHIPMENT_TABS.map((key) => ({ key, label: labelOf(key) }))}
        value={tab}
        onOpen={(key) => change({ tab: key === SHIPMENT_TABS[0] ? null : key, after: null })}
      />
      <TabPanel tab={tab}>
        <search className="list-filters">
          <SearchInput
            value={search}
            label={t('searchLabel')}
            hint={t('searchHint')}
            onSearch={(text) => change({ search: text || null, after: null }, { isReplaced: true })}
          />
        </search>
        {/* Another tab begins anew: its rows have other columns. */}
        <Shipments key={tab} tab={tab} search={search} onClear={() => change({ search: null, after: null })} />
      </TabPanel>
    </PageFrame>
  );
}

function Shipments({ tab, search, onClear }: { tab: ShipmentTab; search: string; onClear: () => void }) {
  const { t } = useTranslation('shipments');
  const pages = usePages();
  const query = useShipments({
    tab,
    limit: PAGE_SIZE,
    ...(search && { search }),
    ...(pages.after && { after: pages.after }),
  });
  const shipments = query.data?.shipments;
  const selection = useSelection<Listed>(({ saleId }) => saleId, MOST_AT_ONCE);
  const isChoosable = tab !== 'RETURNED';
  const list = (
    <PagedList
      query={query}
      pages={pages}
      count={shipments?.length}
      pagerLabel={t('pages')}
      empty={
        search ? (
          <EmptyState icon="search" title={t('noMatchTitle')} text={t('noMatchText')}>
            <button type="button" className="button" onClick={onClear}>
              {t('clearSearch')}
            </button>
          </EmptyState>
        ) : (
          <EmptyState icon="package" title={t(`empty.${tab}.title`)} text={t(`empty.${tab}.text`)} />
        )
      }
    >
      <ShipmentList tab={tab} shipments={shipments} selection={isChoosable ? selection : undefined} />
    </PagedList>
  );
  return (
    <>
      {isChoosable && <SelectionBar tab={tab} shown={shipments ?? []} selection={selection} />}
      {list}
    </>
  );
}

import { MOST_AT_ONCE, MOST_SHIPMENTS_COUNTED, SHIPMENT_TABS } from '@feira/schemas/procedures/fulfilment';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import { TabList, TabPanel } from '@feira/shell-kit/components/tab-list';
import { defineFilter, words } from '@feira/shell-kit/filter';
import { formatCount } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useSelection } from '@feira/shell-kit/use-selection';
import { useTab } from '@feira/shell-kit/use-tab';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import './shipments.css';
import { SelectionBar } from './selection-bar.tsx';
import { ShipmentList } from './shipment-list.tsx';
import { type Listed, type ShipmentTab, useShipmentCounts, useShipments } from './use-shipments.ts';

const FILTER = defineFilter({ search: words() }, 25);

/** Lists the seller's physical orders by the state of their shipment. */
export default function ShipmentsPage() {
  const { t } = useTranslation('shipments');
  const { locale } = useHost();
  const [tab, openTab] = useTab(SHIPMENT_TABS);
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
        onOpen={openTab}
      />
      <TabPanel tab={tab}>
        <Search />
        {/* Another tab begins anew: its rows have other columns. */}
        <Shipments key={tab} tab={tab} />
      </TabPanel>
    </PageFrame>
  );
}

function Search() {
  const { t } = useTranslation('shipments');
  const { filter, onChange } = useListFilter(FILTER);
  return (
    <search className="list-filters">
      <SearchInput
        value={filter.search}
        label={t('searchLabel')}
        hint={t('searchHint')}
        onSearch={(text) => onChange({ search: text || null }, true)}
      />
    </search>
  );
}

function Shipments({ tab }: { tab: ShipmentTab }) {
  const { t } = useTranslation('shipments');
  const { input, pages, isFiltered, onClear } = useListFilter(FILTER);
  const query = useShipments({ tab, ...input });
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
        isFiltered ? (
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

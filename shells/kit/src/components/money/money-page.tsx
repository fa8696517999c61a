import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../styles/forms.css';
import '../../styles/lists.css';
import { type AddressChange, useAddress } from '../../use-address.ts';
import { LoadError } from '../load-error.tsx';
import { PageFrame } from '../page-frame.tsx';
import { TabList, TabPanel } from '../tab-list.tsx';
import './add-texts.ts';
import { BalanceFigures } from './balance-figures.tsx';
import { CurrencyChoice } from './currency-choice.tsx';
import { DestinationsTab } from './destinations-tab.tsx';
import { HoldsTab } from './holds-tab.tsx';
import './money.css';
import { MONEY_TABS, NO_FILTER, readShown } from './money-address.ts';
import { StatementTab } from './statement-tab.tsx';
import { useBalance } from './use-money.ts';

/** What the signed-in person has on the platform, where it came from, and where it may go. */
export function MoneyPage({ title }: { title: string }) {
  const { t } = useTranslation('money');
  const { search, change } = useAddress();
  const shown = readShown(search);
  const { data, error, isPlaceholderData, refetch } = useBalance(shown.currency);
  const [done, setDone] = useState('');
  const balance = isPlaceholderData ? undefined : data;
  const changeShown = (changes: AddressChange) => {
    setDone('');
    change({ after: null, ...changes });
  };
  return (
    <PageFrame
      title={title}
      filters={
        data &&
        data.otherCurrencies.length > 0 && (
          <CurrencyChoice
            current={data.currency}
            others={data.otherCurrencies}
            onChange={(currency) => changeShown({ currency })}
          />
        )
      }
    >
      <p role="status" className={done ? 'notice notice-info list-done' : 'visually-hidden'}>
        {done}
      </p>
      {error && !balance ? <LoadError error={error} onRetry={refetch} /> : <BalanceFigures balance={balance} />}
      <TabList
        label={title}
        tabs={MONEY_TABS.map((tab) => ({ key: tab, label: t(`tabs.${tab}`) }))}
        value={shown.tab}
        onOpen={(tab) => changeShown({ ...NO_FILTER, tab: tab === MONEY_TABS[0] ? null : tab })}
      />
      <TabPanel tab={shown.tab}>
        {shown.tab === 'statement' && (
          <StatementTab shown={shown} currency={balance?.currency} onChange={changeShown} />
        )}
        {shown.tab === 'releases' && <HoldsTab shown={shown} balance={balance} onChange={changeShown} />}
        {shown.tab === 'destinations' && <DestinationsTab onDone={setDone} />}
      </TabPanel>
    </PageFrame>
  );
}

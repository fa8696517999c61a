import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { Icon } from '@feira/shell-kit/components/icon';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { TabList, TabPanel } from '@feira/shell-kit/components/tab-list';
import { type AddressChange, useAddress } from '@feira/shell-kit/use-address';
import { PageFrame } from '../page-frame.tsx';
import './add-texts.ts';
import { AnticipationsTab } from './anticipations-tab.tsx';
import { BalanceFigures } from './balance-figures.tsx';
import { CurrencyChoice } from './currency-choice.tsx';
import { DestinationsTab } from './destinations-tab.tsx';
import { HoldsTab } from './holds-tab.tsx';
import './money.css';
import { MONEY_TABS, NO_FILTER, readShown } from './money-address.ts';
import type { SaleTo } from './sale-link.tsx';
import { StatementTab } from './statement-tab.tsx';
import { useBalance, type Withdrawal } from './use-money.ts';
import { WithdrawDialog } from './withdraw-dialog.tsx';
import { WithdrawalsTab } from './withdrawals-tab.tsx';

interface MoneyPageProps {
  title: string;
  /** True where the person may request held money early. */
  hasAnticipations?: boolean;
  saleTo?: SaleTo;
}

/** Shows the signed-in person's money on the platform, its movements and its destinations. */
export function MoneyPage({ title, hasAnticipations = false, saleTo }: MoneyPageProps) {
  const { t } = useTranslation('money');
  const { search, change } = useAddress();
  const shown = readShown(search);
  const { data, error, isPlaceholderData, refetch } = useBalance(shown.currency);
  const [done, setDone] = useState('');
  const [isWithdrawing, setIsWithdrawing] = useState(false);
  const tabs = MONEY_TABS.filter((tab) => hasAnticipations || tab !== 'anticipations');
  const tab = tabs.find((one) => one === shown.tab) ?? tabs[0]!;
  const balance = isPlaceholderData ? undefined : data;
  const changeShown = (changes: AddressChange) => {
    setDone('');
    change({ after: null, ...changes });
  };
  const openTab = (next: (typeof tabs)[number]) =>
    changeShown({ ...NO_FILTER, tab: next === MONEY_TABS[0] ? null : next });
  const finishWithdrawal = ({ state }: Withdrawal) => {
    setIsWithdrawing(false);
    openTab('withdrawals');
    setDone(t(state === 'WAITING' ? 'withdraw.asked' : 'withdraw.sent'));
  };
  return (
    <PageFrame
      title={title}
      action={
        <button type="button" className="button button-primary" onClick={() => setIsWithdrawing(true)}>
          <Icon name="wallet" size={18} />
          {t('withdraw.action')}
        </button>
      }
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
        tabs={tabs.map((one) => ({ key: one, label: t(`tabs.${one}`) }))}
        value={tab}
        onOpen={openTab}
      />
      <TabPanel tab={tab}>
        {tab === 'statement' && (
          <StatementTab saleTo={saleTo} shown={shown} currency={balance?.currency} onChange={changeShown} />
        )}
        {tab === 'releases' && <HoldsTab saleTo={saleTo} shown={shown} balance={balance} onChange={changeShown} />}
        {tab === 'withdrawals' && <WithdrawalsTab shown={shown} onChange={changeShown} onDone={setDone} />}
        {tab === 'anticipations' && <AnticipationsTab shown={shown} onDone={setDone} />}
        {tab === 'destinations' && <DestinationsTab onDone={setDone} />}
      </TabPanel>
      {isWithdrawing && (
        <WithdrawDialog
          currency={shown.currency}
          onDone={finishWithdrawal}
          onDestinations={() => {
            setIsWithdrawing(false);
            openTab('destinations');
          }}
          onClose={() => setIsWithdrawing(false)}
        />
      )}
    </PageFrame>
  );
}

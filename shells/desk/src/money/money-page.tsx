import { DoneNote } from '@feira/shell-kit/components/done-note';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { Icon } from '@feira/shell-kit/components/icon';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { TabList, TabPanel } from '@feira/shell-kit/components/tab-list';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useTab } from '@feira/shell-kit/use-tab';
import { PageFrame } from '../page-frame.tsx';
import './add-texts.ts';
import { AnticipationsTab } from './anticipations-tab.tsx';
import { BalanceFigures } from './balance-figures.tsx';
import { CurrencyChoice } from './currency-choice.tsx';
import { DestinationsTab } from './destinations-tab.tsx';
import { HoldsTab } from './holds-tab.tsx';
import './money.css';
import { ANTICIPATION_FILTER, CLEARED, MONEY_TABS } from './money-address.ts';
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
  const [done, setDone] = useState('');
  const { filter, onChange } = useListFilter(ANTICIPATION_FILTER, () => setDone(''));
  const { data, error, isPlaceholderData, refetch } = useBalance(filter.currency);
  const [isWithdrawing, setIsWithdrawing] = useState(false);
  const tabs = MONEY_TABS.filter((tab) => hasAnticipations || tab !== 'anticipations');
  const [tab, openTab] = useTab(tabs);
  const balance = isPlaceholderData ? undefined : data;
  const open = (next: (typeof tabs)[number]) => {
    setDone('');
    openTab(next, CLEARED);
  };
  const finishWithdrawal = ({ state }: Withdrawal) => {
    setIsWithdrawing(false);
    open('withdrawals');
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
            onChange={(currency) => onChange({ currency })}
          />
        )
      }
    >
      <DoneNote text={done} />
      {error && !balance ? <LoadError error={error} onRetry={refetch} /> : <BalanceFigures balance={balance} />}
      <TabList
        label={title}
        tabs={tabs.map((one) => ({ key: one, label: t(`tabs.${one}`) }))}
        value={tab}
        onOpen={open}
      />
      <TabPanel tab={tab}>
        {tab === 'statement' && <StatementTab saleTo={saleTo} currency={balance?.currency} />}
        {tab === 'releases' && <HoldsTab saleTo={saleTo} balance={balance} />}
        {tab === 'withdrawals' && <WithdrawalsTab onDone={setDone} />}
        {tab === 'anticipations' && <AnticipationsTab onDone={setDone} />}
        {tab === 'destinations' && <DestinationsTab onDone={setDone} />}
      </TabPanel>
      {isWithdrawing && (
        <WithdrawDialog
          currency={filter.currency}
          onDone={finishWithdrawal}
          onDestinations={() => {
            setIsWithdrawing(false);
            open('destinations');
          }}
          onClose={() => setIsWithdrawing(false)}
        />
      )}
    </PageFrame>
  );
}

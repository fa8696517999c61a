import { DESTINATION_STATUSES } from '@feira/schemas/procedures/payouts';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoneyFilters } from '../../components/money/money-filters.tsx';
import { useMoneyFilter } from '../../components/money/use-money-filter.ts';
import { AccountList } from './account-list.tsx';
import { ConfirmAccountDialog, RefuseAccountDialog } from './decision-dialogs.tsx';
import { type BankAccount, useBankAccounts } from './use-bank-accounts.ts';

type Asked = { decision: 'CONFIRM' | 'REFUSE'; account: BankAccount };

/** Lists bank accounts: the team confirms each one before money goes there. */
export default function ManageBankAccountsPage() {
  const { t } = useTranslation(['adminMoney', 'admin']);
  const { filter, onChange, ...list } = useMoneyFilter(DESTINATION_STATUSES);
  const query = useBankAccounts(filter, list.pages.after);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [done, setDone] = useState('');
  const finish = (message: string) => {
    setAsked(null);
    setDone(message);
  };
  const states = DESTINATION_STATUSES.map((value) => ({ value, label: t(`accounts.states.${value}`) }));
  const dialog = asked && {
    account: asked.account,
    onDone: finish,
    onClose: () => setAsked(null),
  };
  return (
    <PageFrame
      title={t('admin:bankAccounts.title')}
      filters={
        <MoneyFilters hasPeriod={false} hasCurrency={false} filter={filter} states={states} onChange={onChange} />
      }
    >
      <p role="status" className={done ? 'notice notice-info list-done' : 'visually-hidden'}>
        {done}
      </p>
      <AccountList {...list} query={query} onAsk={(decision, account) => setAsked({ decision, account })} />
      {dialog && asked.decision === 'CONFIRM' && <ConfirmAccountDialog {...dialog} />}
      {dialog && asked.decision === 'REFUSE' && <RefuseAccountDialog {...dialog} />}
    </PageFrame>
  );
}

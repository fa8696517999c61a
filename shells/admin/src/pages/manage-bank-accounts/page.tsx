import { DESTINATION_STATUSES } from '@feira/schemas/procedures/payouts';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { DoneNote } from '@feira/shell-kit/components/done-note';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoneyFilters } from '../../components/money/money-filters.tsx';
import { AccountList } from './account-list.tsx';
import { ConfirmAccountDialog, RefuseAccountDialog } from './decision-dialogs.tsx';
import { ACCOUNT_FILTER, type BankAccount, useBankAccounts } from './use-bank-accounts.ts';

type Asked = { decision: 'CONFIRM' | 'REFUSE'; account: BankAccount };

/** Lists bank accounts: the team confirms each one before money goes there. */
export default function ManageBankAccountsPage() {
  const { t } = useTranslation(['adminMoney', 'admin']);
  const { filter, input, onChange, ...list } = useListFilter(ACCOUNT_FILTER);
  const query = useBankAccounts(input);
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
      filters={<MoneyFilters filter={filter} states={states} onChange={onChange} />}
    >
      <DoneNote text={done} />
      <AccountList {...list} query={query} onAsk={(decision, account) => setAsked({ decision, account })} />
      {dialog && asked.decision === 'CONFIRM' && <ConfirmAccountDialog {...dialog} />}
      {dialog && asked.decision === 'REFUSE' && <RefuseAccountDialog {...dialog} />}
    </PageFrame>
  );
}

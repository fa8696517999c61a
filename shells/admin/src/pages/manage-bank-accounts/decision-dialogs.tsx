import { useDestinationKind } from '@feira/shell-desk/money/destination-words.tsx';
import { ConfirmChange } from '@feira/shell-kit/components/confirm-change';
import { FactList } from '@feira/shell-kit/components/fact-list';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../../components/money/reason-dialog.tsx';
import { PersonHead } from '../../components/person/person-head.tsx';
import { type BankAccount, useAccountDecision } from './use-bank-accounts.ts';

interface DecisionDialogProps {
  account: BankAccount;
  onDone: (message: string) => void;
  onClose: () => void;
}

export function ConfirmAccountDialog({ account, onDone, onClose }: DecisionDialogProps) {
  const { t } = useTranslation('adminMoney');
  const { name } = account.person;
  return (
    <ConfirmChange
      title={t('accounts.confirmTitle', { name })}
      text={t('accounts.confirmText')}
      action={t('accounts.confirmAction')}
      change={useAccountDecision()}
      input={{ destinationId: account.id, decision: 'CONFIRM' }}
      onClose={onClose}
      onDone={() => onDone(t('accounts.confirmed', { name }))}
    >
      <PersonHead personId={account.person.id} />
      <AccountFacts account={account} />
    </ConfirmChange>
  );
}

export function RefuseAccountDialog({ account, onDone, onClose }: DecisionDialogProps) {
  const { t } = useTranslation('adminMoney');
  const change = useAccountDecision();
  const { name } = account.person;
  const refuse = async (reason: string) => {
    if (await change.run({ destinationId: account.id, decision: 'REFUSE', reason }))
      onDone(t('accounts.refused', { name }));
  };
  return (
    <ReasonDialog
      title={t('accounts.refuseTitle', { name })}
      text={t('accounts.refuseText')}
      action={t('accounts.refuseAction')}
      hint={t('accounts.reasonHint')}
      change={change}
      onClose={onClose}
      onSend={refuse}
    >
      <PersonHead personId={account.person.id} />
      <AccountFacts account={account} />
    </ReasonDialog>
  );
}

function AccountFacts({ account }: { account: BankAccount }) {
  const { t } = useTranslation('adminMoney');
  const kindOf = useDestinationKind();
  return (
    <>
      <FactList
        facts={[
          [t('accounts.account'), `${account.label} (${kindOf(account)})`],
          [t('accounts.holder'), account.holderName],
        ]}
      />
      {!account.isOwnDocument && <p className="field-error">{t('accounts.foreign')}</p>}
    </>
  );
}

import { formatCurrency } from '@feira/schemas/rules/currency';
import { ConfirmChange } from '@feira/shell-kit/components/confirm-change';
import { FactList } from '@feira/shell-kit/components/fact-list';
import { formatBasisPoints, formatCount } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../money/reason-dialog.tsx';
import { PersonHead } from '../person/person-head.tsx';
import { type Anticipation, useAnticipationDecision } from './use-anticipations.ts';

interface AnticipationDialogProps {
  anticipation: Anticipation;
  onDone: (message: string) => void;
  onClose: () => void;
}

function useNames({ person, amount, fee, currency }: Anticipation) {
  const { locale } = useHost();
  return { name: person.name, amount: formatCurrency(amount - fee, currency, locale) };
}

export function PayDialog({ anticipation, onDone, onClose }: AnticipationDialogProps) {
  const { t } = useTranslation('adminMoney');
  const names = useNames(anticipation);
  return (
    <ConfirmChange
      title={t('anticipations.payTitle', names)}
      text={t('anticipations.payText')}
      action={t('anticipations.pay')}
      change={useAnticipationDecision()}
      input={{ anticipationId: anticipation.id, decision: 'PAY' }}
      onClose={onClose}
      onDone={() => onDone(t('anticipations.paidDone', names))}
    >
      <PersonHead personId={anticipation.person.id} />
      <Facts anticipation={anticipation} />
    </ConfirmChange>
  );
}

export function RefuseDialog({ anticipation, onDone, onClose }: AnticipationDialogProps) {
  const { t } = useTranslation('adminMoney');
  const change = useAnticipationDecision();
  const names = useNames(anticipation);
  const refuse = async (reason: string) => {
    const input = { anticipationId: anticipation.id, decision: 'REFUSE', reason } as const;
    if (await change.run(input)) onDone(t('anticipations.refusedDone', names));
  };
  return (
    <ReasonDialog
      title={t('anticipations.refuseTitle', names)}
      text={t('anticipations.refuseText')}
      action={t('anticipations.refuseAction')}
      hint={t('anticipations.reasonHint')}
      change={change}
      onClose={onClose}
      onSend={refuse}
    >
      <PersonHead personId={anticipation.person.id} />
      <Facts anticipation={anticipation} />
    </ReasonDialog>
  );
}

function Facts({ anticipation }: { anticipation: Anticipation }) {
  const { t } = useTranslation('adminMoney');
  const { locale } = useHost();
  const { person, amount, fee, currency, feeBasisPointsPerDay, holds } = anticipation;
  const money = (cents: number) => formatCurrency(cents, currency, locale);
  const share = formatBasisPoints(feeBasisPointsPerDay, locale);
  return (
    <FactList
      facts={[
        [t('person'), `${person.name} (${person.email})`],
        [t('anticipations.amount'), money(amount)],
        [t('anticipations.fee'), `${money(fee)} (${t('anticipations.perDay', { share })})`],
        [t('anticipations.net'), <strong key="net">{money(amount - fee)}</strong>],
        [t('anticipations.sales'), formatCount(holds, locale)],
      ]}
    />
  );
}

import { formatCurrency } from '@feira/schemas/rules/currency';
import { DefenceForm } from '@feira/shell-desk/disputes/defence-form.tsx';
import { DisputeFiles } from '@feira/shell-desk/disputes/dispute-files.tsx';
import type { DisputeCase } from '@feira/shell-desk/disputes/use-defence.ts';
import { useKeptDefence } from '@feira/shell-desk/disputes/use-kept-defence.tsx';
import { SaleBuyer } from '@feira/shell-desk/sale/sale-words.tsx';
import { type Fact, FactList } from '@feira/shell-kit/components/fact-list';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DisputeStatus } from './dispute-status.tsx';
import { GiveUpForm } from './give-up-form.tsx';
import { useDispute } from './use-disputes.ts';

export type Outcome = 'ANSWERED' | 'ACCEPTED';

interface DisputeDialogProps {
  disputeId: string;
  onDone: (outcome: Outcome) => void;
  onClose: () => void;
}

/** Shows one dispute: the bank's claim, the seller's defence, and a way to accept it. */
export function DisputeDialog({ disputeId, onDone, onClose }: DisputeDialogProps) {
  const { t } = useTranslation('refunds');
  const { data, error, refetch } = useDispute(disputeId);
  const [isGivingUp, setIsGivingUp] = useState(false);
  const isOpen = data?.state === 'OPEN';
  const { text, type, mayClose, leave, guard } = useKeptDefence(data, onClose);
  return (
    <ModalDialog
      isWide
      title={data ? t(`disputes.titles.${data.kind}`, { title: data.title }) : t('disputes.title')}
      mayClose={mayClose}
      onClose={onClose}
    >
      {guard}
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={320} />}
      {data && (
        <div className="form">
          <Facts dispute={data} />
          {!isGivingUp && <DisputeFiles isWritten dispute={data} />}
          {!isOpen && data.defence && (
            <figure className="refunds-quote">
              <figcaption>{t('disputes.defence')}</figcaption>
              <blockquote>{data.defence}</blockquote>
            </figure>
          )}
        </div>
      )}
      {isOpen && !isGivingUp && (
        <DefenceForm
          dispute={data}
          label={t('disputes.defence')}
          hint={t('disputes.defenceHint')}
          text={text}
          onType={type}
          onDone={() => onDone('ANSWERED')}
        >
          <button type="button" className="button refunds-apart" onClick={() => setIsGivingUp(true)}>
            {t('disputes.giveUp')}
          </button>
          <button type="button" className="button" onClick={leave}>
            {t('close')}
          </button>
        </DefenceForm>
      )}
      {isOpen && isGivingUp && (
        <GiveUpForm dispute={data} onBack={() => setIsGivingUp(false)} onDone={() => onDone('ACCEPTED')} />
      )}
      {!isOpen && (
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {t('close')}
          </button>
        </div>
      )}
    </ModalDialog>
  );
}

function Facts({ dispute }: { dispute: DisputeCase }) {
  const { t } = useTranslation('refunds');
  const { locale } = useHost();
  const money = (cents: number) => formatCurrency(cents, dispute.currency, locale);
  const facts: Fact[] = [
    [t('state'), <DisputeStatus key="state" dispute={dispute} />],
    [t('requests.buyer'), <SaleBuyer key="buyer" sale={dispute} />],
    [t('amount'), money(dispute.amount)],
    [t('disputes.heldAmount'), dispute.heldAmount > 0 && money(dispute.heldAmount)],
    [t('disputes.reason'), dispute.reason],
    [t('disputes.opened'), formatDate(dispute.openedAt, locale)],
    [t('disputes.reference'), dispute.providerReference],
    [t('disputes.liability'), dispute.isLiabilityShifted && t('disputes.liabilityShifted')],
    [t('disputes.note'), dispute.note],
  ];
  return <FactList facts={facts.filter(([, value]) => value)} />;
}

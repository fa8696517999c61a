import { formatCurrency } from '@feira/schemas/rules/currency';
import type { DisputeCase } from '@feira/shell-desk/disputes/use-defence.ts';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { useDisputeAcceptance } from './use-disputes.ts';

interface GiveUpFormProps {
  dispute: DisputeCase;
  onBack: () => void;
  onDone: () => void;
}

/** Asks once more, because nobody can withdraw the acceptance of a dispute. */
export function GiveUpForm({ dispute, onBack, onDone }: GiveUpFormProps) {
  const { t } = useTranslation('refunds');
  const { locale } = useHost();
  const { run, error, isBusy } = useDisputeAcceptance();
  const accept = async () => {
    if (!isBusy && (await run({ disputeId: dispute.id }))) onDone();
  };
  return (
    <div className="form">
      <p role="alert" className="refunds-warning">
        {t('disputes.giveUpText', { amount: formatCurrency(dispute.amount, dispute.currency, locale) })}
      </p>
      <Refusal error={error} />
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onBack}>
          {t('disputes.back')}
        </button>
        <button type="button" className="button button-danger" aria-busy={isBusy} onClick={accept}>
          {t('disputes.giveUpAction')}
        </button>
      </div>
    </div>
  );
}

import { formatCurrency } from '@feira/schemas/rules/currency';
import { DefenceForm } from '@feira/shell-desk/disputes/defence-form.tsx';
import { DisputeFiles } from '@feira/shell-desk/disputes/dispute-files.tsx';
import { useKeptDefence } from '@feira/shell-desk/disputes/use-kept-defence.tsx';
import { FactList } from '@feira/shell-kit/components/fact-list';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { type Case, useCase } from './use-cases.ts';

interface DefenceDialogProps {
  dispute: Case;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Sends a defence for sellers who gave it to the platform by other ways. */
export function DefenceDialog({ dispute, onDone, onClose }: DefenceDialogProps) {
  const { t } = useTranslation('adminMoney');
  const { locale } = useHost();
  const { data, error, refetch } = useCase(dispute.id);
  const shown = data?.id === dispute.id ? data : undefined;
  const { text, type, mayClose, leave, guard } = useKeptDefence(shown, onClose);
  return (
    <ModalDialog
      isWide
      title={t('cases.writeTitle', { title: dispute.title })}
      text={t('cases.writeText', { name: dispute.seller.name })}
      mayClose={mayClose}
      onClose={onClose}
    >
      {guard}
      {error && !shown && <LoadError error={error} onRetry={refetch} />}
      {!shown && !error && <Skeleton height={320} />}
      {shown && (
        <>
          <div className="form">
            <FactList
              facts={[
                [t('cases.buyer'), shown.buyerName],
                [t('cases.amount'), formatCurrency(shown.amount, shown.currency, locale)],
                ...(shown.reason ? [[t('cases.reason'), shown.reason] as const] : []),
                [t('cases.dueAt'), `${formatDate(shown.dueAt, locale)}, ${formatTime(shown.dueAt, locale)}`],
              ]}
            />
            <DisputeFiles isWritten dispute={shown} />
          </div>
          <DefenceForm
            dispute={shown}
            label={t('cases.defence')}
            hint={t('cases.defenceHint')}
            text={text}
            onType={type}
            onDone={() => onDone(t('cases.answered', { title: dispute.title }))}
          >
            <button type="button" className="button" onClick={leave}>
              {t('close')}
            </button>
          </DefenceForm>
        </>
      )}
    </ModalDialog>
  );
}

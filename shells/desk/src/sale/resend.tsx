import { Icon } from '@feira/shell-kit/components/icon';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { useTranslation } from 'react-i18next';
import { useResend } from './use-sale.ts';

/** Mails the buyer the approval again, with the access where there is one. */
export function Resend({ saleId }: { saleId: string }) {
  const { t } = useTranslation('sale');
  const { data, error, isPending, mutate } = useResend();
  return (
    <>
      <button
        type="button"
        className="button"
        aria-busy={isPending}
        disabled={isPending}
        onClick={() => mutate({ saleId })}
      >
        <Icon name="mail" size={18} />
        {t('resend')}
      </button>
      <span role="status" className="muted">
        {data && !error && t('resent', { count: data.left })}
      </span>
      <Refusal error={error} />
    </>
  );
}

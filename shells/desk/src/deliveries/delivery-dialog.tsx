import type { ApiKeyKind } from '@feira/schemas/api';
import type { ApiError } from '@feira/shell-kit/client';
import { FactList } from '@feira/shell-kit/components/fact-list';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { formatCount } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toSale } from '../webhooks/owner.ts';
import type { DeliveryTexts, WholeDelivery } from './delivery.ts';
import { DeliveryStatus, formatMoment, Words } from './delivery-words.tsx';

interface DeliveryDialogProps<E extends string, D extends WholeDelivery<E>> {
  texts: DeliveryTexts;
  owner: ApiKeyKind;
  deliveryId: string;
  query: { data: D | undefined; error: ApiError | null; refetch: () => unknown };
  resending: {
    run: (input: { deliveryId: string }) => Promise<unknown>;
    error: ApiError | null;
    isBusy: boolean;
  };
  nameOf: (event: E) => string;
  /** Shows what was sent. */
  show: (delivery: D) => ReactNode;
  onClose: () => void;
}

/** Shows one delivery with what was sent and answered, and sends it again. */
export function DeliveryDialog<E extends string, D extends WholeDelivery<E>>(props: DeliveryDialogProps<E, D>) {
  const { texts, owner, deliveryId, query, resending, nameOf, show, onClose } = props;
  const { data, error, refetch } = query;
  const { t } = useTranslation(texts);
  const { locale } = useHost();
  const date = (at: string | null) => (at ? formatMoment(at, locale) : '—');
  return (
    <ModalDialog
      isWide
      title={data ? t('detailTitle', { event: nameOf(data.event) }) : t('deliveries')}
      onClose={onClose}
    >
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {data && (
        <div className="delivery-part">
          <div role="status">
            <DeliveryStatus texts={texts} state={data.state} />{' '}
            {data.problem && t(`problems.${data.problem}` as 'problems.REFUSED')}
          </div>
          <FactList
            facts={[
              [
                t('delivery.answer'),
                data.answerStatus ? t('status', { status: data.answerStatus }) : t('delivery.none'),
              ],
              [t('delivery.attempts'), formatCount(data.attempts, locale)],
              [t('createdAt'), date(data.createdAt)],
              [t('attemptedAt'), date(data.attemptedAt)],
              [t('delivery.next'), date(data.nextAttemptAt)],
              [
                t('id'),
                <code key="id" className="delivery-code">
                  {data.id}
                </code>,
              ],
            ]}
          />
          {data.saleId && <PageLink to={toSale(owner, data.saleId)}>{t('sale')}</PageLink>}
          {data.answer && <Words label={t('answerText')} text={data.answer} />}
          {show(data)}
        </div>
      )}
      <Refusal error={resending.error} />
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {t('close')}
        </button>
        {data && data.state !== 'WAITING' && (
          <button
            type="button"
            className="button button-primary"
            aria-busy={resending.isBusy}
            onClick={() => !resending.isBusy && resending.run({ deliveryId })}
          >
            {t('resend')}
          </button>
        )}
      </div>
    </ModalDialog>
  );
}

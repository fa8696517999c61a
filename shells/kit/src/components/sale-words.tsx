import type { PaymentMethod, PaymentStatus } from '@feira/schemas/common';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from './icon.tsx';

const STATUS_ICONS: Record<PaymentStatus, IconName> = {
  APPROVED: 'check',
  PENDING: 'clock',
  REJECTED: 'close',
  CANCELED: 'stop',
  REFUNDED: 'refund',
  CHARGEBACK: 'dispute',
};

export const METHOD_ICONS: Record<PaymentMethod, IconName> = { PIX: 'pix', CREDIT_CARD: 'card', BILLET: 'barcode' };

/** Shows a status as word, colour and icon, the same on every page. */
export function SaleStatus({ status }: { status: PaymentStatus }) {
  const { t } = useTranslation('kit');
  return (
    <span className={`status status-${status.toLowerCase()}`}>
      <Icon name={STATUS_ICONS[status]} size={16} />
      {t(`status.${status}`)}
    </span>
  );
}

export function SaleMethod({ method, note }: { method: PaymentMethod; note?: string | undefined }) {
  const { t } = useTranslation('kit');
  return (
    <span className="method">
      <Icon name={METHOD_ICONS[method]} size={18} />
      {t(`method.${method}`)}
      {note && <span className="muted">{note}</span>}
    </span>
  );
}

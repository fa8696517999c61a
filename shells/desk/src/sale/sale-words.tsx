import type { PaymentMethod, PaymentStatus } from '@feira/schemas/common';
import { Icon, type IconName } from '@feira/shell-kit/components/icon';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { useTranslation } from 'react-i18next';

const STATUS_ICONS: Record<PaymentStatus, IconName> = {
  APPROVED: 'check',
  PENDING: 'clock',
  REJECTED: 'close',
  CANCELED: 'stop',
  REFUNDED: 'refund',
  CHARGEBACK: 'dispute',
};

const TONES: Record<PaymentStatus, StatusTone> = {
  APPROVED: 'approved',
  PENDING: 'pending',
  REJECTED: 'rejected',
  CANCELED: 'canceled',
  REFUNDED: 'refunded',
  CHARGEBACK: 'chargeback',
};

export const METHOD_ICONS: Record<PaymentMethod, IconName> = { PIX: 'pix', CREDIT_CARD: 'card', BILLET: 'barcode' };

/** Shows a status as word, colour and icon, the same on every page. */
export function SaleStatus({ status }: { status: PaymentStatus }) {
  const { t } = useTranslation('kit');
  return <StatusBadge tone={TONES[status]} icon={STATUS_ICONS[status]} label={t(`status.${status}`)} />;
}

interface Charged {
  /** The number of the subscription's charge that the sale is, from 1; null for a sale of no subscription. */
  cycle: number | null;
}

/** Returns a function that says which charge of a subscription a sale is; it returns undefined for a sale of no subscription. */
export function useCycleWords() {
  const { t } = useTranslation('kit');
  return ({ cycle }: Charged) => (cycle === null ? undefined : t('cycle', { cycle }));
}

/** Names the buyer of a sale, and the charge of a subscription that the sale is. */
export function SaleBuyer({ sale }: { sale: Charged & { buyerName: string } }) {
  const words = useCycleWords();
  return [sale.buyerName, words(sale)].filter(Boolean).join(' · ');
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

import type { Currency } from '@feira/schemas/common';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { type Frequency, monthsOf } from '@feira/schemas/rules/subscription';
import type { CycleState, SubscriptionMethod, SubscriptionStatus } from '@feira/schemas/subscription';
import { Icon, type IconName } from '@feira/shell-kit/components/icon';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';

type Look = { tone: StatusTone; icon: IconName };

const STATUSES: Record<SubscriptionStatus, Look> = {
  TRIALING: { tone: 'refunded', icon: 'clock' },
  ACTIVE: { tone: 'approved', icon: 'check' },
  PAST_DUE: { tone: 'rejected', icon: 'alert' },
  PAUSED: { tone: 'pending', icon: 'stop' },
  CANCELED: { tone: 'canceled', icon: 'close' },
  ENDED: { tone: 'canceled', icon: 'check' },
};

/** A canceled subscription that runs to the end of its period reads as canceled; beside it stands when it ends. */
export function SubscriptionStatusBadge({
  status,
  cancelAtPeriodEnd = false,
  endedAt = null,
}: Pick<Standing, 'status'> & Partial<Pick<Standing, 'cancelAtPeriodEnd' | 'endedAt'>>) {
  const { t } = useTranslation('subscriptions');
  const shown = cancelAtPeriodEnd && endedAt === null ? 'CANCELED' : status;
  return <StatusBadge {...STATUSES[shown]} label={t(`statuses.${shown}`)} />;
}

const CYCLES: Record<CycleState, Look> = {
  DUE: { tone: 'pending', icon: 'clock' },
  OPEN: { tone: 'pending', icon: 'clock' },
  PAID: { tone: 'approved', icon: 'check' },
  UNPAID: { tone: 'rejected', icon: 'close' },
  FREE: { tone: 'approved', icon: 'tag' },
  REVERSED: { tone: 'refunded', icon: 'refund' },
};

export function CycleStateBadge({ state }: { state: CycleState }) {
  const { t } = useTranslation('subscriptions');
  return <StatusBadge {...CYCLES[state]} label={t(`cycleStates.${state}`)} />;
}

const METHODS: Record<SubscriptionMethod, IconName> = {
  CREDIT_CARD: 'card',
  PIX: 'pix',
  BILLET: 'barcode',
  PIX_AUTOMATICO: 'pix',
};

export function SubscriptionMethodWord({ method }: { method: SubscriptionMethod }) {
  const { t } = useTranslation('subscriptions');
  return (
    <span className="method">
      <Icon name={METHODS[method]} size={18} />
      {t(`methods.${method}`)}
    </span>
  );
}

interface Standing {
  status: SubscriptionStatus;
  periodEnd: string;
  pastDueSince: string | null;
  cancelAtPeriodEnd: boolean;
  pausedAt: string | null;
  endedAt: string | null;
}

/** Returns words that many parts of the pages share. */
export function useSubscriptionWords() {
  const { t } = useTranslation(['subscriptions', 'kit']);
  const { locale } = useHost();
  const date = (iso: string) => formatDate(iso, locale);
  const money = (cents: number, currency: Currency) => formatCurrency(cents, currency, locale);
  const every = (frequency: Frequency) => {
    const months = monthsOf(frequency);
    if (months === null) return t('every', { count: frequency.frequencyInDays });
    return months === 12 ? t('everyYear') : t('everyMonths', { count: months });
  };
  return {
    date,
    money,
    every,
    price: (cents: number, currency: Currency, frequency: Frequency) =>
      t('price', { amount: money(cents, currency), every: every(frequency) }),
    /** The number of the latest charge, and of how many. */
    progress: ({ cycle, cycles }: { cycle: number; cycles: number | null }) =>
      cycles === null ? t('kit:cycle', { cycle }) : t('cycleOf', { cycle, cycles }),
    /** Tells what the status alone does not: since when, or until when. */
    note: ({ status, periodEnd, pastDueSince, cancelAtPeriodEnd, pausedAt, endedAt }: Standing): string | null => {
      if (endedAt) return t('endedOn', { date: date(endedAt) });
      if (cancelAtPeriodEnd) return t('endsOn', { date: date(periodEnd) });
      if (status === 'PAST_DUE' && pastDueSince) return t('overdueSince', { date: date(pastDueSince) });
      return pausedAt ? t('pausedOn', { date: date(pausedAt) }) : null;
    },
  };
}

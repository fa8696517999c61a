import { Icon, type IconName } from './icon.tsx';

/** The colours of states: succeeded, waiting, failed, expired, refunded, disputed. */
export type StatusTone = 'approved' | 'pending' | 'rejected' | 'canceled' | 'refunded' | 'chargeback';

/** Shows a state as word, colour and icon. */
export function StatusBadge({ tone, icon, label }: { tone: StatusTone; icon: IconName; label: string }) {
  return (
    <span className={`status status-${tone}`}>
      <Icon name={icon} size={16} />
      {label}
    </span>
  );
}

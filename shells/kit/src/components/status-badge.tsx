import { Icon, type IconName } from './icon.tsx';

/** Colours of states: what went well, waits, failed, ended by itself, went back, is fought over. */
export type StatusTone = 'approved' | 'pending' | 'rejected' | 'canceled' | 'refunded' | 'chargeback';

/** A state as word, colour and icon. */
export function StatusBadge({ tone, icon, label }: { tone: StatusTone; icon: IconName; label: string }) {
  return (
    <span className={`status status-${tone}`}>
      <Icon name={icon} size={16} />
      {label}
    </span>
  );
}

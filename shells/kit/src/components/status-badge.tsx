import Tag from 'antd/es/tag';
import { Icon, type IconName } from './icon.tsx';

/** The colours of states: succeeded, waiting, failed, expired, refunded, disputed. */
export type StatusTone = 'approved' | 'pending' | 'rejected' | 'canceled' | 'refunded' | 'chargeback';

const COLOURS: Record<StatusTone, string> = {
  approved: 'success',
  pending: 'warning',
  rejected: 'error',
  canceled: 'default',
  refunded: 'processing',
  chargeback: 'purple',
};

interface StatusBadgeProps {
  tone: StatusTone;
  /** Left out where the words alone are enough, as beside a list's title. */
  icon?: IconName;
  label: string;
}

/** Shows a state as word, colour and icon. */
export function StatusBadge({ tone, icon, label }: StatusBadgeProps) {
  return (
    <Tag className="status" variant="filled" color={COLOURS[tone]} icon={icon && <Icon name={icon} size={16} />}>
      {label}
    </Tag>
  );
}

import type { IconName } from '@feira/shell-kit/components/icon';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { useTranslation } from 'react-i18next';

const LOOKS = {
  REQUESTED: ['pending', 'clock'],
  OFFERED: ['pending', 'clock'],
  ACTIVE: ['approved', 'check'],
  REFUSED: ['rejected', 'close'],
  ENDED: ['canceled', 'stop'],
} as const satisfies Record<string, [StatusTone, IconName]>;

export function PartnerStatus({ status }: { status: keyof typeof LOOKS }) {
  const { t } = useTranslation('partners');
  const [tone, icon] = LOOKS[status];
  return <StatusBadge tone={tone} icon={icon} label={t(`statuses.${status}`)} />;
}

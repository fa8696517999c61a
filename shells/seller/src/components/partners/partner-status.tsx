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

interface PartnerStatusProps {
  status: keyof typeof LOOKS;
  /** The partner reads it: what waits for the partner waits for the reader. */
  isOwn?: boolean;
}

export function PartnerStatus({ status, isOwn = false }: PartnerStatusProps) {
  const { t } = useTranslation('partners');
  const [tone, icon] = LOOKS[status];
  const label = isOwn && status === 'OFFERED' ? t('statuses.OFFERED_TO_YOU') : t(`statuses.${status}`);
  return <StatusBadge tone={tone} icon={icon} label={label} />;
}

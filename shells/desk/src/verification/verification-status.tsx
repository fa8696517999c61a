import type { VerificationStatus as Status } from '@feira/schemas/verification';
import type { IconName } from '@feira/shell-kit/components/icon';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';

const LOOKS: Record<Status, [StatusTone, IconName]> = {
  NONE: ['canceled', 'upload'],
  ASKED: ['chargeback', 'upload'],
  IN_REVIEW: ['pending', 'eye'],
  VERIFIED: ['approved', 'shield'],
  REFUSED: ['rejected', 'close'],
  EXPIRED: ['canceled', 'clock'],
};

export function VerificationStatus({ status }: { status: Status }) {
  const { t } = useTranslation('verification');
  const [tone, icon] = LOOKS[status];
  return <StatusBadge tone={tone} icon={icon} label={t(`statuses.${status}`)} />;
}

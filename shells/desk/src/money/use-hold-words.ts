import { formatBasisPoints, formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import type { Hold } from './use-money.ts';

/** Says why money is held, by which rule and until when. */
export function useHoldWords() {
  const { t } = useTranslation('money');
  const { locale } = useHost();
  return {
    reason: ({
      reason,
      isAnticipating,
      isDisputed,
    }: Pick<Hold, 'reason' | 'isAnticipating' | 'isDisputed'>): string => {
      if (isDisputed) return t('holds.reasons.DISPUTE');
      return isAnticipating ? t('holds.anticipating') : t(`holds.reasons.${reason}`);
    },
    rule: ({ reason, rule }: Pick<Hold, 'reason' | 'rule'>): string => {
      const { days, guaranteeDays, reserveBasisPoints } = rule;
      if (reason === 'RESERVE' && reserveBasisPoints !== undefined)
        return t('holds.rules.reserve', { share: formatBasisPoints(reserveBasisPoints, locale), count: days ?? 0 });
      if (guaranteeDays !== undefined) return t('holds.rules.guarantee', { count: guaranteeDays });
      return days === undefined ? '' : t('holds.rules.days', { count: days });
    },
    until: ({ releaseAt, isDisputed }: Pick<Hold, 'releaseAt' | 'isDisputed'>): string =>
      releaseAt === null || isDisputed ? t('holds.untilDispute') : formatDate(releaseAt, locale),
  };
}

import type { Output } from '@feira/schemas/procedure';
import type { getSettings } from '@feira/schemas/procedures/settings';
import { useTranslation } from 'react-i18next';

type Limit = Output<typeof getSettings>['expiryLimits'][number];

export interface ExpiryNotesProps {
  expiryLimits: readonly Limit[];
}

const UNITS = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
  ['seconds', 1],
] as const;

/** Says which connections take other ends of a PIX or boleto than the ones that are set here. */
export function ExpiryNotes({ expiryLimits }: ExpiryNotesProps) {
  const { t } = useTranslation(['admin', 'kit']);
  const time = (seconds = 0) => {
    const [unit, size] = UNITS.find(([, length]) => seconds % length === 0) ?? UNITS[3];
    return t(`settings.expiryLimits.${unit}`, { count: seconds / size });
  };
  const describe = ({ expiry, expiresInSeconds, minExpiresInSeconds, maxExpiresInSeconds }: Limit): string => {
    if (expiry === 'fixed') return t('settings.expiryLimits.fixed', { time: time(expiresInSeconds) });
    const parts = [
      minExpiresInSeconds && t('settings.expiryLimits.least', { time: time(minExpiresInSeconds) }),
      maxExpiresInSeconds && t('settings.expiryLimits.most', { time: time(maxExpiresInSeconds) }),
      expiry === 'days' && t('settings.expiryLimits.wholeDays'),
      expiry === 'none' && t('settings.expiryLimits.none'),
    ];
    return parts.filter(Boolean).join('; ');
  };
  if (expiryLimits.length === 0) return null;
  return (
    <div>
      <p className="muted">{t('settings.expiryLimits.hint')}</p>
      <ul>
        {expiryLimits.map((limit) => (
          <li key={`${limit.connection} ${limit.method}`}>
            {limit.connection}, {t(`kit:method.${limit.method}`)}: {describe(limit)}
          </li>
        ))}
      </ul>
    </div>
  );
}

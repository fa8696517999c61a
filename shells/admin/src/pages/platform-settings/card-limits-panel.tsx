import { TextField } from '@feira/shell-kit/components/form-fields';
import { useTranslation } from 'react-i18next';
import { CARD_LIMITS } from './rules-fields.ts';
import type { RulesPanelProps } from './rules-panel.ts';

export function CardLimitsPanel({ controls }: RulesPanelProps) {
  const { t } = useTranslation('admin');
  return (
    <section className="panel form" aria-labelledby="settings-card-limits">
      <h2 id="settings-card-limits">{t('settings.cardLimits')}</h2>
      <p>{t('settings.cardLimitsText')}</p>
      <div className="form-grid settings-two">
        {CARD_LIMITS.map((name) => (
          <TextField
            key={name}
            label={t(`settings.cardLimitLabels.${name}`)}
            hint={t(`settings.cardLimitHints.${name}`)}
            {...controls.cardLimits[name]}
          />
        ))}
      </div>
    </section>
  );
}

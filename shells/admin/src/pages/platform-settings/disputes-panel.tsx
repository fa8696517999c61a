import { TextField } from '@feira/shell-kit/components/form-fields';
import { useTranslation } from 'react-i18next';
import type { RulesPanelProps } from './rules-panel.ts';

export function DisputesPanel({ controls }: RulesPanelProps) {
  const { t } = useTranslation('admin');
  return (
    <section className="panel form" aria-labelledby="settings-disputes">
      <h2 id="settings-disputes">{t('settings.disputes')}</h2>
      <div className="form-grid settings-two">
        <TextField
          label={t('settings.disputeHours')}
          hint={t('settings.disputeHoursHint')}
          suffix={t('settings.units.hours')}
          {...controls.disputeHours}
        />
      </div>
    </section>
  );
}

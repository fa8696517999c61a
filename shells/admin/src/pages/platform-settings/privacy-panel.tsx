import { TextField } from '@feira/shell-kit/components/form-fields';
import { useTranslation } from 'react-i18next';
import type { RulesPanelProps } from './rules-panel.ts';

export function PrivacyPanel({ controls }: RulesPanelProps) {
  const { t } = useTranslation('admin');
  return (
    <section className="panel form" aria-labelledby="settings-privacy">
      <h2 id="settings-privacy">{t('settings.privacy')}</h2>
      <div className="form-grid settings-two">
        <TextField
          label={t('settings.unpaidBuyerDays')}
          hint={t('settings.unpaidBuyerDaysHint')}
          suffix={t('settings.units.days')}
          {...controls.unpaidBuyerDays}
        />
      </div>
    </section>
  );
}

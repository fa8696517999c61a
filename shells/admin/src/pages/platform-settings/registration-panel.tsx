import { CheckField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { useTranslation } from 'react-i18next';
import type { RulesPanelProps } from './rules-panel.ts';

export function RegistrationPanel({ controls, shown }: RulesPanelProps) {
  const { t } = useTranslation('admin');
  return (
    <section className="panel form" aria-labelledby="settings-people">
      <h2 id="settings-people">{t('settings.people')}</h2>
      <CheckField
        isSwitch
        label={t('settings.registration')}
        hint={t('settings.registrationHint')}
        {...controls.isRegistrationOpen}
      />
      <CheckField
        isSwitch
        label={t('settings.productReview')}
        hint={t('settings.productReviewHint')}
        {...controls.hasProductReview}
      />
      <CheckField
        isSwitch
        label={t('settings.allStores')}
        hint={t('settings.allStoresHint')}
        {...controls.showsAllStores}
      />
      <CheckField
        isSwitch
        label={t('settings.fillIdentity')}
        hint={t('settings.fillIdentityHint')}
        {...controls.fillMissingIdentity}
      />
      <div role="status">
        {shown.fillMissingIdentity && (
          <div className="notice notice-warning">
            <Icon name="alert" />
            <p>
              <strong>{t('settings.fillIdentityWarningTitle')}</strong>
              <span>{t('settings.fillIdentityWarning')}</span>
            </p>
          </div>
        )}
      </div>
    </section>
  );
}

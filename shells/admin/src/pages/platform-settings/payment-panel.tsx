import { CURRENCIES, LOCALES, PAYMENT_METHODS } from '@feira/schemas/common';
import { SelectField, TextField } from '@feira/shell-kit/components/form-fields';
import { useTranslation } from 'react-i18next';
import { ChoiceGroup } from './choice-group.tsx';
import { ExpiryNotes, type ExpiryNotesProps } from './expiry-notes.tsx';
import { EXPIRY_UNITS, type ExpiryUnit } from './rules-fields.ts';
import type { RulesPanelProps } from './rules-panel.ts';

const UNITS = Object.keys(EXPIRY_UNITS) as ExpiryUnit[];

export function PaymentPanel({ controls, expiryLimits }: RulesPanelProps & Pick<ExpiryNotesProps, 'expiryLimits'>) {
  const { t } = useTranslation(['admin', 'kit']);
  const pixExpiry = controls.pixExpiresInSeconds;
  const currencies = CURRENCIES.map((value) => ({ value, label: t(`settings.currencyNames.${value}`) }));
  return (
    <section className="panel form" aria-labelledby="settings-payment">
      <h2 id="settings-payment">{t('settings.payment')}</h2>
      <ChoiceGroup
        label={t('settings.methods')}
        hint={t('settings.methodsHint')}
        options={PAYMENT_METHODS.map((value) => ({ value, label: t(`kit:method.${value}`) }))}
        {...controls.methods}
      />
      <ChoiceGroup
        label={t('settings.currencies')}
        hint={t('settings.currenciesHint')}
        options={currencies}
        {...controls.currencies}
      />
      <div className="form-grid">
        <SelectField
          label={t('settings.currency')}
          hint={t('settings.currencyHint')}
          options={currencies}
          {...controls.currency}
        />
        <SelectField
          label={t('settings.locale')}
          hint={t('settings.localeHint')}
          options={LOCALES.map((value) => ({ value, label: t(`languages.${value}`) }))}
          {...controls.locale}
        />
        <TextField
          label={t('settings.softDescriptor')}
          hint={t('settings.softDescriptorHint')}
          {...controls.softDescriptor}
        />
      </div>
      <div className="form-grid">
        <div className="settings-expiry">
          <TextField
            label={t('settings.pixExpiry')}
            inputMode="numeric"
            value={pixExpiry.value.count}
            problem={pixExpiry.problem}
            onChange={(count) => pixExpiry.onChange({ ...pixExpiry.value, count })}
          />
          <SelectField
            isLabelHidden
            label={t('settings.pixExpiryUnit')}
            value={pixExpiry.value.unit}
            options={UNITS.map((value) => ({ value, label: t(`settings.units.${value}`) }))}
            onChange={(unit) => pixExpiry.onChange({ ...pixExpiry.value, unit })}
          />
        </div>
        <TextField label={t('settings.billetExpiry')} suffix={t('settings.days')} {...controls.billetExpiresInDays} />
      </div>
      <ExpiryNotes expiryLimits={expiryLimits} />
    </section>
  );
}

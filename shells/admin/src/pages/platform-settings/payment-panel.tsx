import { CURRENCIES, LOCALES, PAYMENT_METHODS } from '@feira/schemas/common';
import { softDescriptor } from '@feira/schemas/rules/soft-descriptor';
import { SelectField, TextField } from '@feira/shell-kit/components/form-fields';
import { useTranslation } from 'react-i18next';
import { ChoiceGroup } from './choice-group.tsx';
import { EXPIRY_UNITS, type ExpiryUnit } from './rules-draft.ts';
import type { RulesPanelProps } from './settings-form.tsx';

const UNITS = Object.keys(EXPIRY_UNITS) as ExpiryUnit[];

export function PaymentPanel({ draft, onChange, problemOf }: RulesPanelProps) {
  const { t } = useTranslation(['admin', 'kit']);
  const currencies = CURRENCIES.map((value) => ({ value, label: t(`settings.currencyNames.${value}`) }));
  return (
    <section className="panel form" aria-labelledby="settings-payment">
      <h2 id="settings-payment">{t('settings.payment')}</h2>
      <ChoiceGroup
        label={t('settings.methods')}
        hint={t('settings.methodsHint')}
        options={PAYMENT_METHODS.map((value) => ({ value, label: t(`kit:method.${value}`) }))}
        chosen={draft.methods}
        problem={problemOf('methods')}
        onChange={(methods) => onChange({ methods })}
      />
      <ChoiceGroup
        label={t('settings.currencies')}
        hint={t('settings.currenciesHint')}
        options={currencies}
        chosen={draft.currencies}
        problem={problemOf('currencies')}
        onChange={(chosen) => onChange({ currencies: chosen })}
      />
      <div className="form-grid">
        <SelectField
          label={t('settings.currency')}
          hint={t('settings.currencyHint')}
          value={draft.currency}
          options={currencies}
          problem={problemOf('currency')}
          onChange={(currency) => onChange({ currency })}
        />
        <SelectField
          label={t('settings.locale')}
          hint={t('settings.localeHint')}
          value={draft.locale}
          options={LOCALES.map((value) => ({ value, label: t(`languages.${value}`) }))}
          problem={problemOf('locale')}
          onChange={(locale) => onChange({ locale })}
        />
        <TextField
          label={t('settings.softDescriptor')}
          hint={t('settings.softDescriptorHint')}
          value={draft.softDescriptor}
          maxLength={13}
          autoCapitalize="characters"
          spellCheck={false}
          problem={problemOf('softDescriptor')}
          onChange={(text) => onChange({ softDescriptor: softDescriptor(text) })}
        />
      </div>
      <div className="form-grid">
        <div className="settings-expiry">
          <TextField
            label={t('settings.pixExpiry')}
            inputMode="numeric"
            value={draft.pixExpiry}
            problem={problemOf('pixExpiresInSeconds')}
            onChange={(pixExpiry) => onChange({ pixExpiry })}
          />
          <SelectField
            isLabelHidden
            label={t('settings.pixExpiryUnit')}
            value={draft.pixExpiryUnit}
            options={UNITS.map((value) => ({ value, label: t(`settings.units.${value}`) }))}
            onChange={(pixExpiryUnit) => onChange({ pixExpiryUnit })}
          />
        </div>
        <TextField
          label={t('settings.billetExpiry')}
          inputMode="numeric"
          suffix={t('settings.days')}
          value={draft.billetExpiry}
          problem={problemOf('billetExpiresInDays')}
          onChange={(billetExpiry) => onChange({ billetExpiry })}
        />
      </div>
    </section>
  );
}

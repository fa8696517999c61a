import {
  PERSON_DOCUMENTS,
  VERIFICATION_DEMANDS,
  VERIFICATION_DOCUMENTS,
  VERIFICATION_PROVIDERS,
} from '@feira/schemas/verification';
import { SelectField, TextField } from '@feira/shell-kit/components/form-fields';
import { CURRENCY_SYMBOLS } from '@feira/shell-kit/currency-symbols';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { ChoiceGroup } from './choice-group.tsx';
import type { RulesPanelProps } from './rules-panel.ts';

/** Sets when people have to prove who they are, with which documents, and how long the files stay. */
export function VerificationPanel({ controls, shown }: RulesPanelProps) {
  const { t } = useTranslation(['verificationRules', 'admin']);
  const { verification } = controls;
  const { demand } = shown.verification;
  const prefix = CURRENCY_SYMBOLS[shown.currency];
  return (
    <section className="panel form" aria-labelledby="settings-verification">
      <h2 id="settings-verification">{t('admin:settings.verification')}</h2>
      <p className="muted">{t('text')}</p>
      <div className="form-grid settings-two">
        <SelectField
          label={t('demand')}
          hint={t('demandHint')}
          options={VERIFICATION_DEMANDS.map((value) => ({ value, label: t(`demands.${value}`) }))}
          {...verification.demand}
        />
        {demand === 'ABOVE_AMOUNT' && (
          <TextField label={t('freeUpTo')} hint={t('freeUpToHint')} prefix={prefix} {...verification.freeUpTo} />
        )}
      </div>
      <ChoiceGroup
        label={t('documentsOfPeople')}
        hint={t('documentsHint')}
        options={PERSON_DOCUMENTS.map((value) => ({ value, label: t(`documents.${value}`) }))}
        {...verification.documentsOfPeople}
      />
      <ChoiceGroup
        label={t('documentsOfCompanies')}
        hint={t('documentsHint')}
        options={VERIFICATION_DOCUMENTS.map((value) => ({ value, label: t(`documents.${value}`) }))}
        {...verification.documentsOfCompanies}
      />
      <div className="form-grid settings-two">
        <TextField
          label={t('validMonths')}
          hint={t('validMonthsHint')}
          suffix={t('months')}
          {...verification.validMonths}
        />
        <TextField
          label={t('keptDays')}
          hint={t('keptDaysHint')}
          suffix={t('admin:settings.units.days')}
          {...verification.keptDays}
        />
        <TextField
          label={t('secondApprovalAbove')}
          hint={t('secondApprovalAboveHint')}
          prefix={prefix}
          {...verification.secondApprovalAbove}
        />
        <SelectField
          label={t('provider')}
          hint={t('providerHint')}
          options={VERIFICATION_PROVIDERS.map((value) => ({ value, label: t(`providers.${value}`) }))}
          {...verification.provider}
        />
      </div>
    </section>
  );
}

import { RadioFields } from '@feira/shell-kit/components/radio-fields';
import { useTranslation } from 'react-i18next';
import type { RulesPanelProps } from './rules-panel.ts';

export function CustodyPanel({ controls }: RulesPanelProps) {
  const { t } = useTranslation('admin');
  const options = (['PLATFORM', 'PROVIDER'] as const).map((value) => ({
    value,
    label: t(`settings.custodyNames.${value}`),
    hint: t(`settings.custodyHints.${value}`),
  }));
  return (
    <section className="panel form" aria-labelledby="settings-custody">
      <h2 id="settings-custody">{t('settings.custody')}</h2>
      <RadioFields isLabelHidden label={t('settings.custody')} options={options} {...controls.custody} />
    </section>
  );
}

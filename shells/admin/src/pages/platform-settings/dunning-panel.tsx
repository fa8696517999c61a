import { DunningControls } from '@feira/shell-desk/dunning/dunning-controls.tsx';
import { useTranslation } from 'react-i18next';
import type { RulesPanelProps } from './rules-panel.ts';

/** Edits what is done about unpaid charges of subscriptions whose offers have no rules of their own. */
export function DunningPanel({ controls, problemOf }: RulesPanelProps) {
  const { t } = useTranslation('admin');
  return (
    <section className="panel form" aria-labelledby="settings-dunning">
      <h2 id="settings-dunning">{t('settings.dunning')}</h2>
      <p className="form-hint">{t('settings.dunningHint')}</p>
      <DunningControls controls={controls.dunning} problemOfDay={(index) => problemOf(`dunning.steps.${index}.day`)} />
    </section>
  );
}

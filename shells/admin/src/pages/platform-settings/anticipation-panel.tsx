import { formatCurrency } from '@feira/schemas/rules/currency';
import { AmountsAbroad } from '@feira/shell-desk/money/amounts-abroad.tsx';
import { readBasisPoints } from '@feira/shell-kit/amount-text';
import { CheckField, TextField } from '@feira/shell-kit/components/form-fields';
import { CURRENCY_SYMBOLS } from '@feira/shell-kit/currency-symbols';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import type { RulesPanelProps } from './rules-panel.ts';

const EXAMPLE = 1_000_00;
const EXAMPLE_DAYS = 30;

/** Sets the rules for paying held money early, for a fee a day. */
export function AnticipationPanel({ controls, shown }: RulesPanelProps) {
  const { t } = useTranslation('admin');
  const { locale } = useHost();
  const { anticipation } = controls;
  const money = (cents: number) => formatCurrency(cents, shown.currency, locale);
  const perDay = readBasisPoints(anticipation.basisPointsPerDay.value);
  const cost = perDay === null ? '–' : money(Math.ceil((EXAMPLE * perDay * EXAMPLE_DAYS) / 10_000));
  const hasProblem = [
    anticipation.basisPointsPerDay,
    anticipation.automaticUpTo,
    ...Object.values(anticipation.automaticUpToAbroad),
  ].some(({ problem }) => problem);
  return (
    <section className="panel form" aria-labelledby="settings-anticipation">
      <h2 id="settings-anticipation">{t('settings.anticipation')}</h2>
      <CheckField
        isSwitch
        label={t('settings.anticipationOffered')}
        hint={t('settings.anticipationHint')}
        {...anticipation.isOffered}
      />
      {(shown.anticipation.isOffered || hasProblem) && (
        <div className="form-grid settings-two">
          <TextField
            label={t('settings.anticipationPerDay')}
            hint={t('settings.anticipationExample', { amount: money(EXAMPLE), count: EXAMPLE_DAYS, cost })}
            suffix="%"
            {...anticipation.basisPointsPerDay}
          />
          <TextField
            label={t('settings.anticipationAutomatic')}
            hint={t('settings.anticipationAutomaticHint')}
            prefix={CURRENCY_SYMBOLS[shown.currency]}
            {...anticipation.automaticUpTo}
          />
          <AmountsAbroad
            label={t('settings.anticipationAutomatic')}
            {...shown}
            amounts={anticipation.automaticUpToAbroad}
          />
        </div>
      )}
    </section>
  );
}

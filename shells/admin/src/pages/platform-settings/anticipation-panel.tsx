import { formatCurrency } from '@feira/schemas/rules/currency';
import { readBasisPoints } from '@feira/shell-kit/amount-text';
import { CheckField, TextField } from '@feira/shell-kit/components/form-fields';
import { CURRENCY_SYMBOLS } from '@feira/shell-kit/currency-symbols';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import type { RulesPanelProps } from './settings-form.tsx';

const EXAMPLE = 1_000_00;
const EXAMPLE_DAYS = 30;

/** Paying held money before its time, for a fee a day. */
export function AnticipationPanel({ draft, onChange, problemOf }: RulesPanelProps) {
  const { t } = useTranslation('admin');
  const { locale } = useHost();
  const { anticipation } = draft;
  const set = (part: Partial<typeof anticipation>) => onChange({ anticipation: { ...anticipation, ...part } });
  const money = (cents: number) => formatCurrency(cents, draft.currency, locale);
  const perDay = readBasisPoints(anticipation.perDay);
  const cost = perDay === null ? '–' : money(Math.ceil((EXAMPLE * perDay * EXAMPLE_DAYS) / 10_000));
  const hasProblem = ['basisPointsPerDay', 'automaticUpTo'].some((field) => problemOf(`anticipation.${field}`));
  return (
    <section className="panel form" aria-labelledby="settings-anticipation">
      <h2 id="settings-anticipation">{t('settings.anticipation')}</h2>
      <CheckField
        isSwitch
        label={t('settings.anticipationOffered')}
        hint={t('settings.anticipationHint')}
        isChecked={anticipation.isOffered}
        onChange={(isOffered) => set({ isOffered })}
      />
      {(anticipation.isOffered || hasProblem) && (
        <div className="form-grid settings-two">
          <TextField
            label={t('settings.anticipationPerDay')}
            hint={t('settings.anticipationExample', { amount: money(EXAMPLE), count: EXAMPLE_DAYS, cost })}
            suffix="%"
            inputMode="decimal"
            value={anticipation.perDay}
            problem={problemOf('anticipation.basisPointsPerDay')}
            onChange={(text) => set({ perDay: text })}
          />
          <TextField
            label={t('settings.anticipationAutomatic')}
            hint={t('settings.anticipationAutomaticHint')}
            prefix={CURRENCY_SYMBOLS[draft.currency]}
            inputMode="decimal"
            value={anticipation.automaticUpTo}
            problem={problemOf('anticipation.automaticUpTo')}
            onChange={(automaticUpTo) => set({ automaticUpTo })}
          />
        </div>
      )}
    </section>
  );
}

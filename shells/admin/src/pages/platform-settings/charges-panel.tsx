import { PAYMENT_METHODS } from '@feira/schemas/common';
import { TextField } from '@feira/shell-kit/components/form-fields';
import { SaleMethod } from '@feira/shell-kit/components/sale-words';
import { useTranslation } from 'react-i18next';
import { CURRENCY_SYMBOLS } from './currency-symbols.ts';
import type { RulesPanelProps } from './settings-form.tsx';

/** What the platform keeps of a sale, and when the rest is the seller's. */
export function ChargesPanel({ draft, onChange, problemOf }: RulesPanelProps) {
  const { t } = useTranslation(['admin', 'kit']);
  const setFee = (method: (typeof PAYMENT_METHODS)[number], part: Partial<(typeof draft.fees)['PIX']>) =>
    onChange({ fees: { ...draft.fees, [method]: { ...draft.fees[method], ...part } } });
  const setRelease = (method: (typeof PAYMENT_METHODS)[number], part: Partial<(typeof draft.release)['PIX']>) =>
    onChange({ release: { ...draft.release, [method]: { ...draft.release[method], ...part } } });
  return (
    <section className="panel form" aria-labelledby="settings-charges">
      <h2 id="settings-charges">{t('settings.charges')}</h2>
      <p className="muted">{t('settings.chargesHint')}</p>
      {PAYMENT_METHODS.map((method) => {
        const name = t(`kit:method.${method}`);
        return (
          <fieldset key={method} className="form-group settings-method">
            <legend>
              <SaleMethod method={method} />
            </legend>
            <div className="settings-row">
              <TextField
                label={t('settings.feePercent')}
                aria-label={t('settings.feePercentOf', { method: name })}
                suffix="%"
                inputMode="decimal"
                value={draft.fees[method].percent}
                problem={problemOf(`fees.${method}.basisPoints`)}
                onChange={(percent) => setFee(method, { percent })}
              />
              <TextField
                label={t('settings.feeFixed')}
                aria-label={t('settings.feeFixedOf', { method: name })}
                prefix={CURRENCY_SYMBOLS[draft.currency]}
                inputMode="decimal"
                value={draft.fees[method].fixed}
                problem={problemOf(`fees.${method}.fixed`)}
                onChange={(fixed) => setFee(method, { fixed })}
              />
              <TextField
                label={t('settings.releaseDays')}
                aria-label={t('settings.releaseDaysOf', { method: name })}
                suffix={t('settings.days')}
                inputMode="numeric"
                value={draft.release[method].days}
                problem={problemOf(`release.${method}.days`)}
                onChange={(days) => setRelease(method, { days })}
              />
              <TextField
                label={t('settings.reserve')}
                aria-label={t('settings.reserveOf', { method: name })}
                suffix="%"
                inputMode="decimal"
                value={draft.release[method].reserve}
                problem={problemOf(`release.${method}.reserveBasisPoints`)}
                onChange={(reserve) => setRelease(method, { reserve })}
              />
            </div>
          </fieldset>
        );
      })}
    </section>
  );
}

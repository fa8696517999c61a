import { PAYMENT_METHODS, type PaymentMethod } from '@feira/schemas/common';
import { AmountsAbroad, currenciesOf } from '@feira/shell-desk/money/amounts-abroad.tsx';
import { SaleMethod } from '@feira/shell-desk/sale/sale-words.tsx';
import { CheckField, TextField } from '@feira/shell-kit/components/form-fields';
import { CURRENCY_SYMBOLS } from '@feira/shell-kit/currency-symbols';
import { useTranslation } from 'react-i18next';
import { CardFees } from './card-fees.tsx';
import type { RulesPanelProps } from './rules-panel.ts';

/** Sets the platform's fee of a sale, and when the seller receives the rest. */
export function ChargesPanel(props: RulesPanelProps) {
  const { controls } = props;
  const { t } = useTranslation('admin');
  return (
    <section className="panel form" aria-labelledby="settings-charges">
      <h2 id="settings-charges">{t('settings.charges')}</h2>
      <p className="muted">{t('settings.chargesHint')}</p>
      {PAYMENT_METHODS.map((method) => (
        <fieldset key={method} className="form-group settings-method">
          <legend>
            <SaleMethod method={method} />
          </legend>
          <MethodFields {...props} method={method} />
          {method === 'CREDIT_CARD' && <CardFees {...props} />}
        </fieldset>
      ))}
      <div className="settings-method settings-two form-grid">
        <TextField
          label={t('settings.managerShare')}
          hint={t('settings.managerShareHint')}
          suffix="%"
          {...controls.managerBasisPoints}
        />
      </div>
    </section>
  );
}

function MethodFields({ controls, shown, method }: RulesPanelProps & { method: PaymentMethod }) {
  const { t } = useTranslation(['admin', 'kit']);
  const named = { method: t(`kit:method.${method}`) };
  const [fees, release] = [controls.fees[method], controls.release[method]];
  return (
    <>
      <div className="settings-row">
        <TextField
          label={t('settings.feePercent')}
          aria-label={t('settings.feePercentOf', named)}
          suffix="%"
          {...fees.basisPoints}
        />
        <TextField
          label={t('settings.feeFixed')}
          aria-label={t('settings.feeFixedOf', named)}
          prefix={CURRENCY_SYMBOLS[shown.currency]}
          {...fees.fixed}
        />
        <TextField
          label={t('settings.releaseDays')}
          aria-label={t('settings.releaseDaysOf', named)}
          suffix={t('settings.days')}
          {...release.days}
        />
        <TextField
          label={t('settings.reserve')}
          aria-label={t('settings.reserveOf', named)}
          suffix="%"
          {...release.reserveBasisPoints}
        />
        <TextField
          label={t('settings.reserveDays')}
          aria-label={t('settings.reserveDaysOf', named)}
          suffix={t('settings.days')}
          {...release.reserveDays}
        />
        <AmountsAbroad
          label={t('settings.feeFixed')}
          name={t('settings.feeFixedOf', named)}
          currency={shown.currency}
          currencies={currenciesOf(method, shown.currencies)}
          amounts={fees.fixedAbroad}
        />
      </div>
      <CheckField
        label={t('settings.awaitsGuarantee')}
        hint={t('settings.awaitsGuaranteeHint')}
        {...release.awaitsGuarantee}
      />
    </>
  );
}

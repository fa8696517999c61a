import { formatCurrency } from '@feira/schemas/rules/currency';
import { listInstallments } from '@feira/schemas/rules/installments';
import { AmountsAbroad } from '@feira/shell-desk/money/amounts-abroad.tsx';
import { readAmount, readBasisPoints } from '@feira/shell-kit/amount-text';
import { SelectField, TextField } from '@feira/shell-kit/components/form-fields';
import { CURRENCY_SYMBOLS } from '@feira/shell-kit/currency-symbols';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import type { RulesPanelProps } from './rules-panel.ts';

/** The amount of the table's example, in cents. */
const EXAMPLE = 100_00;
const COUNTS = Array.from({ length: 12 }, (_, index) => index + 1);

export function InstallmentsPanel(panel: RulesPanelProps) {
  const { t } = useTranslation('admin');
  const { installments, currency } = panel.controls;
  const { max, interestFree, minimumInstallment, minimumInstallmentAbroad } = installments;
  const options = COUNTS.map((count) => ({ value: String(count), label: t('settings.times', { count }) }));
  return (
    <section className="panel form" aria-labelledby="settings-installments">
      <h2 id="settings-installments">{t('settings.installments')}</h2>
      <div className="form-grid">
        <SelectField
          label={t('settings.maxInstallments')}
          options={options}
          problem={max.problem}
          value={String(max.value)}
          onChange={(times) => max.onChange(Number(times))}
        />
        <SelectField
          label={t('settings.interestFree')}
          hint={t('settings.interestFreeHint')}
          options={options}
          problem={interestFree.problem}
          value={String(interestFree.value)}
          onChange={(times) => interestFree.onChange(Number(times))}
        />
        <TextField
          label={t('settings.minimumInstallment')}
          hint={t('settings.minimumInstallmentHint')}
          prefix={CURRENCY_SYMBOLS[currency.value]}
          {...minimumInstallment}
        />
        <AmountsAbroad label={t('settings.minimumInstallment')} {...panel.shown} amounts={minimumInstallmentAbroad} />
      </div>
      <FeeTable {...panel} />
    </section>
  );
}

function FeeTable({ controls, shown, problemOf }: RulesPanelProps) {
  const { t } = useTranslation('admin');
  const { locale } = useHost();
  const money = (cents: number) => formatCurrency(cents, shown.currency, locale);
  const { value: fees, onChange } = controls.installments.feeBasisPoints;
  const { max } = shown.installments;
  const examples = listExamples(shown.installments);
  const setFee = (index: number, text: string) => onChange(fees.map((fee, other) => (other === index ? text : fee)));
  return (
    <div className="settings-scroll">
      <table className="settings-table">
        <caption>{t('settings.feeTable', { amount: money(EXAMPLE) })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('settings.installmentCount')}</th>
            <th scope="col">{t('settings.buyerFee')}</th>
            <th scope="col" className="number">
              {t('settings.example')}
            </th>
          </tr>
        </thead>
        <tbody>
          {fees.map((fee, index) => {
            const count = index + 1;
            const option = examples.find(({ installmentNumber }) => installmentNumber === count);
            return (
              <tr key={count}>
                <th scope="row" className={count > max ? 'muted' : undefined}>
                  {t('settings.times', { count })}
                </th>
                <td>
                  {index === 0 ? (
                    <span className="muted">{t('settings.noInterest')}</span>
                  ) : (
                    <TextField
                      isLabelHidden
                      label={t('settings.feeOf', { count })}
                      suffix="%"
                      inputMode="decimal"
                      value={fee}
                      problem={problemOf(`installments.feeBasisPoints.${index}`)}
                      onChange={(text) => setFee(index, text)}
                    />
                  )}
                </td>
                <td className="number">
                  {count > max && <span className="muted">{t('settings.notOffered')}</span>}
                  {count <= max && option && (
                    <>
                      {t('settings.exampleOf', { count, amount: money(option.installmentValue) })}
                      {!option.hasInterest && <span className="form-hint">{t('settings.noInterest')}</span>}
                    </>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Calculates the installments with the rules of the checkout; returns nothing for a row that cannot be read yet. */
function listExamples({
  max,
  interestFree,
  feeBasisPoints,
  minimumInstallment,
}: RulesPanelProps['shown']['installments']) {
  return listInstallments({
    total: EXAMPLE,
    maxInstallments: max,
    interestFree,
    feeBasisPoints: feeBasisPoints.map((fee, index) => (index === 0 ? 0 : (readBasisPoints(fee) ?? 0))),
    minimumInstallment: readAmount(minimumInstallment) ?? 0,
  }).filter(({ installmentNumber }) => readBasisPoints(feeBasisPoints[installmentNumber - 1] ?? '') !== null);
}

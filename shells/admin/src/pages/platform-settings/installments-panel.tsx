import { formatCurrency } from '@feira/schemas/rules/currency';
import { listInstallments } from '@feira/schemas/rules/installments';
import { readAmount, readBasisPoints } from '@feira/shell-kit/amount-text';
import { SelectField, TextField } from '@feira/shell-kit/components/form-fields';
import { CURRENCY_SYMBOLS } from '@feira/shell-kit/currency-symbols';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import type { RulesDraft } from './rules-draft.ts';
import type { RulesPanelProps } from './settings-form.tsx';

/** Cents that the table shows an example for. */
const EXAMPLE = 100_00;
const COUNTS = Array.from({ length: 12 }, (_, index) => index + 1);

export function InstallmentsPanel({ draft, onChange, problemOf }: RulesPanelProps) {
  const { t } = useTranslation('admin');
  const options = COUNTS.map((count) => ({ value: String(count), label: t('settings.times', { count }) }));
  return (
    <section className="panel form" aria-labelledby="settings-installments">
      <h2 id="settings-installments">{t('settings.installments')}</h2>
      <div className="form-grid">
        <SelectField
          label={t('settings.maxInstallments')}
          value={String(draft.max)}
          options={options}
          problem={problemOf('installments.max')}
          onChange={(max) => onChange({ max: Number(max) })}
        />
        <SelectField
          label={t('settings.interestFree')}
          hint={t('settings.interestFreeHint')}
          value={String(draft.interestFree)}
          options={options}
          problem={problemOf('installments.interestFree')}
          onChange={(interestFree) => onChange({ interestFree: Number(interestFree) })}
        />
        <TextField
          label={t('settings.minimumInstallment')}
          hint={t('settings.minimumInstallmentHint')}
          prefix={CURRENCY_SYMBOLS[draft.currency]}
          inputMode="decimal"
          value={draft.minimumInstallment}
          problem={problemOf('installments.minimumInstallment')}
          onChange={(minimumInstallment) => onChange({ minimumInstallment })}
        />
      </div>
      <FeeTable draft={draft} onChange={onChange} problemOf={problemOf} />
    </section>
  );
}

function FeeTable({ draft, onChange, problemOf }: RulesPanelProps) {
  const { t } = useTranslation('admin');
  const { locale } = useHost();
  const money = (cents: number) => formatCurrency(cents, draft.currency, locale);
  const examples = listExamples(draft);
  const setFee = (index: number, text: string) =>
    onChange({ installmentFees: draft.installmentFees.map((fee, other) => (other === index ? text : fee)) });
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
          {draft.installmentFees.map((fee, index) => {
            const count = index + 1;
            const option = examples.find(({ installmentNumber }) => installmentNumber === count);
            return (
              <tr key={count}>
                <th scope="row" className={count > draft.max ? 'muted' : undefined}>
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
                  {count > draft.max && <span className="muted">{t('settings.notOffered')}</span>}
                  {count <= draft.max && option && (
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

/** What buyers would be shown, by the rules of the checkout; nothing for a row that cannot be read yet. */
function listExamples(draft: RulesDraft) {
  return listInstallments({
    total: EXAMPLE,
    maxInstallments: draft.max,
    interestFree: draft.interestFree,
    feeBasisPoints: draft.installmentFees.map((fee, index) => (index === 0 ? 0 : (readBasisPoints(fee) ?? 0))),
    minimumInstallment: readAmount(draft.minimumInstallment) ?? 0,
  }).filter(({ installmentNumber }) => readBasisPoints(draft.installmentFees[installmentNumber - 1] ?? '') !== null);
}

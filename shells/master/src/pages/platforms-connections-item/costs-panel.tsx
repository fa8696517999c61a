import { PAYMENT_METHODS } from '@feira/schemas/common';
import type { ConnectionDetails } from '@feira/shell-desk/connections/use-connections.ts';
import { InstallmentSteps } from '@feira/shell-desk/installments/installment-steps.tsx';
import { hasSteps } from '@feira/shell-desk/installments/steps.ts';
import { AmountsAbroad, currenciesOf } from '@feira/shell-desk/money/amounts-abroad.tsx';
import { ProposedNotice } from '@feira/shell-desk/money-rules/proposed-notice.tsx';
import { RulesHistory } from '@feira/shell-desk/money-rules/rules-history.tsx';
import { RulesReview } from '@feira/shell-desk/money-rules/rules-review.tsx';
import { SaleMethod } from '@feira/shell-desk/sale/sale-words.tsx';
import { ConflictNotice, nameConflict } from '@feira/shell-kit/components/conflict-notice';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { TextField } from '@feira/shell-kit/components/form-fields';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { CURRENCY_SYMBOLS } from '@feira/shell-kit/currency-symbols';
import type { ValueOf } from '@feira/shell-kit/fields';
import { useVersionedDraft } from '@feira/shell-kit/use-versioned-draft';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { COSTS, type ShownCosts } from './costs-fields.ts';
import { useCosts, useCostsChange } from './use-costs.ts';

interface CostsPanelProps {
  platformId: string;
  connection: ConnectionDetails;
}

/** Sets the provider's costs of each charge: without them the platform's profit is only an estimate. */
export function CostsPanel({ platformId, connection }: CostsPanelProps) {
  const { t } = useTranslation('connections');
  const { data, error, refetch } = useCosts(platformId, connection.id);
  const id = useId();
  return (
    <section className="panel connection-part" aria-labelledby={id}>
      <h2 id={id}>{t('costs.title')}</h2>
      <p className="muted">{t('costs.text')}</p>
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={240} />}
      {data && <CostsForm platformId={platformId} connection={connection} costs={data} reload={refetch} />}
      {data && <RulesHistory platformId={platformId} kind="COSTS" subject={connection.id} currency={data.currency} />}
    </section>
  );
}

interface CostsFormProps extends CostsPanelProps {
  costs: ShownCosts;
  reload: () => Promise<{ data?: ShownCosts | undefined }>;
}

function CostsForm({ platformId, connection, costs: record, reload }: CostsFormProps) {
  const { t } = useTranslation(['connections', 'kit']);
  const { currency, currencies } = record;
  const proposing = useCostsChange(() => clear());
  const { change } = proposing;
  const { error, isBusy, isDone } = change;
  const { controls, shown, isEdited, problemOf, version, conflict, clear, form } = useVersionedDraft({
    fields: COSTS,
    record,
    change,
    say: t,
    reload,
  });
  const card = controls.costs.CREDIT_CARD.installmentBasisPoints;
  const save = (input: ValueOf<typeof COSTS>) =>
    proposing.review({ platformId, connectionId: connection.id, ...input, version });
  return (
    <>
      <form {...form(save)} className="form">
        {PAYMENT_METHODS.map((method) => {
          const named = { method: t(`kit:method.${method}`) };
          return (
            <fieldset key={method} className="form-group">
              <legend>
                <SaleMethod method={method} />
              </legend>
              <div className="connection-costs">
                <TextField
                  label={t('costs.percent')}
                  aria-label={t('costs.percentOf', named)}
                  suffix="%"
                  {...controls.costs[method].basisPoints}
                />
                <TextField
                  label={t('costs.fixed')}
                  aria-label={t('costs.fixedOf', named)}
                  prefix={CURRENCY_SYMBOLS[currency]}
                  {...controls.costs[method].fixed}
                />
                <AmountsAbroad
                  label={t('costs.fixed')}
                  name={t('costs.fixedOf', named)}
                  currency={currency}
                  currencies={currenciesOf(method, currencies)}
                  amounts={controls.costs[method].fixedAbroad}
                />
              </div>
              {method === 'CREDIT_CARD' && (
                <InstallmentSteps
                  title={t('costs.steps')}
                  state={t(
                    hasSteps(shown.costs.CREDIT_CARD.installmentBasisPoints) ? 'costs.stepsUsed' : 'costs.stepsNone',
                  )}
                  hint={t('costs.stepsHint')}
                  steps={card.value}
                  labelOf={(count) => t('costs.stepOf', { count })}
                  problemOf={(index) => problemOf(`${card.name}.${index}`)}
                  onChange={card.onChange}
                />
              )}
            </fieldset>
          );
        })}
        <ConflictNotice conflict={conflict} labelOf={(name) => nameConflict(conflict, name, t('costs.title'))} />
        {!conflict && <Refusal error={error} />}
        <ProposedNotice outcome={proposing.outcome} />
        <div>
          <button type="submit" className="button" disabled={!isEdited} aria-busy={isBusy}>
            {t('costs.save')}
          </button>
        </div>
        <p role="status" className={isDone ? undefined : 'visually-hidden'}>
          {isDone && t('costs.saved')}
        </p>
      </form>
      <RulesReview review={proposing.dialog} kind="COSTS" currency={currency} />
    </>
  );
}

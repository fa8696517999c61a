import { type Currency, PAYMENT_METHODS } from '@feira/schemas/common';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { TextField } from '@feira/shell-kit/components/form-fields';
import { InstallmentSteps } from '@feira/shell-kit/components/installment-steps';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { SaleMethod } from '@feira/shell-kit/components/sale-words';
import { CURRENCY_SYMBOLS } from '@feira/shell-kit/currency-symbols';
import { findFieldProblem, focusFirstProblem } from '@feira/shell-kit/field-problems';
import { useHost } from '@feira/shell-kit/host-context';
import { hasSteps } from '@feira/shell-kit/installment-steps';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionDetails } from '../../connections/use-connections.ts';
import { type Costs, type CostsDraft, readCostsDraft, STEPS, toCostsDraft } from './costs-draft.ts';
import { useCosts, useCostsChange } from './use-costs.ts';

interface CostsPanelProps {
  platformId: string;
  connection: ConnectionDetails;
}

/** What the provider keeps of each charge: without it the platform's profit is only a guess. */
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
      {data && (
        <CostsForm platformId={platformId} connection={connection} costs={data.costs} currency={data.currency} />
      )}
    </section>
  );
}

interface CostsFormProps extends CostsPanelProps {
  costs: Costs;
  currency: Currency;
}

function CostsForm({ platformId, connection, costs, currency }: CostsFormProps) {
  const { t } = useTranslation(['connections', 'kit']);
  const { locale } = useHost();
  const { run, error, isBusy, isDone, reset } = useCostsChange();
  const [edited, setEdited] = useState<CostsDraft | null>(null);
  const [isTried, setIsTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const draft = edited ?? toCostsDraft(costs, locale);
  const { costs: read, problems } = readCostsDraft(draft, costs);
  const problemOf = (field: string) => {
    const problem = isTried ? problems[field] : undefined;
    return problem ? t(problem) : findFieldProblem(error, field);
  };
  const change = (part: Partial<CostsDraft>) => {
    if (isDone || error) reset();
    setEdited({ ...draft, ...part });
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsTried(true);
    const isReadable = Object.keys(problems).length === 0;
    if (isReadable && (await run({ platformId, connectionId: connection.id, costs: read }))) {
      setEdited(null);
      setIsTried(false);
    } else focusFirstProblem(form.current);
  };
  return (
    <form ref={form} className="form" noValidate onSubmit={save}>
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
                inputMode="decimal"
                value={draft[method].percent}
                problem={problemOf(`costs.${method}.basisPoints`)}
                onChange={(percent) => change({ [method]: { ...draft[method], percent } })}
              />
              <TextField
                label={t('costs.fixed')}
                aria-label={t('costs.fixedOf', named)}
                prefix={CURRENCY_SYMBOLS[currency]}
                inputMode="decimal"
                value={draft[method].fixed}
                problem={problemOf(`costs.${method}.fixed`)}
                onChange={(fixed) => change({ [method]: { ...draft[method], fixed } })}
              />
            </div>
            {method === 'CREDIT_CARD' && (
              <InstallmentSteps
                title={t('costs.steps')}
                state={t(hasSteps(draft.steps) ? 'costs.stepsUsed' : 'costs.stepsNone')}
                hint={t('costs.stepsHint')}
                steps={draft.steps}
                labelOf={(count) => t('costs.stepOf', { count })}
                problemOf={(index) => problemOf(`${STEPS}.${index}`)}
                onChange={(steps) => change({ steps })}
              />
            )}
          </fieldset>
        );
      })}
      <Refusal error={error} />
      <div>
        <button type="submit" className="button" disabled={!edited} aria-busy={isBusy}>
          {t('costs.save')}
        </button>
      </div>
      <p role="status" className={isDone ? undefined : 'visually-hidden'}>
        {isDone && t('costs.saved')}
      </p>
    </form>
  );
}

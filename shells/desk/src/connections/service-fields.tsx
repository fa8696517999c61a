import { PAYMENT_METHODS, type PaymentMethod } from '@feira/schemas/common';
import type { ApiError } from '@feira/shell-kit/client';
import { CheckField, TextField } from '@feira/shell-kit/components/form-fields';
import { findFieldProblem } from '@feira/shell-kit/field-problems';
import { useTranslation } from 'react-i18next';
import { LIMITS, type LimitProblem, type LimitsDraft } from './limits-draft.ts';

/** The name and the methods of a connection, the same for a new and for an existing one. */
export interface ServiceDraft {
  name: string;
  methods: readonly PaymentMethod[];
  limits: LimitsDraft;
}
export type ServiceProblems = Record<string, LimitProblem | 'nameShort' | 'methodLacks'>;

interface ServiceFieldsProps {
  draft: ServiceDraft;
  /** The methods that the version supports, and those that the connection still has. */
  capable: readonly PaymentMethod[];
  problems: ServiceProblems;
  error: ApiError | null;
  onChange: (changed: Partial<ServiceDraft>) => void;
}

export function ServiceFields({ draft, capable, problems, error, onChange }: ServiceFieldsProps) {
  const { t } = useTranslation(['connections', 'kit']);
  const problemOf = (field: string) =>
    problems[field] ? t(`form.problems.${problems[field]}`) : findFieldProblem(error, field);
  const methodsProblem = problemOf('methods');
  return (
    <>
      <TextField
        name="name"
        label={t('form.name')}
        hint={t('form.nameHint')}
        maxLength={120}
        value={draft.name}
        problem={problemOf('name')}
        onChange={(name) => onChange({ name })}
      />
      <fieldset className="form-group">
        <legend>{t('form.methods')}</legend>
        <div className="check-list connection-methods">
          {PAYMENT_METHODS.filter((method) => capable.includes(method) || draft.methods.includes(method)).map(
            (method) => (
              <CheckField
                key={method}
                label={t(`kit:method.${method}`)}
                isChecked={draft.methods.includes(method)}
                onChange={(isOn) =>
                  onChange({
                    methods: PAYMENT_METHODS.filter((other) =>
                      other === method ? isOn : draft.methods.includes(other),
                    ),
                  })
                }
              />
            ),
          )}
        </div>
        <p className="form-hint connection-hint">{t(capable.length > 0 ? 'form.methodsHint' : 'form.noMethods')}</p>
        {methodsProblem && (
          <p className="field-error" role="alert">
            {methodsProblem}
          </p>
        )}
      </fieldset>
      <fieldset className="form-group">
        <legend>{t('form.limits')}</legend>
        <p className="form-hint connection-hint">{t('form.limitsHint')}</p>
        <div className="form-grid connection-limits">
          {LIMITS.map((name) => (
            <TextField
              key={name}
              name={`limits.${name}`}
              label={t(`form.${name}`)}
              hint={name === 'dailyAmount' ? t('form.dailyAmountHint') : undefined}
              prefix="R$"
              inputMode="decimal"
              maxLength={20}
              value={draft.limits[name]}
              problem={problemOf(`limits.${name}`)}
              onChange={(text) => onChange({ limits: { ...draft.limits, [name]: text } })}
            />
          ))}
        </div>
      </fieldset>
    </>
  );
}

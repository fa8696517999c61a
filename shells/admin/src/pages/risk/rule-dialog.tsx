import { CURRENCIES, type Currency, PAYMENT_METHODS } from '@feira/schemas/common';
import { RISK_ACTIONS, RISK_OPERATORS, RISK_SIGNALS } from '@feira/schemas/procedures/risk';
import { readAmount, writeAmount } from '@feira/shell-kit/amount-text';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { CheckField, SelectField, TextField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { useHost } from '@feira/shell-kit/host-context';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '@feira/shell-desk/risk/add-texts.ts';
import './add-texts.ts';
import type { Condition, Rule } from './use-risk.ts';

interface RuleDialogProps {
  rule: Rule;
  /** The currency of a rule that names none. */
  currency: Currency;
  onSave: (rule: Rule) => void;
  onClose: () => void;
}

const MOST_CONDITIONS = 5;
const LEAST_LETTERS = 3;

/** A condition while it is typed. */
type Typed = Omit<Condition, 'value'> & { key: number; text: string };

/** Edits one rule. It counts once all rules are saved. */
export function RuleDialog({ rule, currency: own, onSave, onClose }: RuleDialogProps) {
  const { t } = useTranslation(['adminRisk', 'riskWords', 'kit']);
  const { locale } = useHost();
  const [name, setName] = useState(rule.name);
  const [action, setAction] = useState(rule.action);
  const [methods, setMethods] = useState<Rule['methods']>(rule.methods);
  const [conditions, setConditions] = useState<Typed[]>(() =>
    rule.conditions.map(({ value, ...condition }, key) => ({
      ...condition,
      key,
      text: condition.signal === 'AMOUNT' ? writeAmount(value, locale) : String(value),
    })),
  );
  const [currency, setCurrency] = useState<Currency>(rule.currency ?? own);
  const [isTried, setIsTried] = useState(false);

  const readValue = ({ signal, text }: Typed): number | null => {
    if (signal === 'AMOUNT') return readAmount(text);
    return /^\d{1,9}$/.test(text.trim()) ? Number(text) : null;
  };
  const change = (key: number, part: Partial<Typed>) =>
    setConditions((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const isAboutAmount = conditions.some(({ signal }) => signal === 'AMOUNT');
  const isComplete =
    name.trim().length >= LEAST_LETTERS && methods.length > 0 && conditions.every((one) => readValue(one) !== null);
  const send = () => {
    setIsTried(true);
    const { currency: _, ...kept } = rule;
    if (isComplete)
      onSave({
        ...kept,
        ...(isAboutAmount && { currency }),
        name: name.trim(),
        action,
        methods,
        conditions: conditions.map((one) => ({ signal: one.signal, operator: one.operator, value: readValue(one)! })),
      });
    return isComplete;
  };
  return (
    <DialogForm
      isWide
      title={t('ruleTitle')}
      action={t('keep')}
      isBusy={false}
      error={null}
      onSend={send}
      onClose={onClose}
    >
      <TextField
        label={t('name')}
        value={name}
        problem={isTried && name.trim().length < LEAST_LETTERS ? t('nameMissing') : undefined}
        onChange={setName}
      />
      <fieldset className="risk-fields risk-conditions">
        <legend>{t('conditions')}</legend>
        {conditions.map((one, index) => (
          <div key={one.key} className="risk-condition">
            <SelectField
              isLabelHidden
              label={t('signalOf', { count: index + 1 })}
              value={one.signal}
              options={RISK_SIGNALS.map((value) => ({ value, label: t(`riskWords:signals.${value}`) }))}
              onChange={(signal) => change(one.key, { signal })}
            />
            <SelectField
              isLabelHidden
              label={t('operatorOf', { count: index + 1 })}
              value={one.operator}
              options={RISK_OPERATORS.map((value) => ({ value, label: t(`choices.${value}`) }))}
              onChange={(operator) => change(one.key, { operator })}
            />
            <TextField
              isLabelHidden
              label={t('valueOf', { count: index + 1 })}
              inputMode="decimal"
              value={one.text}
              problem={isTried && readValue(one) === null ? t('valueMissing') : undefined}
              onChange={(text) => change(one.key, { text })}
            />
            {conditions.length > 1 && (
              <button
                type="button"
                className="icon-button"
                aria-label={t('removeCondition', { count: index + 1 })}
                onClick={() => setConditions((all) => all.filter(({ key }) => key !== one.key))}
              >
                <Icon name="trash" size={18} />
              </button>
            )}
          </div>
        ))}
        {conditions.length < MOST_CONDITIONS && (
          <button
            type="button"
            className="button"
            onClick={() =>
              setConditions((all) => [
                ...all,
                { key: Date.now(), signal: 'PAID_PURCHASES', operator: 'AT_MOST', text: '0' },
              ])
            }
          >
            {t('addCondition')}
          </button>
        )}
      </fieldset>
      {isAboutAmount && (
        <SelectField
          label={t('currency')}
          value={currency}
          options={CURRENCIES.map((value) => ({ value, label: value }))}
          onChange={setCurrency}
        />
      )}
      <fieldset className="risk-fields">
        <legend>{t('methods')}</legend>
        {PAYMENT_METHODS.map((method) => (
          <CheckField
            key={method}
            label={t(`kit:method.${method}`)}
            isChecked={methods.includes(method)}
            onChange={(isOn) => setMethods((all) => (isOn ? [...all, method] : all.filter((one) => one !== method)))}
          />
        ))}
        {isTried && methods.length === 0 && (
          <p className="field-error" role="alert">
            {t('methodMissing')}
          </p>
        )}
      </fieldset>
      <SelectField
        label={t('action')}
        hint={t(`actionHints.${action}`)}
        value={action}
        options={RISK_ACTIONS.map((value) => ({ value, label: t(`riskWords:actions.${value}`) }))}
        onChange={setAction}
      />
    </DialogForm>
  );
}

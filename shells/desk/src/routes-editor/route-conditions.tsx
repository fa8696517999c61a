import type { Currency, PaymentMethod } from '@feira/schemas/common';
import { CARD_BRANDS } from '@feira/schemas/procedures/routing';
import { CheckField, TextAreaField, TextField } from '@feira/shell-kit/components/form-fields';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CardBrand, ConditionsDraft, RouteProblems } from './route-draft.ts';
import { readConditions } from './route-draft.ts';
import { useConditionWords } from './use-condition-words.ts';

interface RouteConditionsProps {
  conditions: ConditionsDraft;
  method: PaymentMethod;
  currency: Currency;
  /** The connection's name, for those who do not see the surroundings. */
  name: string;
  problems: RouteProblems;
  isReadOnly: boolean;
  onChange: (conditions: ConditionsDraft) => void;
}

const SYMBOLS: Record<Currency, string> = { BRL: 'R$', EUR: '€', USD: '$' };
type TextName = Exclude<keyof ConditionsDraft, 'cardBrands'>;

/** The conditions of a route, folded away with a summary: most routes have none. */
export function RouteConditions(props: RouteConditionsProps) {
  const { conditions, method, currency, name, problems, isReadOnly } = props;
  const { t } = useTranslation('routes');
  const [isOpen, setIsOpen] = useState(false);
  const words = useConditionWords(currency)(readConditions(conditions, method));
  const isWrong = Object.keys(problems).some((field) => field !== 'weight');
  const summary = (
    <>
      {t('conditions.title')}
      <span className="visually-hidden"> ({name})</span>: <span className="muted">{words || t('conditions.none')}</span>
    </>
  );
  if (isReadOnly) return <p className="route-conditions">{summary}</p>;
  return (
    <details
      className="route-conditions"
      open={isOpen || isWrong}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>{summary}</summary>
      {(isOpen || isWrong) && <Fields {...props} />}
    </details>
  );
}

function Fields({ conditions, method, currency, problems, onChange }: RouteConditionsProps) {
  const { t } = useTranslation('routes');
  const change = (changed: Partial<ConditionsDraft>) => onChange({ ...conditions, ...changed });
  const problemOf = (field: TextName) => problems[field] && t(`problems.${problems[field]}`);
  const field = (name: Exclude<TextName, 'offerIds'>, more: Partial<ComponentProps<typeof TextField>>) => (
    <TextField
      {...more}
      label={t(`conditions.${name}`)}
      value={conditions[name]}
      problem={problemOf(name)}
      onChange={(text) => change({ [name]: text })}
    />
  );
  const amount = { prefix: SYMBOLS[currency], inputMode: 'decimal', maxLength: 20 } as const;
  const count = { suffix: 'x', inputMode: 'numeric', maxLength: 2 } as const;
  return (
    <div className="route-fields">
      <p className="form-hint">{t('conditions.hint')}</p>
      <div className="form-grid">
        {field('minAmount', amount)}
        {field('maxAmount', amount)}
        {method === 'CREDIT_CARD' && field('minInstallments', count)}
        {method === 'CREDIT_CARD' && field('maxInstallments', count)}
      </div>
      {method === 'CREDIT_CARD' && (
        <Brands chosen={conditions.cardBrands} onChange={(cardBrands) => change({ cardBrands })} />
      )}
      <TextAreaField
        name="offerIds"
        label={t('conditions.offerIds')}
        hint={t('conditions.offerIdsHint')}
        rows={2}
        value={conditions.offerIds}
        problem={problemOf('offerIds')}
        onChange={(offerIds) => change({ offerIds })}
      />
    </div>
  );
}

interface BrandsProps {
  chosen: readonly CardBrand[];
  onChange: (chosen: readonly CardBrand[]) => void;
}

function Brands({ chosen, onChange }: BrandsProps) {
  const { t } = useTranslation('routes');
  return (
    <fieldset className="form-group">
      <legend>{t('conditions.cardBrands')}</legend>
      <div className="check-list route-brands">
        {CARD_BRANDS.map((brand) => (
          <CheckField
            key={brand}
            label={t(`brands.${brand}`)}
            isChecked={chosen.includes(brand)}
            onChange={(isOn) =>
              onChange(CARD_BRANDS.filter((other) => (other === brand ? isOn : chosen.includes(other))))
            }
          />
        ))}
      </div>
      <p className="form-hint">{t('conditions.cardBrandsHint')}</p>
    </fieldset>
  );
}

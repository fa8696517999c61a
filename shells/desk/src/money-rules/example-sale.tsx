import type { Compared, ExampleSale as Example, ExampleOutcome } from '@feira/schemas/procedures/money-rules';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { SelectField } from '@feira/shell-kit/components/form-fields';
import { useHost } from '@feira/shell-kit/host-context';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import './money-rules.css';

type Part = keyof ExampleOutcome;
const ALWAYS: readonly Part[] = ['charged', 'platform', 'seller', 'releaseDays'];
const PARTS: readonly Part[] = [
  ...(['charged', 'interest', 'platform', 'manager', 'cost', 'seller', 'releaseDays'] as const),
  ...(['reserved', 'reserveDays', 'withdrawn', 'anticipationFee', 'connections'] as const),
];

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const keyOf = ({ method, installments }: Example) => `${method}-${installments}`;

/** Returns how many cents of the seller's share a change moves: the example that moves most is shown first. */
const moved = ({ before, after }: Example) => Math.abs((after?.seller ?? 0) - (before?.seller ?? 0));

/** Returns the lines to show: what always counts, and whatever else changes. */
export function chooseParts({ before, after }: Pick<Example, 'before' | 'after'>): Part[] {
  const differs = (part: Part) => before !== null && after !== null && !isSame(before[part], after[part]);
  const isRouted = (before ?? after)?.connections !== null;
  return PARTS.filter((part) => {
    if (isRouted) return part === 'charged' || part === 'connections';
    if (part === 'reserveDays') return differs('reserveDays') && Boolean(before?.reserved || after?.reserved);
    return ALWAYS.includes(part) || differs(part);
  });
}

/** Shows what becomes of an example sale before and after, computed by the functions that price real sales. */
export function ExampleSale({ examples }: Pick<Compared, 'examples'>) {
  const { t } = useTranslation('moneyRules');
  const { locale } = useHost();
  const [chosen, setChosen] = useState<string | null>(null);
  const first = [...examples].sort((one, other) => moved(other) - moved(one))[0];
  const example = examples.find((one) => keyOf(one) === chosen) ?? first;
  if (!example) return null;
  const { price, currency, before, after } = example;
  const words = { price: formatCurrency(price, currency, locale) };
  if (examples.every((one) => isSame(one.before, one.after))) return <p className="muted">{t('exampleSame', words)}</p>;
  return (
    <section className="rule-example">
      <h3>{t('example', words)}</h3>
      <SelectField
        label={t('way')}
        value={keyOf(example)}
        options={examples.map((one) => ({
          value: keyOf(one),
          label: t(`ways.${one.method}`, { count: one.installments }),
        }))}
        onChange={setChosen}
      />
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('what')}</span>
            </th>
            <th scope="col">{t('now')}</th>
            <th scope="col">{t('then')}</th>
          </tr>
        </thead>
        <tbody>
          {chooseParts(example).map((part) => (
            <tr key={part} data-part={part} data-changed={!isSame(before?.[part], after?.[part]) || undefined}>
              <th scope="row">{t(`outcome.${part}`)}</th>
              <td>
                <Outcome outcome={before} part={part} currency={currency} />
              </td>
              <td>
                <Outcome outcome={after} part={part} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface OutcomeProps {
  outcome: ExampleOutcome | null;
  part: Part;
  currency: Example['currency'];
}

function Outcome({ outcome, part, currency }: OutcomeProps): ReactNode {
  const { t } = useTranslation('moneyRules');
  const { locale } = useHost();
  if (!outcome) return t('notOffered');
  const value = outcome[part];
  if (value === null) return '–';
  if (Array.isArray(value)) return value.join(', ') || '–';
  if (part === 'releaseDays' || part === 'reserveDays') return t('days', { count: value });
  return formatCurrency(value, currency, locale);
}

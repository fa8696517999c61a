import { listMyProducts } from '@feira/schemas/procedures/products';
import { FieldGroup } from '@feira/shell-kit/components/field-group';
import { CheckField } from '@feira/shell-kit/components/form-fields';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { useTranslation } from 'react-i18next';
import type { DeliveryTexts } from './delivery.ts';

/** As many as a system outside can be told of. */
const MOST_PRODUCTS = 100;

/** Returns the chosen values with one more or one less. */
export const toggled = <V,>(chosen: readonly V[], value: V, isChosen: boolean): V[] =>
  isChosen ? [...chosen, value] : chosen.filter((other) => other !== value);

interface ProductBoxesProps {
  texts: DeliveryTexts;
  label: string;
  chosen: string[];
  problem: string | undefined;
  onChange: (chosen: string[]) => void;
}

/** Chooses the products whose events a system outside hears. */
export function ProductBoxes({ texts, label, chosen, problem, onChange }: ProductBoxesProps) {
  const { t } = useTranslation(texts);
  const { data } = useProcedureQuery(listMyProducts, { limit: MOST_PRODUCTS });
  return (
    <FieldGroup label={label} problem={problem}>
      {data?.items.length === 0 && <p>{t('noProducts')}</p>}
      {data?.items.map(({ id, name }) => (
        <CheckField
          key={id}
          label={name}
          isChecked={chosen.includes(id)}
          onChange={(isChosen) => onChange(toggled(chosen, id, isChosen))}
        />
      ))}
    </FieldGroup>
  );
}

import { ALL_CATEGORIES, useCategoryTitle } from '@feira/shell-desk/catalogue/catalogue-words.tsx';
import { SelectField } from '@feira/shell-kit/components/form-fields';
import type { Control } from '@feira/shell-kit/use-draft';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';

/** Chooses one of the categories, in the order of the reader's alphabet. */
export function CategoryField({ control }: { control: Control<string> }) {
  const { t } = useTranslation('products');
  const titleOf = useCategoryTitle();
  const options = ALL_CATEGORIES.map((value) => ({ value: value as string, label: titleOf(value) })).sort(
    (one, other) => one.label.localeCompare(other.label),
  );
  return (
    <SelectField
      label={t('category')}
      options={[...(control.value ? [] : [{ value: '', label: t('chooseCategory') }]), ...options]}
      {...control}
    />
  );
}

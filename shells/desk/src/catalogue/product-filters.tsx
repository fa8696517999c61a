import { PRODUCT_STATUSES } from '@feira/schemas/catalogue';
import { MAX_SEARCH_LENGTH } from '@feira/shell-kit/search-text';
import { useTranslation } from 'react-i18next';
import '@feira/shell-kit/styles/lists.css';
import { SelectField, TextField } from '@feira/shell-kit/components/form-fields';
import { defineFilter, type FilterOf, oneOf, words } from '@feira/shell-kit/filter';
import type { ChangeFilter } from '@feira/shell-kit/use-list-filter';
import { useSearchField } from '@feira/shell-kit/use-search-field';
import { ALL_CATEGORIES, useCategoryTitle } from './catalogue-words.tsx';

const PARTS = {
  search: words(),
  status: oneOf('status', PRODUCT_STATUSES),
  category: oneOf('category', ALL_CATEGORIES),
};
export const PRODUCT_FILTER = defineFilter(PARTS, null);
/** The filter of a list whose products are all on sale. */
export const MARKET_FILTER = defineFilter({ search: PARTS.search, category: PARTS.category }, null);
export type ProductFilter = FilterOf<typeof PRODUCT_FILTER>;

interface ProductFiltersProps {
  /** A list whose products are all on sale has no status. */
  filter: Omit<ProductFilter, 'status'> & { status?: ProductFilter['status'] };
  onChange: ChangeFilter;
}

/** Search, category and status of a list of products, in the address. */
export function ProductFilters({ filter, onChange }: ProductFiltersProps) {
  const { t } = useTranslation('catalogue');
  const titleOf = useCategoryTitle();
  const search = useSearchField(filter.search, (text) => onChange({ search: text || null }, true));
  const categories = ALL_CATEGORIES.map((value) => ({ value, label: titleOf(value) })).sort((one, other) =>
    one.label.localeCompare(other.label),
  );
  return (
    <search className="list-filters product-filters">
      <TextField
        isLabelHidden
        type="search"
        label={t('search')}
        placeholder={t('search')}
        maxLength={MAX_SEARCH_LENGTH}
        value={search.text}
        onChange={search.type}
        onBlur={search.finish}
      />
      {filter.status !== undefined && (
        <SelectField
          isLabelHidden
          label={t('status')}
          value={filter.status ?? ''}
          options={[
            { value: '', label: t('allStatuses') },
            ...PRODUCT_STATUSES.map((value) => ({ value, label: t(`productStatuses.${value}`) })),
          ]}
          onChange={(status) => onChange({ status: status || null })}
        />
      )}
      <SelectField
        isLabelHidden
        label={t('category')}
        value={filter.category ?? ''}
        options={[{ value: '', label: t('allCategories') }, ...categories]}
        onChange={(category) => onChange({ category: category || null })}
      />
    </search>
  );
}

import { PRODUCT_STATUSES, type ProductStatus } from '@feira/schemas/catalogue';
import type { ProductCategory } from '@feira/schemas/options';
import { MAX_SEARCH_LENGTH, readSearchText } from '@feira/shell-kit/search-text';
import { useTranslation } from 'react-i18next';
import '@feira/shell-kit/styles/lists.css';
import { SelectField, TextField } from '@feira/shell-kit/components/form-fields';
import type { AddressChange } from '@feira/shell-kit/use-address';
import { useSearchField } from '@feira/shell-kit/use-search-field';
import { ALL_CATEGORIES, useCategoryTitle } from './catalogue-words.tsx';

export interface ProductFilter {
  search: string;
  status: ProductStatus | null;
  category: ProductCategory | null;
}

export const readProductFilter = (address: URLSearchParams): ProductFilter => ({
  search: readSearchText(address),
  status: PRODUCT_STATUSES.find((status) => status === address.get('status')) ?? null,
  category: ALL_CATEGORIES.find((category) => category === address.get('category')) ?? null,
});

export const isFiltered = ({ search, status, category }: ProductFilter): boolean =>
  search.trim() !== '' || status !== null || category !== null;

/** The parts of the filter that narrow the list. */
export const toFilterInput = ({ search, status, category }: ProductFilter) => ({
  ...toSearchInput({ search, category }),
  ...(status && { status }),
});

/** The same of a list whose products are all on sale. */
export const toSearchInput = ({ search, category }: Pick<ProductFilter, 'search' | 'category'>) => ({
  ...(search.trim() && { search: search.trim() }),
  ...(category && { category }),
});

interface ProductFiltersProps {
  filter: ProductFilter;
  hasStatus?: boolean;
  onChange: (changes: AddressChange, isReplaced?: boolean) => void;
}

/** Search, category and status of a list of products, in the address. */
export function ProductFilters({ filter, hasStatus = true, onChange }: ProductFiltersProps) {
  const { t } = useTranslation('catalogue');
  const titleOf = useCategoryTitle();
  const search = useSearchField(filter.search, (text) => onChange({ search: text || null, after: null }, true));
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
      {hasStatus && (
        <SelectField
          isLabelHidden
          label={t('status')}
          value={filter.status ?? ''}
          options={[
            { value: '', label: t('allStatuses') },
            ...PRODUCT_STATUSES.map((value) => ({ value, label: t(`productStatuses.${value}`) })),
          ]}
          onChange={(status) => onChange({ status: status || null, after: null })}
        />
      )}
      <SelectField
        isLabelHidden
        label={t('category')}
        value={filter.category ?? ''}
        options={[{ value: '', label: t('allCategories') }, ...categories]}
        onChange={(category) => onChange({ category: category || null, after: null })}
      />
    </search>
  );
}

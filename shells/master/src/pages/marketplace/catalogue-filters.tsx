import { PAYMENT_METHODS } from '@feira/schemas/common';
import { KNOWN_LEVELS } from '@feira/schemas/manifest/evidence';
import { SaleMethod } from '@feira/shell-desk/sale/sale-words.tsx';
import { ChoiceBox } from '@feira/shell-kit/components/choice-box';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import { SelectBox } from '@feira/shell-kit/components/select-box';
import type { ChangeFilter } from '@feira/shell-kit/use-list-filter';
import { useTranslation } from 'react-i18next';
import { CAPABILITIES } from '../../marketplace/capabilities.ts';
import { type CatalogueFilter, ORIGINS } from './catalogue-filter.ts';

interface CatalogueFiltersProps {
  filter: CatalogueFilter;
  onChange: ChangeFilter;
}

const toggle = <V extends string>(list: readonly V[], value: V): string =>
  (list.includes(value) ? list.filter((known) => known !== value) : [...list, value]).join(',');

export function CatalogueFilters({ filter, onChange }: CatalogueFiltersProps) {
  const { t } = useTranslation('marketplace');
  return (
    <search className="list-filters">
      <SearchInput
        value={filter.search}
        label={t('catalogue.searchLabel')}
        hint={t('catalogue.searchHint')}
        onSearch={(text) => onChange({ search: text || null }, true)}
      />
      <fieldset className="segments catalogue-methods">
        <legend className="visually-hidden">{t('catalogue.methods')}</legend>
        {PAYMENT_METHODS.map((method) => (
          <button
            key={method}
            type="button"
            className="segment"
            aria-pressed={filter.methods.includes(method)}
            onClick={() => onChange({ method: toggle(filter.methods, method) })}
          >
            <SaleMethod method={method} />
          </button>
        ))}
      </fieldset>
      <ChoiceBox
        className="list-select catalogue-capabilities"
        isMultiple
        isSearchable
        label={t('catalogue.capability')}
        placeholder={t('catalogue.capability')}
        chosen={filter.capabilities}
        onChoose={(value) => onChange({ capability: toggle(filter.capabilities, value) })}
        choices={CAPABILITIES.map((value) => ({ value, label: t(`capability.${value}`) }))}
      />
      <Choice
        label={t('catalogue.evidence')}
        all={t('catalogue.allEvidence')}
        value={filter.evidence}
        options={KNOWN_LEVELS.map((value) => ({ value, label: t(`evidence.${value}`, { ns: 'connections' }) }))}
        onChange={(evidence) => onChange({ evidence })}
      />
      <Choice
        label={t('catalogue.origin')}
        all={t('catalogue.allOrigins')}
        value={filter.origin}
        options={ORIGINS.map((value) => ({ value, label: t(`origins.${value}`) }))}
        onChange={(origin) => onChange({ origin })}
      />
    </search>
  );
}

interface ChoiceProps {
  label: string;
  all: string;
  value: string | null;
  options: { value: string; label: string }[];
  onChange: (value: string | null) => void;
}

function Choice({ label, all, value, options, onChange }: ChoiceProps) {
  return (
    <SelectBox
      label={label}
      options={options}
      getValue={(option) => option.value}
      displayValue={(option) => option.label}
      value={value}
      onChange={onChange}
      allLabel={all}
    />
  );
}

import { AUDIT_EVENTS } from '@feira/schemas/procedures/audit';
import { AUDIT_SENTENCES } from '@feira/schemas/rules/audit-sentences';
import { ChoiceBox } from '@feira/shell-kit/components/choice-box';
import { PeriodFilter } from '@feira/shell-kit/components/period-filter';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import { useHost } from '@feira/shell-kit/host-context';
import { writePeriod } from '@feira/shell-kit/period';
import type { ChangeFilter } from '@feira/shell-kit/use-list-filter';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LogFilter } from './log-filter.ts';

const GROUPS = [...new Set(AUDIT_EVENTS.map((type) => type.split('.')[0]!))];

interface LogFiltersProps {
  filter: LogFilter;
  /** Chooses the platform, for people who run several. */
  platforms?: ReactNode;
  onChange: ChangeFilter;
}

/** Returns a sentence without its values: "Refunded …". */
const toLabel = (sentence: string) =>
  sentence
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\{\w+\}/g, '…')
    .trim();

export function LogFilters({ filter, platforms, onChange }: LogFiltersProps) {
  const { t } = useTranslation('auditLog');
  const { locale } = useHost();
  return (
    <search className="list-filters">
      <PeriodFilter hasAll choice={filter.period} onChange={(next) => onChange(writePeriod(next))} />
      {platforms}
      <ChoiceBox<string>
        className="list-select"
        isSearchable
        label={t('type')}
        chosen={[filter.type ?? 'ALL']}
        onChoose={(type) => onChange({ type: type === 'ALL' ? null : type })}
        choices={[
          { value: 'ALL', label: t('allTypes') },
          ...GROUPS.flatMap((group) =>
            AUDIT_EVENTS.filter((type) => type.startsWith(`${group}.`)).map((type) => ({
              value: type,
              label: toLabel(AUDIT_SENTENCES[locale][type]),
              group: t(`groups.${group}` as never),
            })),
          ),
        ]}
      />
      <SearchInput
        value={filter.search}
        label={t('searchLabel')}
        hint={t('searchHint')}
        onSearch={(text) => onChange({ search: text || null }, true)}
      />
    </search>
  );
}

import { PERSON_STATUSES } from '@feira/schemas/procedures/people';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';

type PersonStatus = (typeof PERSON_STATUSES)[number];

interface PersonStatusSelectProps {
  /** Null selects all. */
  value: PersonStatus | null;
  label: string;
  allLabel: string;
  onChange: (status: PersonStatus | null) => void;
}

/** Filters a list of people by whether they may sign in. */
export function PersonStatusSelect({ value, label, allLabel, onChange }: PersonStatusSelectProps) {
  const { t } = useTranslation('kit');
  return (
    <Select<PersonStatus | 'ALL'>
      className="list-select"
      popupMatchSelectWidth={false}
      aria-label={label}
      value={value ?? 'ALL'}
      onChange={(status) => onChange(status === 'ALL' ? null : status)}
      options={(['ALL', ...PERSON_STATUSES] as const).map((status) => ({
        value: status,
        label: status === 'ALL' ? allLabel : t(`activeStatus.${status}`),
      }))}
    />
  );
}

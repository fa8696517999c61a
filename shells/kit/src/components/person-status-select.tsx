import { PERSON_STATUSES } from '@feira/schemas/procedures/people';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';

type PersonStatus = (typeof PERSON_STATUSES)[number];

interface PersonStatusSelectProps {
  /** null for all. */
  value: PersonStatus | null;
  label: string;
  allLabel: string;
  onChange: (status: PersonStatus | null) => void;
}

/** Narrows a list of people to those who may come in, or to those who may not. */
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

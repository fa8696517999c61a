import { PERSON_STATUSES } from '@feira/schemas/procedures/people';
import { SelectBox } from '@feira/shell-kit/components/select-box';
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
    <SelectBox
      label={label}
      options={PERSON_STATUSES}
      getValue={(status) => status}
      displayValue={(status) => t(`activeStatus.${status}`)}
      value={value}
      onChange={onChange}
      allLabel={allLabel}
    />
  );
}

import type { ChangeFilter } from '../use-list-filter.ts';
import { SelectBox } from './select-box.tsx';

export interface FilterChoice {
  value: string;
  label: string;
}

interface FilterSelectProps {
  /** The parameter of the address. */
  name: string;
  label: string;
  /** The first choice, which does not narrow the list. */
  all: string;
  choices: readonly FilterChoice[];
  value: string | null;
  onChange: ChangeFilter;
}

/** Narrows a list to one of a few values, which stands in the address. */
export function FilterSelect({ name, label, all, choices, value, onChange }: FilterSelectProps) {
  return (
    <SelectBox
      label={label}
      options={choices}
      getValue={(choice) => choice.value}
      displayValue={(choice) => choice.label}
      value={value}
      onChange={(chosen) => onChange({ [name]: chosen })}
      allLabel={all}
    />
  );
}

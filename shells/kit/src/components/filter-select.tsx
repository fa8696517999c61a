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
  /** Names a value of the address that is none of the choices, so that the person can remove it. */
  unknown?: string;
  onChange: ChangeFilter;
}

/** Narrows a list to one of a few values, which stands in the address. Nothing is drawn where there is nothing to choose from. */
export function FilterSelect({ name, label, all, choices, value, unknown, onChange }: FilterSelectProps) {
  const isNamed = !unknown || !value || choices.some((choice) => choice.value === value);
  const shown = isNamed ? choices : [...choices, { value, label: unknown }];
  if (shown.length === 0) return null;
  return (
    <SelectBox
      label={label}
      options={shown}
      getValue={(choice) => choice.value}
      displayValue={(choice) => choice.label}
      value={value}
      onChange={(chosen) => onChange({ [name]: chosen })}
      allLabel={all}
    />
  );
}

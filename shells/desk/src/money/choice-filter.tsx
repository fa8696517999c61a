import { SelectBox } from '@feira/shell-kit/components/select-box';

interface ChoiceFilterProps<Choice extends string> {
  label: string;
  /** Names the choice of all kinds. */
  all: string;
  choices: readonly Choice[];
  nameOf: (choice: Choice) => string;
  value: Choice | null;
  onChange: (choice: Choice | null) => void;
}

/** Filters by one of a few kinds, or shows all of them. */
export function ChoiceFilter<Choice extends string>(props: ChoiceFilterProps<Choice>) {
  const { label, all, choices, nameOf, value, onChange } = props;
  return (
    <SelectBox
      className="money-select"
      label={label}
      options={choices}
      getValue={(choice) => choice}
      displayValue={nameOf}
      value={value}
      onChange={onChange}
      allLabel={all}
    />
  );
}

import { Select } from 'antd';

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
    <Select<Choice | 'ALL'>
      className="list-select money-select"
      popupMatchSelectWidth={false}
      aria-label={label}
      value={value ?? 'ALL'}
      onChange={(choice) => onChange(choice === 'ALL' ? null : (choice as Choice))}
      options={[{ value: 'ALL', label: all }, ...choices.map((choice) => ({ value: choice, label: nameOf(choice) }))]}
    />
  );
}

import { ChoiceBox } from './choice-box.tsx';

const ALL = '';

interface SelectBoxProps<T, V extends string> {
  label: string;
  options: readonly T[];
  getValue: (option: T) => V;
  /** The name of an option. An option without it says so, instead of looking empty. */
  displayValue?: (option: T) => string;
  value: V | null;
  onChange: (value: V | null) => void;
  /** The first choice, which chooses nothing. */
  allLabel?: string;
  className?: string;
  isClearable?: boolean;
  isRequired?: boolean;
  isSearchable?: boolean;
}

export function toChoices<T, V extends string>({
  options,
  getValue,
  displayValue,
  allLabel,
}: Pick<SelectBoxProps<T, V>, 'options' | 'getValue' | 'displayValue' | 'allLabel'>): {
  value: V | '';
  label: string;
}[] {
  const choices = options.map((option) => ({
    value: getValue(option),
    label: displayValue?.(option) ?? 'Error: use displayValue prop',
  }));
  return allLabel === undefined ? choices : [{ value: ALL, label: allLabel }, ...choices];
}

/** The one box to choose from a list: with a button to clear it and an asterisk where it must be filled, if wanted. */
export function SelectBox<T, V extends string>(props: SelectBoxProps<T, V>) {
  const { label, value, onChange, allLabel, isClearable = false, isRequired = false, isSearchable = false } = props;
  const shown = value ?? (allLabel === undefined ? null : ALL);
  const box = (
    <ChoiceBox<V | ''>
      className={`list-select ${props.className ?? ''}`}
      label={label}
      choices={toChoices(props)}
      chosen={shown === null ? [] : [shown]}
      onChoose={(chosen) => onChange(chosen || null)}
      onClear={isClearable && value !== null ? () => onChange(null) : undefined}
      isRequired={isRequired}
      isSearchable={isSearchable}
    />
  );
  if (!isRequired) return box;
  return (
    <span className="select-box">
      {box}
      <span className="required" aria-hidden="true">
        *
      </span>
    </span>
  );
}

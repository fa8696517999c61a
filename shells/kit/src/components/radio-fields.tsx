import Radio from 'antd/es/radio/radio';
import { type ReactNode, useId } from 'react';
import '../styles/radio-fields.css';

interface RadioFieldsProps<V extends string> {
  label: string;
  isLabelHidden?: boolean;
  options: readonly { value: V; label: string; hint?: ReactNode; disabled?: boolean }[];
  /** Null as long as nothing is chosen. */
  value: V | null;
  problem?: string | undefined;
  onChange: (value: V) => void;
}

/** Chooses one of a few, each with an explanation. */
export function RadioFields<V extends string>(props: RadioFieldsProps<V>) {
  const { label, isLabelHidden = false, options, value, problem, onChange } = props;
  const id = useId();
  return (
    <fieldset
      className="form-group"
      aria-describedby={problem ? `${id}problem` : undefined}
      aria-invalid={problem ? true : undefined}
      tabIndex={problem ? -1 : undefined}
    >
      <legend className={isLabelHidden ? 'visually-hidden' : undefined}>{label}</legend>
      <div className="radio-list">
        {options.map((option) => (
          <div key={option.value} className="radio-field" data-chosen={option.value === value || undefined}>
            <Radio
              name={id}
              checked={option.value === value}
              disabled={option.disabled}
              aria-describedby={option.hint ? `${id}${option.value}hint` : undefined}
              onChange={() => onChange(option.value)}
            >
              {option.label}
            </Radio>
            {option.hint && (
              <span id={`${id}${option.value}hint`} className="form-hint">
                {option.hint}
              </span>
            )}
          </div>
        ))}
      </div>
      {problem && (
        <span id={`${id}problem`} className="field-error">
          {problem}
        </span>
      )}
    </fieldset>
  );
}

import Radio from 'antd/es/radio/radio';
import { type ReactNode, useId } from 'react';
import '../styles/radio-fields.css';
import { FieldGroup } from './field-group.tsx';

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
    <FieldGroup label={label} isLabelHidden={isLabelHidden} problem={problem}>
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
    </FieldGroup>
  );
}

import { CheckField } from '@feira/shell-kit/components/form-fields';
import { useId } from 'react';

interface ChoiceGroupProps<V extends string> {
  label: string;
  hint: string;
  options: readonly { value: V; label: string }[];
  value: V[];
  problem: string | undefined;
  onChange: (chosen: V[]) => void;
}

/** Chooses several of a few values. */
export function ChoiceGroup<V extends string>(props: ChoiceGroupProps<V>) {
  const { label, hint, options, value: chosen, problem, onChange } = props;
  const id = useId();
  const set = (value: V, isChecked: boolean) =>
    onChange(
      options.map((option) => option.value).filter((other) => (other === value ? isChecked : chosen.includes(other))),
    );
  return (
    <fieldset
      className="form-group"
      aria-describedby={`${id}hint ${problem ? `${id}problem` : ''}`}
      aria-invalid={problem ? true : undefined}
      tabIndex={problem ? -1 : undefined}
    >
      <legend>{label}</legend>
      <span id={`${id}hint`} className="form-hint">
        {hint}
      </span>
      <div className="settings-choices">
        {options.map((option) => (
          <CheckField
            key={option.value}
            label={option.label}
            isChecked={chosen.includes(option.value)}
            onChange={(isChecked) => set(option.value, isChecked)}
          />
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

import { FieldGroup } from '@feira/shell-kit/components/field-group';
import { CheckField } from '@feira/shell-kit/components/form-fields';

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
  const set = (value: V, isChecked: boolean) =>
    onChange(
      options.map((option) => option.value).filter((other) => (other === value ? isChecked : chosen.includes(other))),
    );
  return (
    <FieldGroup label={label} hint={hint} problem={problem}>
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
    </FieldGroup>
  );
}

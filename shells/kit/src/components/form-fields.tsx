import Checkbox from 'antd/es/checkbox/Checkbox';
import Switch from 'antd/es/switch';
import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import '../styles/forms.css';

interface Labelled {
  label: string;
  /** Explains the field before it is filled in. */
  hint?: ReactNode;
  problem?: string | undefined;
}

interface TextFieldProps extends Labelled, Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'prefix'> {
  value: string;
  onChange: (value: string) => void;
  /** The texts inside the field: a currency's symbol before, a unit after. */
  prefix?: string;
  suffix?: string;
  /** Only screen readers read the label: the head of the column shows it to everybody else. */
  isLabelHidden?: boolean;
}

/** A labelled field. Screen readers read hint and problem together with it. */
export function TextField(props: TextFieldProps) {
  const { label, hint, problem, prefix, suffix, value, onChange, isLabelHidden = false, ...input } = props;
  const id = useId();
  const describedBy = [hint && `${id}hint`, problem && `${id}problem`].filter(Boolean).join(' ');
  return (
    <div className="form-field">
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <span className="form-box" data-invalid={problem ? true : undefined}>
        {prefix && <span aria-hidden="true">{prefix}</span>}
        <input
          type="text"
          autoComplete="off"
          {...input}
          id={id}
          value={value}
          aria-invalid={problem ? true : undefined}
          aria-describedby={describedBy || undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        {suffix && <span aria-hidden="true">{suffix}</span>}
      </span>
      <FieldNotes id={id} hint={hint} problem={problem} />
    </div>
  );
}

interface TextAreaFieldProps extends Labelled {
  name: string;
  value: string;
  rows?: number;
  maxLength?: number;
  placeholder?: string;
  onChange: (value: string) => void;
}

/** Takes a text of several lines, such as a pasted key. */
export function TextAreaField({ label, hint, problem, value, rows = 4, onChange, ...area }: TextAreaFieldProps) {
  const id = useId();
  const describedBy = [hint && `${id}hint`, problem && `${id}problem`].filter(Boolean).join(' ');
  return (
    <div className="form-field">
      <label htmlFor={id}>{label}</label>
      <span className="form-box" data-invalid={problem ? true : undefined}>
        <textarea
          {...area}
          id={id}
          rows={rows}
          value={value}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={problem ? true : undefined}
          aria-describedby={describedBy || undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      </span>
      <FieldNotes id={id} hint={hint} problem={problem} />
    </div>
  );
}

interface SelectFieldProps<V extends string> extends Labelled {
  value: V;
  options: readonly { value: V; label: string }[];
  onChange: (value: V) => void;
  isLabelHidden?: boolean;
  disabled?: boolean;
}

/** Uses the browser's own list, which phones show in their usual way. */
export function SelectField<V extends string>(props: SelectFieldProps<V>) {
  const { label, hint, problem, value, options, onChange, isLabelHidden = false, disabled = false } = props;
  const id = useId();
  const describedBy = [hint && `${id}hint`, problem && `${id}problem`].filter(Boolean).join(' ');
  return (
    <div className="form-field">
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <span className="form-box" data-invalid={problem ? true : undefined}>
        <select
          id={id}
          value={value}
          disabled={disabled}
          aria-invalid={problem ? true : undefined}
          aria-describedby={describedBy || undefined}
          onChange={(event) => onChange(event.target.value as V)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </span>
      <FieldNotes id={id} hint={hint} problem={problem} />
    </div>
  );
}

function FieldNotes({ id, hint, problem }: { id: string; hint: ReactNode; problem: string | undefined }) {
  return (
    <>
      {hint && (
        <span id={`${id}hint`} className="form-hint">
          {hint}
        </span>
      )}
      {problem && (
        <span id={`${id}problem`} className="field-error">
          {problem}
        </span>
      )}
    </>
  );
}

interface CheckFieldProps {
  label: string;
  /** Explains the choice in plain words. */
  hint?: ReactNode;
  isChecked: boolean;
  /** A switch turns something on and off; a box is one of several. */
  isSwitch?: boolean;
  disabled?: boolean;
  isBusy?: boolean;
  onChange: (isChecked: boolean) => void;
}

export function CheckField(props: CheckFieldProps) {
  const { label, hint, isChecked, isSwitch = false, disabled = false, isBusy = false, onChange } = props;
  const id = useId();
  // While it is busy it keeps the focus, which a disabled control would lose.
  const change = (isNowChecked: boolean) => !isBusy && onChange(isNowChecked);
  const common = {
    checked: isChecked,
    disabled,
    'aria-busy': isBusy || undefined,
    'aria-describedby': hint ? `${id}hint` : undefined,
  };
  return (
    <div className={isSwitch ? 'check-field check-switch' : 'check-field'}>
      {isSwitch ? (
        <>
          <Switch {...common} id={id} onChange={change} />
          <label htmlFor={id}>{label}</label>
        </>
      ) : (
        <Checkbox {...common} onChange={(event) => change(event.target.checked)}>
          {label}
        </Checkbox>
      )}
      {hint && (
        <span id={`${id}hint`} className="form-hint">
          {hint}
        </span>
      )}
    </div>
  );
}

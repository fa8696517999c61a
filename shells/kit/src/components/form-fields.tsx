import Checkbox from 'antd/es/checkbox/Checkbox';
import Input, { type InputProps } from 'antd/es/input/Input';
import TextArea from 'antd/es/input/TextArea';
import Switch from 'antd/es/switch';
import { type ReactNode, useId } from 'react';
import '../styles/forms.css';

export interface Labelled {
  label: string;
  /** Explains the field before it is filled in. */
  hint?: ReactNode;
  problem?: string | undefined;
  /** Only screen readers read the label: the head of the column shows it to everybody else. */
  isLabelHidden?: boolean;
}

interface FieldFrameProps extends Labelled {
  /** Draws the control with the attributes that tie it to label, hint and problem. */
  children: (ties: {
    id: string;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
  }) => ReactNode;
}

/** The words around a control. Screen readers read hint and problem together with it. */
export function FieldFrame({ label, hint, problem, isLabelHidden = false, children }: FieldFrameProps) {
  const id = useId();
  const notes = [hint && `${id}hint`, problem && `${id}problem`].filter(Boolean).join(' ');
  return (
    <div className="form-field">
      <label id={`${id}label`} htmlFor={id} className={isLabelHidden ? 'visually-hidden' : undefined}>
        {label}
      </label>
      {children({ id, 'aria-invalid': problem ? true : undefined, 'aria-describedby': notes || undefined })}
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
    </div>
  );
}

/** antd's name of a problem. */
export const statusOf = (problem: string | undefined) => (problem ? 'error' : '');

interface TextFieldProps extends Labelled, Omit<InputProps, 'onChange' | 'prefix' | 'suffix' | 'status'> {
  value: string;
  onChange: (value: string) => void;
  /** The texts inside the field: a currency's symbol before, a unit after. */
  prefix?: string;
  suffix?: string;
}

export function TextField(props: TextFieldProps) {
  const { label, hint, problem, isLabelHidden, prefix, suffix, onChange, ...input } = props;
  return (
    <FieldFrame label={label} hint={hint} problem={problem} isLabelHidden={isLabelHidden}>
      {(ties) => (
        <Input
          type="text"
          autoComplete="off"
          {...input}
          {...ties}
          status={statusOf(problem)}
          prefix={prefix && <span aria-hidden="true">{prefix}</span>}
          suffix={suffix && <span aria-hidden="true">{suffix}</span>}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FieldFrame>
  );
}

interface TextAreaFieldProps extends Omit<Labelled, 'isLabelHidden'> {
  name: string;
  value: string;
  rows?: number;
  maxLength?: number;
  placeholder?: string;
  onChange: (value: string) => void;
}

/** Takes a text of several lines, such as a pasted key. */
export function TextAreaField({ label, hint, problem, rows = 4, onChange, ...area }: TextAreaFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} problem={problem}>
      {(ties) => (
        <TextArea
          {...area}
          {...ties}
          rows={rows}
          autoComplete="off"
          spellCheck={false}
          status={statusOf(problem)}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FieldFrame>
  );
}

interface SelectFieldProps<V extends string> extends Labelled {
  value: V;
  options: readonly { value: V; label: string }[];
  onChange: (value: V) => void;
  disabled?: boolean;
}

/** Uses the browser's own list, which phones show in their usual way. */
export function SelectField<V extends string>(props: SelectFieldProps<V>) {
  const { label, hint, problem, isLabelHidden, value, options, onChange, disabled = false } = props;
  return (
    <FieldFrame label={label} hint={hint} problem={problem} isLabelHidden={isLabelHidden}>
      {(ties) => (
        <span className="form-box" data-invalid={ties['aria-invalid']}>
          <select {...ties} value={value} disabled={disabled} onChange={(event) => onChange(event.target.value as V)}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        </span>
      )}
    </FieldFrame>
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

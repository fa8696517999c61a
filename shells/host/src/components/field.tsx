import type { InputHTMLAttributes, ReactNode } from 'react';

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string;
  label: string;
  problem?: string | undefined;
  /** The hint below the field. */
  hint?: ReactNode;
  /** The control at the end of the field. */
  children?: ReactNode;
}

/** A labelled field with hint and problem below it, which screen readers read together with the field. */
export function Field({ name, label, problem, hint, children, required = true, ...input }: FieldProps) {
  const described = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <div className="field-box">
        <input
          spellCheck={false}
          autoCapitalize="none"
          {...input}
          id={name}
          name={name}
          required={required}
          aria-invalid={problem ? true : undefined}
          aria-describedby={described || undefined}
        />
        {children}
      </div>
      {hint && (
        <div id={`${name}-hint`} className="field-hint">
          {hint}
        </div>
      )}
      {problem && (
        <p id={`${name}-problem`} className="field-error">
          {problem}
        </p>
      )}
    </div>
  );
}

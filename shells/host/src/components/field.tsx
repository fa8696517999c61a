import type { InputHTMLAttributes, ReactNode } from 'react';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string;
  label: string;
  problem?: string | undefined;
  /** Stands inside the field, at its end. */
  children?: ReactNode;
}

/** A labelled field with its problem below it, read out together with the field. */
export function Field({ name, label, problem, children, ...input }: FieldProps) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <div className="field-box">
        <input
          {...input}
          id={name}
          name={name}
          required
          spellCheck={false}
          autoCapitalize="none"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${name}-problem` : undefined}
        />
        {children}
      </div>
      {problem && (
        <p id={`${name}-problem`} className="field-error">
          {problem}
        </p>
      )}
    </div>
  );
}

import type { InputHTMLAttributes, ReactNode } from 'react';
import type { TextKey } from '../../texts.ts';
import { usePage } from './page-context.ts';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string;
  label: TextKey;
  isOptional?: boolean;
  children?: ReactNode;
}

export function FieldError({ name }: { name: string }) {
  const { errors } = usePage();
  return errors[name] ? (
    <p className="error" id={`${name}-error`}>
      {errors[name]}
    </p>
  ) : null;
}

/** The renderer does not control the input: text typed before the page is hydrated stays, and typing costs no rendering. */
export function Field({ name, label, isOptional, children, className, ...input }: FieldProps) {
  const { boot, t, errors } = usePage();
  const value = boot.values[name as 'name'];
  return (
    <div className={`field ${className ?? ''}`}>
      <label htmlFor={name}>
        {t(label)}
        {isOptional && <span className="optional"> {t('optional')}</span>}
      </label>
      <input
        id={name}
        name={name}
        defaultValue={value}
        aria-invalid={errors[name] ? true : undefined}
        {...input}
        aria-describedby={errors[name] ? `${name}-error` : input['aria-describedby']}
      />
      {children}
      <FieldError name={name} />
    </div>
  );
}

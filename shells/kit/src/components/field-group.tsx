import { type ReactNode, useId } from 'react';

interface FieldGroupProps {
  label: string;
  isLabelHidden?: boolean;
  hint?: string;
  problem?: string | undefined;
  children: ReactNode;
}

/** Groups boxes to tick under one label, with one problem. */
export function FieldGroup({ label, isLabelHidden = false, hint, problem, children }: FieldGroupProps) {
  const id = useId();
  const described = [hint && `${id}hint`, problem && `${id}problem`].filter(Boolean).join(' ');
  return (
    <fieldset
      className="form-group"
      aria-describedby={described || undefined}
      aria-invalid={problem ? true : undefined}
      tabIndex={problem ? -1 : undefined}
    >
      <legend className={isLabelHidden ? 'visually-hidden' : undefined}>{label}</legend>
      {hint && (
        <span id={`${id}hint`} className="form-hint">
          {hint}
        </span>
      )}
      {children}
      {problem && (
        <span id={`${id}problem`} className="field-error">
          {problem}
        </span>
      )}
    </fieldset>
  );
}

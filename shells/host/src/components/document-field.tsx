import { caretAfterMask, maskCpfOrCnpj } from '@feira/schemas/rules/mask';
import type { ChangeEvent } from 'react';
import { Field, type FieldProps } from './field.tsx';

/** Masks a CPF or CNPJ while it is typed; the caret keeps its place behind the same character. */
export function DocumentField(props: Omit<FieldProps, 'type' | 'onChange' | 'children'>) {
  const mask = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const masked = maskCpfOrCnpj(target.value);
    const caret = caretAfterMask(target.value, masked, target.selectionStart ?? target.value.length);
    target.value = masked;
    target.setSelectionRange(caret, caret);
  };
  return <Field {...props} autoComplete="off" onChange={mask} />;
}

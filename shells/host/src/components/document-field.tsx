import { caretAfterMask, maskCpfOrCnpj } from '@feira/schemas/rules/mask';
import type { ChangeEvent } from 'react';
import { Field, type FieldProps } from './field.tsx';

/** A CPF or CNPJ: takes its mask while it is typed; the caret stays behind the character it stood behind. */
export function DocumentField(props: Omit<FieldProps, 'type' | 'onChange' | 'children'>) {
  const mask = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const masked = maskCpfOrCnpj(target.value);
    const caret = caretAfterMask(target.value, masked, target.selectionStart ?? target.value.length);
    target.value = masked;
    target.setSelectionRange(caret, caret);
  };
  return <Field {...props} autoComplete="off" maxLength={18} onChange={mask} />;
}

import { caretAfterMask, maskPhone } from '@feira/schemas/rules/mask';
import type { ChangeEvent } from 'react';
import { Field, type FieldProps } from './field.tsx';

/** Masks a phone while it is typed; the caret keeps its place behind the same character. */
export function PhoneField(props: Omit<FieldProps, 'type' | 'onChange' | 'children'>) {
  const mask = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const masked = maskPhone(target.value);
    const caret = caretAfterMask(target.value, masked, target.selectionStart ?? target.value.length);
    target.value = masked;
    target.setSelectionRange(caret, caret);
  };
  return (
    <Field
      {...props}
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      placeholder="(11) 98888-7777"
      onChange={mask}
    />
  );
}

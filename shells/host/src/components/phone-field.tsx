import { caretAfterMask, maskPhone } from '@feira/schemas/rules/mask';
import type { ChangeEvent } from 'react';
import { Field, type FieldProps } from './field.tsx';

/** Takes its mask while it is typed; the caret stays behind the character it stood behind. */
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

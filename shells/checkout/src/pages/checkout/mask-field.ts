import { caretAfterMask, maskCpfOrCnpj, maskPhone, maskZipCode } from '@feira/schemas/rules/mask';

const MASKS: Record<string, (text: string) => string> = { cpf: maskCpfOrCnpj, phone: maskPhone, cep: maskZipCode };

/** Puts the mask on a field that has one and leaves the caret behind the character just typed. */
export function maskField(input: HTMLInputElement): void {
  const mask = MASKS[input.name];
  const typed = input.value;
  const masked = mask?.(typed) ?? typed;
  if (masked === typed) return;
  const caret = input.selectionStart ?? typed.length;
  input.value = masked;
  if (document.activeElement !== input) return;
  const position = caretAfterMask(typed, masked, caret);
  input.setSelectionRange(position, position);
}

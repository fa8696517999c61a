/** Weights run 2 to 9 from the right and start again; a character is worth its ASCII code minus 48. */
function checkDigit(characters: string): number {
  let sum = 0;
  for (let index = 0; index < characters.length; index++) {
    const fromRight = characters.length - 1 - index;
    sum += (characters.charCodeAt(index) - 48) * ((fromRight % 8) + 2);
  }
  const remainder = sum % 11;
  return remainder < 2 ? 0 : 11 - remainder;
}

/** Returns whether the text is a CNPJ, numeric or alphanumeric (issued since July 2026), masked or not, in either case. */
export function isCnpj(text: string): boolean {
  const compact = text.replace(/[.\-/\s]/g, '');
  // The shape is checked before upper-casing: letters such as ſ turn into ASCII when upper-cased.
  if (!/^[0-9A-Za-z]{12}\d{2}$/.test(compact) || /^(.)\1*$/.test(compact)) return false;
  const base = compact.slice(0, 12).toUpperCase();
  const first = checkDigit(base);
  return compact.endsWith(`${first}${checkDigit(base + first)}`);
}

/** 12ABC34501DE35 as 12.ABC.345/01DE-35; anything of another shape stays as it is. */
export function formatCnpj(characters: string): string {
  return characters.replace(
    /^([0-9A-Z]{2})([0-9A-Z]{3})([0-9A-Z]{3})([0-9A-Z]{4})(\d{2})$/i,
    (_, a: string, b: string, c: string, d: string, e: string) => `${a}.${b}.${c}/${d}-${e}`.toUpperCase(),
  );
}

function checkDigit(digits: string): number {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) sum += Number(digits[index]) * (digits.length + 1 - index);
  return ((sum * 10) % 11) % 10;
}

const withCheckDigits = (base: string): string => {
  const first = base + checkDigit(base);
  return first + checkDigit(first);
};

/** Returns whether the text is a CPF, masked or not. Eleven equal digits satisfy the arithmetic but are never issued. */
export function isCpf(text: string): boolean {
  const digits = text.replace(/[.\-\s]/g, '');
  return /^\d{11}$/.test(digits) && !/^(\d)\1*$/.test(digits) && withCheckDigits(digits.slice(0, 9)) === digits;
}

/** 52998224725 as 529.982.247-25; anything that is not eleven digits stays as it is. */
export function formatCpf(digits: string): string {
  return digits.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4');
}

/** Returns a random CPF that passes every check, for tests and demonstrations. It may belong to a real person: never charge with it. */
export function generateTestCpf(random: () => number): string {
  let base = '';
  while (base.length < 9) base += Math.floor(random() * 10);
  // Nine equal digits lead to eleven equal ones, which are refused.
  if (/^(\d)\1*$/.test(base)) base = base.slice(0, 8) + ((Number(base[8]) + 1) % 10);
  return withCheckDigits(base);
}

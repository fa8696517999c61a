import type { addBankAccount } from '@feira/schemas/procedures/payouts';
import { choice, type FieldsOf, group, optional, text } from '@feira/shell-kit/fields';

/** People write points and blanks between digits, and banks do not. */
const digits = <const Key extends string>(problem: Key, pattern: RegExp) =>
  text({
    problem,
    test: (typed) => pattern.test(typed),
    clean: (typed) => typed.replace(/[\s.]/g, ''),
    control: { inputMode: 'numeric', spellCheck: false },
  });

export const BANK_ACCOUNT = group({
  bankCode: text({ problem: 'bankCode', minLength: 3 }),
  accountType: choice<'CHECKING' | 'SAVINGS'>('CHECKING'),
  branchNumber: digits('branchNumber', /^\d{1,5}$/),
  branchDigit: optional(digits('branchDigit', /^[\dXx]$/)),
  accountNumber: digits('accountNumber', /^\d{1,13}$/),
  accountDigit: digits('accountDigit', /^[\dXx]$/),
} satisfies FieldsOf<typeof addBankAccount>);

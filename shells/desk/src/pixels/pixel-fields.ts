/** Declares fields for the codes of advertisers and statistics services, which are stored as null where they are empty. */
import { field, orNull, problem, text } from '@feira/shell-kit/fields';

const CODE = /^[A-Za-z0-9_./-]{1,64}$/;
const code = { autoCapitalize: 'off', spellCheck: false } as const;

/** One code of an advertiser or of a statistics service. */
export const CODE_FIELD = orNull(
  text({ problem: 'problems.code', test: (typed) => CODE.test(typed), control: { ...code, maxLength: 64 } }),
);
const MOST_CODES = 10;
/** Several codes, one after the other with commas between them. */
export const CODES_FIELD = field({
  control: { ...code, maxLength: 660 },
  show: (stored: (string | null)[] | null | undefined): string => (stored ?? []).filter(Boolean).join(', '),
  read: (shown: string) => {
    const codes = shown.split(/[\s,;]+/).filter(Boolean);
    return codes.length <= MOST_CODES && codes.every((each) => CODE.test(each)) ? codes : problem('problems.codes');
  },
});

/** Declares fields for addresses and lists of codes that may be empty, which are stored as null. */
import { field, orNull, problem, text } from '@feira/shell-kit/fields';

const PICTURE_PATTERN = /^(https:\/\/[^\s"<>\\]+|\/[^\s"<>/\\][^\s"<>\\]*)$/;
const HTTPS_PATTERN = /^https:\/\/[A-Za-z0-9.-]+(:[0-9]{1,5})?([/?#][^\s"<>\\]*)?$/;
const url = { type: 'url', inputMode: 'url', spellCheck: false, maxLength: 500 } as const;

export const HTTPS = orNull(
  text({ problem: 'problems.https', test: (typed) => HTTPS_PATTERN.test(typed), control: url }),
);
export const PICTURE = orNull(
  text({
    problem: 'problems.picture',
    test: (typed) => PICTURE_PATTERN.test(typed),
    control: { ...url, maxLength: 2048 },
  }),
);
export const EMAIL = orNull(
  text({
    problem: 'problems.email',
    test: (typed) => /^\S+@\S+\.\S+$/.test(typed),
    control: { type: 'email', inputMode: 'email', spellCheck: false, maxLength: 254 },
  }),
);

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

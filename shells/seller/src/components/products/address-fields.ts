/** Declares fields for addresses that may be empty, which are stored as null. */
import { orNull, text } from '@feira/shell-kit/fields';

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

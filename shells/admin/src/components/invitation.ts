import { isEmail } from '@feira/schemas/rules/email';
import { text } from '@feira/shell-kit/fields';

/** Who is invited, whatever for. */
export const INVITATION = {
  name: text({ problem: 'people.nameShort', minLength: 3, control: { maxLength: 120 } }),
  email: text({
    problem: 'people.emailInvalid',
    test: isEmail,
    control: { type: 'email', inputMode: 'email', maxLength: 254 },
  }),
};

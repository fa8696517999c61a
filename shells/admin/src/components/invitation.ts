import { isEmail } from '@feira/schemas/rules/email';
import { text } from '@feira/shell-kit/fields';

/** The fields of every invitation. */
export const INVITATION = {
  name: text({ problem: 'people.nameShort', minLength: 3, control: { maxLength: 120 } }),
  email: text({
    problem: 'people.emailInvalid',
    test: isEmail,
    control: { type: 'email', inputMode: 'email', maxLength: 254 },
  }),
};

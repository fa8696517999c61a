import { ADMIN_PERMISSIONS } from '@feira/schemas/options';
import type { inviteFunctionary } from '@feira/schemas/procedures/people';
import { isEmail } from '@feira/schemas/rules/email';
import { type FieldsOf, group, several, text } from '@feira/shell-kit/fields';

export const INVITATION = group({
  name: text({ problem: 'administrators.nameShort', minLength: 3, control: { maxLength: 120 } }),
  email: text({
    problem: 'administrators.emailInvalid',
    test: isEmail,
    control: { type: 'email', inputMode: 'email', maxLength: 254 },
  }),
  permissions: several(ADMIN_PERMISSIONS, 'administrators.noneChosen'),
} satisfies FieldsOf<typeof inviteFunctionary, 'platformId'>);

import type { Currency, Locale } from '@feira/schemas/common';
import type { createPlatform } from '@feira/schemas/procedures/platforms';
import { isEmail } from '@feira/schemas/rules/email';
import { choice, type FieldsOf, group, text } from '@feira/shell-kit/fields';
import { cleanHost, isHostLike } from '../../components/clean-host.ts';

export const NEW_PLATFORM = group({
  name: text({ problem: 'nameShort', minLength: 2, control: { maxLength: 120 } }),
  host: text({ problem: 'hostInvalid', clean: cleanHost, test: isHostLike, control: { maxLength: 300 } }),
  currency: choice<Currency>('BRL'),
  locale: choice<Locale>('pt-BR'),
  adminName: text({ problem: 'adminNameShort', minLength: 3, control: { maxLength: 120 } }),
  adminEmail: text({
    problem: 'emailInvalid',
    test: isEmail,
    control: { type: 'email', inputMode: 'email', maxLength: 254 },
  }),
} satisfies FieldsOf<typeof createPlatform>);

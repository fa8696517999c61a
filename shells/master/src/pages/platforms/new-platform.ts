import type { Locale } from '@feira/schemas/common';
import type { Input } from '@feira/schemas/procedure';
import type { createPlatform } from '@feira/schemas/procedures/platforms';
import { isEmail } from '@feira/schemas/rules/email';
import { cleanHost, isHostLike } from '../../components/clean-host.ts';

export type NewPlatform = Required<Input<typeof createPlatform>>;
export type NewPlatformField = keyof NewPlatform;

export const startOf = (locale: Locale): NewPlatform => ({
  name: '',
  host: '',
  currency: 'BRL',
  locale,
  adminName: '',
  adminEmail: '',
});

/** What is sent: what was typed without what people paste along. */
export const toInput = (typed: NewPlatform): NewPlatform => ({
  ...typed,
  name: typed.name.trim(),
  host: cleanHost(typed.host),
  adminName: typed.adminName.trim(),
  adminEmail: typed.adminEmail.trim(),
});

/** What is wrong, by field, as keys of texts. */
export function findProblems(typed: NewPlatform) {
  const { name, host, adminName, adminEmail } = toInput(typed);
  return {
    ...(name.length < 2 && { name: 'nameShort' as const }),
    ...(!isHostLike(host) && { host: 'hostInvalid' as const }),
    ...(adminName.length < 3 && { adminName: 'adminNameShort' as const }),
    ...(!isEmail(adminEmail) && { adminEmail: 'emailInvalid' as const }),
  };
}

import type { Locale } from '@feira/schemas/common';
import type { Statement } from '../../plugins/database.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import type { Identity } from '../../plugins/sessions.ts';
import { newId } from '../../shared/ids.ts';
import { prepareMail } from '../mail/service.ts';
import { prepareNotification } from '../notifications/service.ts';
import type { SessionApp } from './visit.ts';

/** Notifies a person by mail of a new password, so that the owner can take a stolen account back. */
export async function preparePasswordMail(
  app: Pick<SessionApp, 'dataKeys' | 'findPlatformUrl'>,
  platform: PlatformContext,
  person: Identity & { locale: Locale | null },
): Promise<Statement[]> {
  return [
    await prepareMail(app, platform.id, {
      to: person.email,
      locale: person.locale ?? platform.settings.locale,
      template: 'password-changed',
      parameters: { name: person.name, link: `${await app.findPlatformUrl(platform.id)}/recover-password` },
    }),
    prepareNotification(platform.id, person.id, {
      type: 'account.passwordChanged',
      parameters: {},
      href: '/account',
      source: `password:${newId()}`,
    }),
  ];
}

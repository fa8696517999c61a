import * as declared from '@feira/schemas/procedures/notifications';
import { FIXED_IN_BELL, topicsOf } from '@feira/schemas/rules/notification-topics';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { readPage } from '../../plugins/procedures.ts';
import { deriveVapidKeys } from '../../shared/seal-keys.ts';
import { isTimeZone } from '../../shared/wall-clock.ts';
import { selectChoices, setChoice, setHours } from './mail-model.ts';
import { channelsOf } from './mails.ts';
import { markAsRead, NOTIFICATIONS } from './model.ts';
import { keepSubscription, removeSubscription, replaceSubscription } from './push-model.ts';
import { isBrowserKey } from './pushes.ts';

export default fp(
  async (app) => {
    const { kid: keyId, publicKey: pushKey } = deriveVapidKeys(app.config.encryptionKey);

    app.procedure(declared.listNotifications, async ({ input, platform, person, request }) => {
      const filter = { ...input, personId: person.id, locale: request.locale };
      const { rows, next, totals } = await readPage(app, platform.id, NOTIFICATIONS, filter);
      return { notifications: rows, next, ...totals };
    });

    app.procedure(declared.markRead, async ({ input, platform, person }) => {
      // An administrator who impersonates a person must not mark that person's notifications as read.
      if (person.impersonator) throw new AppError('IMPERSONATION_FORBIDDEN');
      await app.database.writeShared(platform.id, markAsRead(platform.id, person.id, input.ids ?? null));
    });

    app.procedure(declared.getPreferences, async ({ platform, person }) => {
      const found = await app.database.find(platform.id, selectChoices(platform.id, person.id), true);
      if (!found) throw new AppError('LOGIN_REQUIRED');
      const { choices, timeZone, quietFrom, quietUntil } = found;
      const topics = topicsOf(person.roles).map((topic) => ({ topic, ...channelsOf(choices, topic) }));
      const quiet = quietFrom !== null && quietUntil !== null ? { from: quietFrom, until: quietUntil } : null;
      return { topics, pushKey, timeZone, quiet };
    });

    app.procedure(declared.updatePreference, async ({ input: { topic, ...choice }, platform, person }) => {
      if (person.impersonator) throw new AppError('IMPERSONATION_FORBIDDEN');
      if (choice.bell === false && FIXED_IN_BELL.includes(topic))
        throw new AppError('NOTIFICATION_BELL_FIXED', { fields: ['bell'] });
      const change = setChoice(platform.id, person.id, topic, choice, channelsOf({}, topic));
      await app.database.write(platform.id, [change]);
    });

    app.procedure(declared.updateHours, async ({ input: { timeZone, quiet }, platform, person }) => {
      if (person.impersonator) throw new AppError('IMPERSONATION_FORBIDDEN');
      if (!isTimeZone(timeZone)) throw new AppError('NOTIFICATION_HOURS_INVALID', { fields: ['timeZone'] });
      if (quiet && quiet.from === quiet.until) throw new AppError('NOTIFICATION_HOURS_INVALID', { fields: ['quiet'] });
      const hours = { timeZone, quietFrom: quiet?.from ?? null, quietUntil: quiet?.until ?? null };
      await app.database.write(platform.id, [setHours(platform.id, person.id, hours)]);
    });

    app.procedure(declared.subscribePush, async ({ input, platform, person }) => {
      if (person.impersonator) throw new AppError('IMPERSONATION_FORBIDDEN');
      if (!isBrowserKey(input.p256dh)) throw new AppError('PUSH_KEY_INVALID', { fields: ['p256dh'] });
      await app.database.write(platform.id, replaceSubscription(platform.id, person, { ...input, keyId }));
    });

    app.procedure(declared.keepPush, async ({ input: { endpoint }, platform, person }) => {
      if (person.impersonator) throw new AppError('IMPERSONATION_FORBIDDEN');
      const [kept] = await app.database.write(platform.id, [keepSubscription(platform.id, person, endpoint)]);
      return { isOn: kept.rows.length > 0 };
    });

    app.procedure(declared.unsubscribePush, async ({ input: { endpoint }, platform, person }) => {
      if (person.impersonator) throw new AppError('IMPERSONATION_FORBIDDEN');
      await app.database.write(platform.id, [removeSubscription(platform.id, person, endpoint)]);
    });
  },
  { name: 'notifications-procedures', dependencies: ['procedures', 'database', 'config'] },
);

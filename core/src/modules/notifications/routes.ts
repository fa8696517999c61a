/** Tells open pages of news, and ends mails about a topic by the link in them. */
import fp from 'fastify-plugin';
import type { Person } from '../../plugins/sessions.ts';
import { addUnsubscribePage } from '../mail/service.ts';
import { createLiveNotifications } from './live.ts';
import { readUnsubscription, unsubscribe } from './mails.ts';
import { TOPIC_NAMES, UNSUBSCRIBE_PAGE } from './unsubscribe-texts.ts';

export default fp(
  async (app) => {
    const openStream = createLiveNotifications(app);
    app.route({
      method: 'GET',
      url: '/notifications/live',
      config: { access: { kind: 'signedIn' } },
      schema: { hide: true },
      handler: async ({ platform, person }, reply) => openStream(platform.id, (person as Person).id, reply),
    });
    addUnsubscribePage(app, {
      url: '/notifications/unsubscribe',
      texts: UNSUBSCRIBE_PAGE,
      read: (platformId, token) => readUnsubscription(app, platformId, token),
      list: ({ topics }, locale) => topics.map((topic) => TOPIC_NAMES[locale][topic]),
      end: (platformId, link) => unsubscribe(app, platformId, link),
    });
  },
  {
    name: 'notifications-routes',
    dependencies: ['access', 'platforms', 'locale', 'config', 'database', 'notifications', 'streams'],
  },
);

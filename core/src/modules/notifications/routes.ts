/** Ends mails about a topic by the link in them. */
import fp from 'fastify-plugin';
import { addUnsubscribePage } from '../mail/service.ts';
import { readUnsubscription, unsubscribe } from './mails.ts';
import { TOPIC_NAMES, UNSUBSCRIBE_PAGE } from './unsubscribe-texts.ts';

export default fp(
  (app) =>
    addUnsubscribePage(app, {
      url: '/notifications/unsubscribe',
      texts: UNSUBSCRIBE_PAGE,
      read: (platformId, token) => readUnsubscription(app, platformId, token),
      list: ({ topics }, locale) => topics.map((topic) => TOPIC_NAMES[locale][topic]),
      end: (platformId, link) => unsubscribe(app, platformId, link),
    }),
  { name: 'notifications-routes', dependencies: ['access', 'platforms', 'locale', 'config', 'database'] },
);

/** Serves the local mailbox. It shows links that open accounts, so it is only served to this machine. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { isLocalHost } from '../../shared/local-host.ts';
import { type MailboxPage, renderMailbox, renderMailPage } from './mailbox-page.ts';
import { type MailRow, selectMail, selectMails } from './model.ts';
import { openMail } from './service.ts';

const SHOWN = 100;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const LOCAL_ADDRESS = /^(::ffff:)?127\.|^::1$/;
/** The headers that proxies add. A proxy on this machine may call the node localhost for requests from anywhere. */
const FORWARDING_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  // Allows logos of platforms; the frame of a mail inherits this policy.
  "img-src 'self' data: https:",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Returns true if the connection comes from this machine without a proxy, and the host name is of this machine too, so that a foreign
 * name that points here (DNS rebinding) is refused.
 */
const isLocal = ({ hostname, socket, headers }: FastifyRequest): boolean =>
  isLocalHost(hostname) &&
  LOCAL_ADDRESS.test(socket.remoteAddress ?? '') &&
  FORWARDING_HEADERS.every((name) => headers[name] === undefined);

export default fp(
  async (app) => {
    const { isMailboxEnabled, smtpUrl } = app.config;
    if (!isMailboxEnabled) return;
    const open = { method: 'GET', config: { access: { kind: 'public' } }, schema: { hide: true } } as const;

    const show = async (row: MailRow) => ({
      row,
      // A mail that cannot be opened must not hide the others.
      mail: await openMail(app, row).catch(() => null),
    });
    const describePage = ({ platform, locale }: FastifyRequest): MailboxPage => ({
      platformName: platform.name,
      locale,
      isKept: !smtpUrl,
    });
    const send = (reply: FastifyReply, html: string) =>
      reply
        .headers({
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
          'content-security-policy': POLICY,
        })
        .send(html);

    app.route({
      ...open,
      url: '/mailbox',
      handler: async (request, reply) => {
        if (!isLocal(request)) return reply.callNotFound();
        const { id } = request.platform;
        const rows = await app.database.list(id, selectMails(id, SHOWN), true);
        const shown = await Promise.all(rows.map(show));
        return send(reply, renderMailbox(shown, describePage(request)));
      },
    });
    app.route<{ Params: { id: string } }>({
      ...open,
      url: '/mailbox/:id',
      handler: async (request, reply) => {
        if (!isLocal(request) || !ID.test(request.params.id)) return reply.callNotFound();
        const row = await app.database.find(
          request.platform.id,
          selectMail(request.platform.id, request.params.id),
          true,
        );
        if (!row) return reply.callNotFound();
        return send(reply, renderMailPage(await show(row), describePage(request)));
      },
    });
  },
  { name: 'mail-routes', dependencies: ['access', 'platforms', 'locale', 'data-keys'] },
);

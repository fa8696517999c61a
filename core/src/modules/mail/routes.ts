/** Serves the local mailbox. It shows links that open accounts, so it is only served to this machine. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { type MailboxPage, renderMailbox, renderMailPage } from './mailbox-page.ts';
import { type MailRow, selectMail, selectMails } from './model.ts';
import { openMail } from './service.ts';

const SHOWN = 100;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const LOCAL_HOST = /^(localhost|[a-z0-9.-]+\.localhost|127\.0\.0\.1|\[::1\])$/;
const LOCAL_ADDRESS = /^(::ffff:)?127\.|^::1$/;

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
 * Returns true if both the address and the host name are of this machine, so that a foreign name that points here (DNS rebinding) is
 * refused.
 */
const isLocal = ({ hostname, ip }: Pick<FastifyRequest, 'hostname' | 'ip'>): boolean =>
  LOCAL_HOST.test(hostname.toLowerCase()) && LOCAL_ADDRESS.test(ip);

export default fp(
  async (app) => {
    const { isMailboxEnabled, publicUrl, smtpUrl } = app.config;
    if (!isMailboxEnabled) return;
    // A proxy in front may call this node localhost for requests from anywhere.
    if (!LOCAL_HOST.test(new URL(publicUrl).hostname)) {
      app.log.warn('MAILBOX has no effect: PUBLIC_URL is not an address of this machine.');
      return;
    }
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
          'x-content-type-options': 'nosniff',
          'content-security-policy': POLICY,
        })
        .send(html);

    app.route({
      ...open,
      url: '/mailbox',
      handler: async (request, reply) => {
        if (!isLocal(request)) return reply.callNotFound();
        const [result] = await app.database.read(request.platform.id, [selectMails(request.platform.id, SHOWN)], true);
        const shown = await Promise.all(result.rows.map(show));
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

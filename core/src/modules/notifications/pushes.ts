/**
 * Sends notifications to the browsers of those who want them there. The addresses come from strangers: only public ones are called, by https,
 * and nothing of an answer counts but its status.
 */
import { createPublicKey } from 'node:crypto';
import type { PushMessage } from '@feira/schemas/push-message';
import { findTopic, isSecurity } from '@feira/schemas/rules/notification-topics';
import type { FastifyInstance } from 'fastify';
import { createPoster, isBlocked } from '../../shared/outside.ts';
import { deriveVapidKeys } from '../../shared/seal-keys.ts';
import { findQuietEnd } from '../../shared/wall-clock.ts';
import { channelsOf } from './mails.ts';
import {
  type DuePush,
  holdPush,
  type Push,
  postponePush,
  removeQueuedPush,
  removeSubscriptionById,
  selectPush,
} from './push-model.ts';

type PushesApp = Pick<FastifyInstance, 'database' | 'config' | 'findPlatform' | 'clock' | 'log'>;

const TIMEOUT_MS = 10_000;
/** The push service keeps a message for a closed browser this long. */
const KEPT_SECONDS = 86_400;
/** The waits after attempts that failed. After the last one the bell alone has the notification. */
const RETRY_SECONDS = [10, 60, 600, 3_600];
/** The fields of a pushed notification, as the bell shows them. */
const SHOWN = ['amount', 'currency', 'title', 'connection', 'version'];
const MOST_LETTERS = 200;

/** SENT: the push service has it. GONE: the browser will never get anything. LATER: it may next time. REFUSED: it will not get this. */
type Verdict = 'SENT' | 'GONE' | 'LATER' | 'REFUSED';

/** Whether a browser's key is a point of the curve P-256: 65 bytes, uncompressed, in base64url. */
export function isBrowserKey(p256dh: string): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url')) as [
    string,
    string,
  ];
  try {
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    return point.length === 65 && point[0] === 4;
  } catch {
    return false;
  }
}

export function createPushes(app: PushesApp) {
  const { encryptionKey, previousEncryptionKeys, mailFrom } = app.config;
  const keys = [encryptionKey, ...previousEncryptionKeys].map((key) => deriveVapidKeys(key));
  const subject = `mailto:${/<(.+)>$/.exec(mailFrom)?.[1] ?? mailFrom}`;
  const poster = createPoster({ allowPrivateHosts: false, timeoutMs: TIMEOUT_MS, mostBytes: 0 });

  /** Works on one row of the queue. */
  async function pushDue(row: DuePush): Promise<void> {
    const { platformId, subscriptionId, attempts } = row;
    const push = await app.database.find(platformId, selectPush(platformId, row), true);
    const isWanted = push && isPushed(push);
    const quietEnd = isWanted && !isSecurity(push.type) ? findQuietEnd(app.clock.now(), push) : null;
    if (quietEnd) return void (await app.database.write(platformId, [holdPush(platformId, row, quietEnd)]));
    const verdict = isWanted ? await send(row, push) : 'REFUSED';
    const wait = RETRY_SECONDS[attempts - 1];
    if (verdict === 'GONE') await app.database.write(platformId, [removeSubscriptionById(platformId, subscriptionId)]);
    else if (verdict === 'LATER' && wait) await app.database.write(platformId, [postponePush(platformId, row, wait)]);
    else await app.database.write(platformId, [removeQueuedPush(platformId, row)]);
  }

  async function send({ platformId, notificationId }: DuePush, push: Push): Promise<Verdict> {
    const vapid = keys.find(({ kid }) => kid === push.keyId);
    // The push service knows this browser by a key that we no longer have.
    if (!vapid) return 'GONE';
    const locale = push.locale ?? (await app.findPlatform(platformId))?.settings.locale ?? 'pt-BR';
    const { endpoint, p256dh, auth } = push;
    const { buildPushPayload } = await import('@block65/webcrypto-web-push');
    const { headers, body } = await buildPushPayload(
      { data: { ...toMessage(notificationId, push, locale) }, options: { ttl: KEPT_SECONDS, urgency: 'high' } },
      { endpoint, expirationTime: null, keys: { p256dh, auth } },
      { subject, publicKey: vapid.publicKey, privateKey: vapid.privateKey },
    );
    const { 'content-length': _, ...sent } = headers;
    const { host } = new URL(endpoint);
    try {
      const { status } = await poster.post(endpoint, sent, body);
      const verdict = judge(status);
      // The rest of the address is a secret of the browser.
      if (verdict === 'REFUSED') app.log.warn({ host, status }, 'A push service refused a message');
      return verdict;
    } catch (error) {
      if (isBlocked(error)) return 'GONE';
      app.log.info({ host, err: error }, 'A push service could not be reached');
      return 'LATER';
    }
  }

  return { pushDue, close: poster.close };
}

/** Whether the person wants it in the browser. What concerns the safety of the account is always shown. */
function isPushed({ type, choices }: Push): boolean {
  const topic = findTopic(type);
  return isSecurity(type) || (topic !== null && channelsOf(choices, topic).push);
}

function judge(status: number): Verdict {
  if (status >= 200 && status < 300) return 'SENT';
  if (status === 404 || status === 410) return 'GONE';
  return status === 429 || status >= 500 ? 'LATER' : 'REFUSED';
}

/** Keeps what a buyer is called out of it, and is smaller than push services take. */
function toMessage(id: string, { type, parameters, href }: Push, locale: PushMessage['locale']): PushMessage {
  const shown = Object.entries(parameters)
    .filter(([name]) => SHOWN.includes(name))
    .map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, MOST_LETTERS) : value]);
  return { id, type: type as PushMessage['type'], parameters: Object.fromEntries(shown), href, locale };
}

/** Executes repeated calls once per key. Where money moves without a provider, the transaction that moves it also stores the answer. */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Statement, Transaction } from './database.ts';
import { AppError } from './errors.ts';
import type { PlatformContext } from './platforms.ts';
import type { Person } from './sessions.ts';

const KEY_PATTERN = /^[\x21-\x7e]{1,255}$/;

export interface RepeatableCall {
  /** The name of the procedure. */
  procedure: string;
  platform: Pick<PlatformContext, 'id'>;
  person: Pick<Person, 'id' | 'apiKey'>;
  input: unknown;
  request: Pick<FastifyRequest, 'headers' | 'log'>;
  reply: Pick<FastifyReply, 'header'>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Runs the work once per key. An error undoes everything including the key, so that the call may be repeated. The answer has to be
     * plain JSON.
     */
    doOnce<T extends object>(call: RepeatableCall, work: (transaction: Transaction) => Promise<T>): Promise<T>;
    /**
     * Runs work that has transactions of its own once per key, and answers repeats with what it returned. Throws IDEMPOTENCY_KEY_IN_USE
     * while the work runs. A node that dies between the work and its answer leaves a key that works again after a minute, so what moves
     * money takes doOnce instead. The answer is kept sealed, because it may hold a secret that is shown once.
     */
    answerOnce<T extends object>(call: RepeatableCall, work: () => Promise<T>): Promise<T>;
  }
}

export function readIdempotencyKey({ headers }: RepeatableCall['request']): string {
  const key = headers['idempotency-key'];
  if (typeof key === 'string' && KEY_PATTERN.test(key)) return key;
  throw new AppError('IDEMPOTENCY_KEY_MISSING', { fields: ['idempotency-key'] });
}

/** Returns the key as it is stored. Programs name keys by their orders, as others may too, so that each person has keys of their own. */
export function toStoredKey({ person, request }: Pick<RepeatableCall, 'person' | 'request'>): string {
  const key = readIdempotencyKey(request);
  return person.apiKey ? `${person.id} ${key}` : key;
}

/** The hash includes the caller, so that a person never gets another person's answer. The order of the fields does not change it. */
const hashCall = ({ person, input }: RepeatableCall): Buffer =>
  createHash('sha256')
    .update(
      JSON.stringify([person.id, input], (_, item) =>
        item === null || typeof item !== 'object' || Array.isArray(item)
          ? item
          : Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))),
      ),
    )
    .digest();

/** Claims the key. It waits for an equal call in progress, which leaves either its answer or nothing. */
const claimKey = (platformId: string, procedure: string, key: string, hash: Buffer): Statement => ({
  text: `INSERT INTO idempotency_key (platform_id, procedure, key, request_hash) VALUES ($1, $2, $3, $4)
    ON CONFLICT DO NOTHING RETURNING key`,
  values: [platformId, procedure, key, hash],
});

const selectAnswer = (
  platformId: string,
  procedure: string,
  key: string,
): Statement<{ hash: Buffer; body: never }> => ({
  text: `SELECT request_hash AS "hash", response_body AS body FROM idempotency_key
    WHERE platform_id = $1 AND procedure = $2 AND key = $3`,
  values: [platformId, procedure, key],
});

const keepAnswer = (platformId: string, procedure: string, key: string, body: object): Statement => ({
  text: `UPDATE idempotency_key SET response_status = 200, response_body = $4
    WHERE platform_id = $1 AND procedure = $2 AND key = $3`,
  values: [platformId, procedure, key, JSON.stringify(body)],
});

/** The seconds after which a key without an answer belongs to nobody any more: no call takes as long. */
const ABANDONED_SECONDS = 60;

/** Claims a key that is new, failed, or was left by a node that died. */
const claimFree = (platformId: string, procedure: string, key: string, hash: Buffer): Statement => ({
  text: `INSERT INTO idempotency_key AS k (platform_id, procedure, key, request_hash) VALUES ($1, $2, $3, $4)
    ON CONFLICT (platform_id, procedure, key) DO UPDATE SET request_hash = excluded.request_hash, created_at = now()
    WHERE k.response_status IS NULL AND k.created_at < now() - make_interval(secs => ${ABANDONED_SECONDS})
    RETURNING key`,
  values: [platformId, procedure, key, hash],
});

const placeOf = (platformId: string, procedure: string, key: string) =>
  `idempotency-key|${platformId}|${procedure}|${key}`;

interface SealedAnswer {
  keyVersion: number;
  /** Base64. */
  sealed: string;
}

/** Leaves a key whose work failed, so that it can be claimed again at once. */
const leaveKey = (platformId: string, procedure: string, key: string): Statement => ({
  text: `UPDATE idempotency_key SET created_at = now() - make_interval(secs => ${2 * ABANDONED_SECONDS})
    WHERE platform_id = $1 AND procedure = $2 AND key = $3 AND response_status IS NULL`,
  values: [platformId, procedure, key],
});

export default fp(
  async (app) => {
    app.decorate('doOnce', async (call, work) => {
      const key = toStoredKey(call);
      const { procedure, platform, reply } = call;
      const hash = hashCall(call);
      return app.database.transaction(platform.id, async (transaction) => {
        const claimed = await transaction.find(claimKey(platform.id, procedure, key, hash));
        if (claimed) {
          const answer = await work(transaction);
          await transaction.run(keepAnswer(platform.id, procedure, key, answer));
          return answer;
        }
        const found = await transaction.find(selectAnswer(platform.id, procedure, key));
        if (!found?.hash.equals(hash)) throw new AppError('IDEMPOTENCY_KEY_REUSED', { fields: ['idempotency-key'] });
        reply.header('idempotency-replayed', 'true');
        return found.body;
      });
    });

    app.decorate('answerOnce', async (call, work) => {
      const key = toStoredKey(call);
      const { procedure, platform, reply, request } = call;
      const hash = hashCall(call);
      const place = placeOf(platform.id, procedure, key);
      const [claimed, kept] = await app.database.write(platform.id, [
        claimFree(platform.id, procedure, key, hash),
        selectAnswer(platform.id, procedure, key),
      ]);
      if (claimed?.rowCount === 1) {
        const answer = await work().catch(async (error: unknown) => {
          await app.database
            .run(platform.id, leaveKey(platform.id, procedure, key))
            .catch((err: unknown) => request.log.warn({ err }, 'An idempotency key could not be left'));
          throw error;
        });
        // The work is done, so its caller gets the answer even if it cannot be kept.
        await app.dataKeys
          .seal(platform.id, Buffer.from(JSON.stringify(answer)), place)
          .then(({ keyVersion, sealed }) => {
            const body: SealedAnswer = { keyVersion, sealed: sealed.toString('base64') };
            return app.database.run(platform.id, keepAnswer(platform.id, procedure, key, body));
          })
          .catch((err: unknown) => request.log.warn({ err }, 'The answer of a call could not be kept'));
        return answer;
      }
      const found = kept?.rows[0] as { hash: Buffer; body: SealedAnswer | null } | undefined;
      if (!found?.hash.equals(hash)) throw new AppError('IDEMPOTENCY_KEY_REUSED', { fields: ['idempotency-key'] });
      if (found.body === null) throw new AppError('IDEMPOTENCY_KEY_IN_USE');
      const { keyVersion, sealed } = found.body;
      const answer = await app.dataKeys.open(platform.id, keyVersion, Buffer.from(sealed, 'base64'), place);
      reply.header('idempotency-replayed', 'true');
      return JSON.parse(answer.toString());
    });
  },
  { name: 'idempotency', dependencies: ['database', 'data-keys', 'errors'] },
);

/** Executes calls that move money without asking a provider once per key: the transaction that moves the money also stores the answer. */
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
  person: Pick<Person, 'id'>;
  input: unknown;
  request: Pick<FastifyRequest, 'headers'>;
  reply: Pick<FastifyReply, 'header'>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Runs the work once per key. An error undoes everything including the key, so that the call may be repeated. The answer has to be
     * plain JSON.
     */
    doOnce<T extends object>(call: RepeatableCall, work: (transaction: Transaction) => Promise<T>): Promise<T>;
  }
}

export function readIdempotencyKey({ headers }: RepeatableCall['request']): string {
  const key = headers['idempotency-key'];
  if (typeof key === 'string' && KEY_PATTERN.test(key)) return key;
  throw new AppError('IDEMPOTENCY_KEY_MISSING', { fields: ['idempotency-key'] });
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

export default fp(
  async (app) => {
    app.decorate('doOnce', async (call, work) => {
      const key = readIdempotencyKey(call.request);
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
  },
  { name: 'idempotency', dependencies: ['database', 'errors'] },
);

import { Writable } from 'node:stream';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { loggerOptions } from './logger.ts';

const CANARIES = ['4111111111111111', '52998224725', 'sk_live_canary', 'joao@example.com', '987'];

function capture() {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  const app = fastify({ logger: { ...loggerOptions('info'), stream } });
  return { app, read: () => text };
}

describe('the log', () => {
  it('never shows a card, a document, a secret or an address of a person, by whatever name they arrive', () => {
    const { app, read } = capture();
    const [cardNumber, cpf, secret, email, cvv] = CANARIES;

    app.log.warn({ cardNumber, cvv, cpf, email, headers: { authorization: secret, cookie: secret } }, 'direct');
    app.log.warn({ request: { body: { card: { number: cardNumber } } }, buyer: { document: cpf, email } }, 'nested');
    const written = [
      '4111 1111 1111 1111',
      '4111/1111/1111/1111',
      '4111_1111_1111_1111',
      '4111  1111  1111  1111',
      '４１１１１１１１１１１１１１１１',
    ];
    for (const number of written)
      app.log.error({ err: new Error(`Card ${number} of ${cpf} was refused`) }, 'in a message');

    const lines = read().trim().split('\n');
    expect(lines).toHaveLength(2 + written.length);
    // The time and the process may hold the digits of any security code.
    const told = lines.map((line) => ({ ...JSON.parse(line), time: null, pid: null, hostname: null }));
    for (const canary of [...CANARIES, ...written]) expect(JSON.stringify(told)).not.toContain(canary);
  });

  it('leaves the query out of addresses', async () => {
    const { app, read } = capture();
    app.get('/checkout', async (request) => {
      request.log.info({ req: request }, 'seen');
      return '';
    });

    await app.inject('/checkout?nome=Ana&cpf=52998224725');

    expect(read()).toContain('"path":"/checkout"');
    expect(read()).not.toContain('Ana');
  });
});

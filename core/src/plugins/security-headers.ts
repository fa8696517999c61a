/**
 * Sets the headers that every answer has, whatever it is: browsers guess no type, and where pages are served by https they never ask by
 * http.
 */
import fp from 'fastify-plugin';

const YEAR_SECONDS = 31_536_000;

export default fp(
  async (app) => {
    const isHttps = app.config.publicUrl.startsWith('https:');
    // As answers leave, because a refusal before the handler skips what comes after it.
    app.addHook('onSend', (_request, reply, payload, done) => {
      reply.header('x-content-type-options', 'nosniff');
      if (isHttps) reply.header('strict-transport-security', `max-age=${YEAR_SECONDS}`);
      done(null, payload);
    });
  },
  { name: 'security-headers', dependencies: ['config'] },
);

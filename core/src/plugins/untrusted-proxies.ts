/** Notices a proxy in front of the node that TRUST_PROXY does not name: all callers behind it would count as one address. */
import fp from 'fastify-plugin';

/** The most peers that the node names in its log. Strangers send these headers too. */
const NAMED_PEERS = 20;

export default fp(
  async (app) => {
    const named = new Set<string>();
    app.addHook('onRequest', (request, _reply, done) => {
      const peer = request.socket.remoteAddress ?? '';
      const isForwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
      // Fastify lists the addresses behind a trusted peer as well: the caller's may be the peer's own, as of a browser on the proxy's machine.
      const isTrusted = (request.ips?.length ?? 1) > 1;
      if (isForwarded && !isTrusted && named.size < NAMED_PEERS && !named.has(peer)) {
        named.add(peer);
        app.log.warn(
          { alert: 'proxy-not-trusted', peer },
          'A peer forwards requests of others: if it is your proxy, add its address to TRUST_PROXY',
        );
      }
      done();
    });
  },
  { name: 'untrusted-proxies', dependencies: ['config'] },
);

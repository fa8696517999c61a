import type { X509Certificate } from 'node:crypto';
import { Duplex } from 'node:stream';
import { type SecureContext, TLSSocket } from 'node:tls';

/**
 * The certificate that a secure context presents. Node opens PKCS#12 for connections alone, so a connection that never speaks
 * is asked which one it would show.
 */
export function readPresentedCertificate(secureContext: SecureContext): X509Certificate | undefined {
  const silence = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
  const connection = new TLSSocket(silence, { secureContext, isServer: true });
  try {
    return connection.getX509Certificate();
  } finally {
    connection.destroy();
    silence.destroy();
  }
}

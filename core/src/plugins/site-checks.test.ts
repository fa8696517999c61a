import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer as createPlainServer, type Server } from 'node:net';
import { createServer } from 'node:tls';
import { isPublicAddress } from '@feira/plugin-kit/broker';
import { afterEach, describe, expect, it } from 'vitest';
import { createAuthority, createCertificate } from '../../../plugins/kit/src/simulation/certificates.ts';
import { createReadCertificate } from './site-checks.ts';

let server: Server | null = null;
afterEach(() => {
  server?.close();
  server = null;
});

async function serve(made: Server): Promise<number> {
  server = made;
  made.listen(0, '127.0.0.1');
  await once(made, 'listening');
  return (made.address() as AddressInfo).port;
}

const everywhere = () => true;
const HOST = 'pagar.flores.example';

describe('createReadCertificate', () => {
  it('reads what the host shows, by the name that it is asked for', async () => {
    const { certificate, privateKey } = createCertificate(createAuthority('Feira de teste'), HOST);
    const validTo = new X509Certificate(certificate).validToDate.toISOString();
    const names: string[] = [];
    const tls = createServer({
      key: privateKey,
      cert: certificate,
      SNICallback: (name, answer) => {
        names.push(name);
        answer(null);
      },
    });
    const port = await serve(tls);

    const shown = await createReadCertificate({ port, isAllowed: everywhere })(HOST, '127.0.0.1');

    expect(shown).toEqual({ isTrusted: false, validTo, issuer: 'Feira de teste' });
    expect(names).toEqual([HOST]);
  });

  it('says nothing where nobody listens, and where somebody does who does not speak TLS', async () => {
    const port = await serve(createPlainServer((socket) => socket.end('hello')));
    const read = createReadCertificate({ port, isAllowed: everywhere });
    expect(await read(HOST, '127.0.0.1')).toBeNull();
    server?.close();
    server = null;

    expect(await read(HOST, '127.0.0.1')).toBeNull();
  });

  it('asks no private address', async () => {
    let calls = 0;
    const port = await serve(
      createPlainServer((socket) => {
        calls += 1;
        socket.destroy();
      }),
    );
    const read = createReadCertificate({ port, isAllowed: isPublicAddress });

    for (const address of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1'])
      expect([address, await read(HOST, address)]).toEqual([address, null]);
    expect(calls).toBe(0);
  });
});

/** Certificates and keys for simulated connections: a simulator asks for none, and nobody has to own one to reach it. */
import type { Manifest } from '@feira/schemas/manifest';
import { createRsaCertificate, type TestCertificate } from './certificates.ts';

let pair: TestCertificate | undefined;

/** Returns a PEM for each field of the form that holds a file, by name. All are of one self-signed pair, made once in a process. */
export function sampleFiles({ credentials }: Pick<Manifest, 'credentials'>): Record<string, string> {
  const files: Record<string, string> = {};
  for (const [name, { format }] of Object.entries(credentials.properties)) {
    if (format !== 'certificate' && format !== 'private-key') continue;
    pair ??= createRsaCertificate('Simulated');
    files[name] = format === 'certificate' ? pair.certificate : pair.privateKey;
  }
  return files;
}

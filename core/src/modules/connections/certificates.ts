/** Reads uploaded certificates: PEM, or PKCS#12 in base64. Returns only public facts, no key material. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { readPresentedCertificate } from '@feira/plugin-kit/broker';
import type { Locale } from '@feira/schemas/common';
import type { Manifest } from '@feira/schemas/manifest';
import type { CertificateFacts } from '@feira/schemas/procedures/connections';
import type { Problems } from '../../shared/manifest-form.ts';

type Sentence = Record<Locale, string>;

/** Says what is wrong, and with which of the three files. */
class Refusal extends Error {
  readonly part: Part;
  readonly sentence: Sentence;

  constructor(part: Part, portuguese: string, english: string) {
    super(english);
    this.part = part;
    this.sentence = { 'pt-BR': portuguese, en: english };
  }
}
type Part = 'certificate' | 'privateKey' | 'passphrase';

interface Files {
  certificate: string;
  privateKey?: string | undefined;
  passphrase?: string | undefined;
}

const isPem = (text: string) => text.includes('-----BEGIN');

export type Facts = Map<string, CertificateFacts>;

/**
 * Reads every certificate among the values of settings and secrets. Only fields named in `changed` may be refused, so that an expired
 * certificate does not keep people from renaming the connection. Problems name `secrets.<field>`.
 */
export function readCertificates(
  manifest: Pick<Manifest, 'credentials' | 'clientCertificate' | 'bases'>,
  values: ReadonlyMap<string, string>,
  { changed, now }: { changed: ReadonlySet<string>; now: Date },
): { facts: Facts; problems: Problems } {
  const { credentials } = manifest;
  const clients = [manifest, ...Object.values(manifest.bases ?? {})].flatMap((base) => base.clientCertificate ?? []);
  const facts: Facts = new Map();
  const problems: Problems = {};
  for (const [name, { format }] of Object.entries(credentials.properties)) {
    const text = values.get(name);
    const client = clients.find(({ certificate }) => certificate === name);
    const names: Partial<Record<Part, string>> = client ?? { certificate: name };
    const isChanged = Object.values(names).some((item) => changed.has(item));
    if (text === undefined || !isChanged) continue;
    try {
      if (client) facts.set(name, readClient(toFiles(names, values), client.privateKey !== undefined, now));
      else if (format === 'certificate') facts.set(name, toFacts(readAlone(text), now));
      else if (format === 'private-key' && !clients.some(({ privateKey }) => privateKey === name))
        readKey(text, undefined, 'certificate');
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      problems[`secrets.${names[error.part] ?? name}`] = error.sentence;
    }
  }
  return { facts, problems };
}

const toFiles = (names: Partial<Record<Part, string>>, values: ReadonlyMap<string, string>): Files => ({
  certificate: values.get(names.certificate ?? '') ?? '',
  privateKey: names.privateKey && values.get(names.privateKey),
  passphrase: names.passphrase && values.get(names.passphrase),
});

/** Reads a client certificate, which needs its private key. */
function readClient(files: Files, hasKeyField: boolean, now: Date): CertificateFacts {
  if (!isPem(files.certificate)) return toFacts(readContainer(files), now);
  const certificate = readPem(files.certificate);
  if (hasKeyField && files.privateKey === undefined) {
    throw new Refusal(
      'privateKey',
      'Um certificado PEM precisa da sua chave privada: envie-a aqui.',
      'A PEM certificate needs its private key: send it here.',
    );
  }
  const part = hasKeyField ? 'privateKey' : 'certificate';
  const key = readKey(files.privateKey ?? files.certificate, files.passphrase, part);
  if (!certificate.checkPrivateKey(key)) {
    throw new Refusal(
      part,
      'Esta chave privada não é a deste certificado. Envie a chave que acompanha o primeiro certificado do arquivo.',
      'This private key does not belong to this certificate. Send the key that came with the first certificate of the file.',
    );
  }
  return toFacts(certificate, now);
}

const readAlone = (text: string): X509Certificate => (isPem(text) ? readPem(text) : readDer(text));

function readPem(text: string): X509Certificate {
  try {
    return new X509Certificate(text);
  } catch {
    throw new Refusal(
      'certificate',
      'O arquivo PEM não tem um certificado legível. Envie o que começa com BEGIN CERTIFICATE.',
      'The PEM file holds no readable certificate. Send the one that starts with BEGIN CERTIFICATE.',
    );
  }
}

function readDer(text: string): X509Certificate {
  try {
    return new X509Certificate(Buffer.from(text, 'base64'));
  } catch {
    throw new Refusal(
      'certificate',
      'O certificado não pôde ser lido. Envie um arquivo PEM.',
      'The certificate could not be read. Send a PEM file.',
    );
  }
}

function readKey(text: string, passphrase: string | undefined, part: Part): KeyObject {
  try {
    return createPrivateKey({ key: text, passphrase });
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (/PASSPHRASE|BAD_DECRYPT|BAD_PASSWORD|INTERRUPTED_OR_CANCELLED/.test(code)) throw wrongPassphrase();
    throw new Refusal(
      part,
      'A chave privada não pôde ser lida. Envie um arquivo PEM que começa com BEGIN PRIVATE KEY.',
      'The private key could not be read. Send a PEM file that starts with BEGIN PRIVATE KEY.',
    );
  }
}

const wrongPassphrase = () =>
  new Refusal(
    'passphrase',
    'Esta senha não abre o arquivo. Digite a senha com que ele foi exportado.',
    'This password does not open the file. Type the one it was exported with.',
  );

function readContainer({ certificate: text, passphrase }: Files): X509Certificate {
  try {
    const context = createSecureContext({ pfx: Buffer.from(text, 'base64'), passphrase });
    const certificate = readPresentedCertificate(context);
    if (certificate) return certificate;
  } catch (error) {
    throw toRefusal(error as Error & { code?: string });
  }
  throw unreadable();
}

const unreadable = () =>
  new Refusal(
    'certificate',
    'O arquivo não é PEM nem PKCS#12. Envie o certificado como o provedor o entregou (.pem, .p12 ou .pfx).',
    'The file is neither PEM nor PKCS#12. Send the certificate as the provider gave it to you (.pem, .p12 or .pfx).',
  );

function toRefusal({ message, code }: Error & { code?: string }): Refusal {
  if (/mac verify/i.test(message)) return wrongPassphrase();
  if (/private key/i.test(message)) {
    return new Refusal(
      'certificate',
      'O arquivo PKCS#12 não tem a chave privada. Exporte-o de novo com a chave.',
      'The PKCS#12 file lacks the private key. Export it again with the key.',
    );
  }
  if (code === 'ERR_CRYPTO_UNSUPPORTED_OPERATION' || /unsupported/i.test(message)) {
    return new Refusal(
      'certificate',
      'O arquivo PKCS#12 usa uma cifra antiga. Abra-o com "openssl pkcs12 -legacy -nodes" e envie o certificado e a chave em PEM ou exporte-os de novo.',
      'The PKCS#12 file uses an outdated cipher. Open it with "openssl pkcs12 -legacy -nodes" and send certificate and key as PEM, or export them again.',
    );
  }
  return unreadable();
}

function toFacts(certificate: X509Certificate, now: Date): CertificateFacts {
  const { validFromDate, validToDate } = certificate;
  if (validToDate <= now) {
    const day = validToDate.toISOString().slice(0, 10);
    throw new Refusal(
      'certificate',
      `Este certificado expirou em ${day}. Peça um novo ao provedor e envie-o aqui.`,
      `This certificate expired on ${day}. Ask the provider for a new one and send it here.`,
    );
  }
  if (validFromDate > now) {
    const day = validFromDate.toISOString().slice(0, 10);
    throw new Refusal(
      'certificate',
      `Este certificado só vale a partir de ${day}. Envie-o nesse dia.`,
      `This certificate is not valid before ${day}. Send it then.`,
    );
  }
  return {
    subject: toLine(certificate.subject),
    issuer: toLine(certificate.issuer),
    serialNumber: certificate.serialNumber.slice(0, 100),
    validFrom: validFromDate.toISOString(),
    validTo: validToDate.toISOString(),
    fingerprint: certificate.fingerprint256,
  };
}

const LONGEST_NAME = 500;

const toLine = (name: string | undefined): string => (name ?? '').replaceAll('\n', ', ').slice(0, LONGEST_NAME);

/** Makes certificates on the spot, so that tests and simulators hold no key file that expires or leaks. X.509 v3, ECDSA on P-256 or RSA. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

export interface TestCertificate {
  /** PEM. */
  certificate: string;
  /** PEM. */
  privateKey: string;
}

export interface Issuer {
  name: string;
  key: KeyObject;
  pem: TestCertificate;
}

const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'));
const RSA_SHA256 = sequence(oid('2a864886f70d01010b'), tlv(0x05, Buffer.alloc(0)));
const DAY_MS = 86_400_000;

/** Signs itself. */
export const createAuthority = (name: string): Issuer => create({ name, isAuthority: true });

/** Signs itself, with an RSA key: what providers take most often, for signatures as well. */
export const createRsaCertificate = (name: string): TestCertificate => create({ name, isRsa: true }).pem;

export const createCertificate = (
  issuer: Issuer,
  name: string,
  days: { from: number; to: number } = { from: -1, to: 365 },
): TestCertificate => create({ name, issuer, days }).pem;

interface CertificateOptions {
  name: string;
  issuer?: Issuer;
  isAuthority?: boolean;
  isRsa?: boolean;
  days?: { from: number; to: number };
}

function create({
  name,
  issuer,
  isAuthority = false,
  isRsa,
  days = { from: -1, to: 365 },
}: CertificateOptions): Issuer {
  const { privateKey, publicKey } = isRsa
    ? generateKeyPairSync('rsa', { modulusLength: 2048 })
    : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = isRsa ? RSA_SHA256 : ECDSA_SHA256;
  const basicConstraints = extension(
    '551d13',
    sequence(isAuthority ? tlv(0x01, Buffer.from([0xff])) : Buffer.alloc(0)),
  );
  // localhost and 127.0.0.1: enough for servers of tests.
  const names = sequence(tlv(0x82, Buffer.from('localhost')), tlv(0x87, Buffer.from([127, 0, 0, 1])));
  const unsigned = sequence(
    tlv(0xa0, integer(2)),
    integer(Math.floor(Math.random() * 2 ** 30) + 1),
    algorithm,
    commonName(issuer?.name ?? name),
    sequence(utcTime(days.from), utcTime(days.to)),
    commonName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(basicConstraints, extension('551d11', names))),
  );
  const signature = sign('sha256', unsigned, issuer?.key ?? privateKey);
  const der = sequence(unsigned, algorithm, tlv(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const pem = {
    certificate: toPem(der),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
  return { name, key: privateKey, pem };
}

const toPem = (der: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/(.{64})/g, '$1\n')}\n-----END CERTIFICATE-----\n`;

function tlv(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return tlv(0x30, Buffer.concat(parts));
}

function oid(hex: string): Buffer {
  return tlv(0x06, Buffer.from(hex, 'hex'));
}

function integer(value: number): Buffer {
  const hex = value.toString(16);
  return tlv(0x02, Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex'));
}

const commonName = (name: string) => sequence(tlv(0x31, sequence(oid('550403'), tlv(0x0c, Buffer.from(name)))));

const extension = (id: string, value: Buffer) => sequence(oid(id), tlv(0x04, value));

function utcTime(days: number): Buffer {
  const digits = new Date(Date.now() + days * DAY_MS).toISOString().replace(/\D/g, '').slice(2, 14);
  return tlv(0x17, Buffer.from(`${digits}Z`));
}

/** An authenticator in memory: registers passkeys and signs with them as a security key does (WebAuthn level 3, P-256, no attestation). */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url');
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest();

interface Page {
  /** The origin that the browser names of the page that asks. */
  origin: string;
  /** The name that the authenticator is asked for; the host of the page where the browser is honest. */
  rpId: string;
}

interface Options {
  challenge: string;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

export class Authenticator {
  readonly credentialId = randomBytes(32);
  /** The number of its uses; a copy of it counts on from the same number. */
  counter = 0;
  /** False plays a security key without a PIN. */
  isVerifying = true;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  get id(): string {
    return base64url(this.credentialId);
  }

  /** Returns the input of account.addPasskey, without the name. */
  register({ challenge }: Options, page: Page) {
    const attested = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([this.credentialId.length >> 8, this.credentialId.length & 0xff]),
      this.credentialId,
      toCoseKey(this.#keys.publicKey),
    ]);
    const authData = Buffer.concat([this.#head(page.rpId, HAS_CREDENTIAL), attested]);
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      cborBytes(authData),
    ]);
    return {
      credential: this.id,
      clientDataJSON: base64url(toClientData('webauthn.create', challenge, page)),
      attestationObject: base64url(attestationObject),
      transports: ['usb'],
    };
  }

  /** Returns the input of session.confirmPasskey. */
  sign({ challenge }: Options, page: Page) {
    this.counter += 1;
    const clientData = toClientData('webauthn.get', challenge, page);
    const authData = this.#head(page.rpId, 0);
    const signed = Buffer.concat([authData, sha256(clientData)]);
    return {
      credential: this.id,
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(authData),
      signature: base64url(sign('sha256', signed, this.#keys.privateKey)),
    };
  }

  #head(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags | PRESENT | (this.isVerifying ? VERIFIED : 0)]), counter]);
  }
}

const toClientData = (type: string, challenge: string, { origin }: Page) =>
  JSON.stringify({ type, challenge, origin, crossOrigin: false });

const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 | text.length]), Buffer.from(text)]);
const cborBytes = (bytes: Buffer) =>
  Buffer.concat([
    Buffer.from(bytes.length < 256 ? [0x58, bytes.length] : [0x59, bytes.length >> 8, bytes.length & 0xff]),
    bytes,
  ]);

/** The map {1: 2, 3: -7, -1: 1, -2: x, -3: y} of COSE: a P-256 key for ES256. */
function toCoseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const part = (label: number, value: string) => [Buffer.from([label]), cborBytes(Buffer.from(value, 'base64url'))];
  return Buffer.concat([Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]), ...part(0x21, x), ...part(0x22, y)]);
}

import { describe, expect, it } from 'vitest';
import { readCredentialFile } from './read-credential-file.ts';

const encode = (text: string) => new TextEncoder().encode(text);

describe('readCredentialFile', () => {
  it('keeps PEM as it is, also behind words of a tool', () => {
    const pem = 'Bag Attributes\n-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
    expect(readCredentialFile(encode(pem), 'certificate')).toEqual({ value: pem });
    expect(readCredentialFile(encode(pem), 'private-key')).toEqual({ value: pem });
  });

  it('writes every byte of other certificates in base64', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    expect(readCredentialFile(bytes, 'certificate')).toEqual({ value: Buffer.from(bytes).toString('base64') });
  });

  it('refuses what cannot be right', () => {
    expect(readCredentialFile(new Uint8Array(), 'certificate')).toEqual({ problem: 'fileEmpty' });
    expect(readCredentialFile(Uint8Array.of(48, 130), 'private-key')).toEqual({ problem: 'keyNotPem' });
    expect(readCredentialFile(new Uint8Array(49_153), 'certificate')).toEqual({ problem: 'fileLarge' });
    expect(readCredentialFile(encode(`-----BEGIN ${'x'.repeat(65_536)}`), 'certificate')).toEqual({
      problem: 'fileLarge',
    });
    expect(readCredentialFile(new Uint8Array(49_152), 'certificate')).toHaveProperty('value');
  });
});

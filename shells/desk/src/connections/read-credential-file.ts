/** Reads an uploaded certificate or key: PEM as text, PKCS#12 and single certificates as base64. */
import type { CredentialField } from '@feira/schemas/manifest';

/** The server's limit for one secret. */
const MAX_LENGTH = 65_536;
const PEM = '-----BEGIN ';

export const FILE_ENDINGS: Record<'certificate' | 'private-key', string> = {
  certificate: '.pem,.crt,.cer,.p12,.pfx',
  'private-key': '.pem,.key',
};

export type FileProblem = 'fileEmpty' | 'fileLarge' | 'keyNotPem';
export type FileRead = { value: string } | { problem: FileProblem };

export function readCredentialFile(bytes: Uint8Array, format: CredentialField['format']): FileRead {
  if (bytes.length === 0) return { problem: 'fileEmpty' };
  const text = new TextDecoder().decode(bytes);
  const isPem = text.includes(PEM);
  // A key has to be PEM; only certificates also come in binary formats.
  if (!isPem && format === 'private-key') return { problem: 'keyNotPem' };
  const value = isPem ? text : toBase64(bytes);
  return value.length > MAX_LENGTH ? { problem: 'fileLarge' } : { value };
}

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes.subarray(0, MAX_LENGTH)) binary += String.fromCharCode(byte);
  return btoa(binary);
}

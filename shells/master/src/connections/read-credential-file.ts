/** Certificates and keys as they are uploaded: PEM as text, PKCS#12 and single certificates as base64. */
import type { CredentialField } from '@feira/schemas/manifest';

/** What the server takes of one secret. */
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
  // A key alone has to say what it is; only certificates come in forms without words.
  if (!isPem && format === 'private-key') return { problem: 'keyNotPem' };
  const value = isPem ? text : toBase64(bytes);
  return value.length > MAX_LENGTH ? { problem: 'fileLarge' } : { value };
}

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes.subarray(0, MAX_LENGTH)) binary += String.fromCharCode(byte);
  return btoa(binary);
}

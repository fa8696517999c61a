import { decodeMultipart } from '../multipart.ts';
import type { SimulatorRequest } from '../simulator.ts';

/** A body as it arrived, as simulators expect it: JSON, form fields, or files; undefined for anything else. */
export async function readSimulatorBody(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<Pick<SimulatorRequest, 'body' | 'rawBody'>> {
  if (contentType.includes('multipart/form-data')) {
    // No provider signs a file's bytes as text, and as text they would differ from the sent bytes.
    return { body: await decodeMultipart(bytes, contentType).catch(() => undefined), rawBody: '' };
  }
  const rawBody = new TextDecoder().decode(bytes);
  return { body: parseText(rawBody, contentType), rawBody };
}

function parseText(rawBody: string, contentType: string): unknown {
  if (rawBody === '') return undefined;
  if (contentType.includes('x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(rawBody));
  try {
    return JSON.parse(rawBody);
  } catch {
    return undefined;
  }
}

/** The line of the log that names whom an erasure was about, so that it can be done again after the restore of an older backup. */
import { createHmac } from 'node:crypto';

/** Its message. */
export const ERASED_LINE = 'person-erased';

/** Somebody whom the log says to have been erased. */
export interface ErasedPerson {
  platformId: string;
  requestId: string;
  personId: string | null;
  /** The names of the e-mails that were erased. */
  subjects: string[];
}

/** Returns the name of an e-mail in the log: an HMAC under a key of the installation. */
export const nameErased = (key: Buffer, platformId: string, email: string): string =>
  createHmac('sha256', key)
    .update(JSON.stringify(['erased', platformId, email.toLowerCase()]))
    .digest('hex')
    .slice(0, 32);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

/** Returns the erased person of a line of the log; null for every other line. */
export function readErasedLine(line: string): ErasedPerson | null {
  // Journals put a time and a name before what a node wrote.
  const at = line.indexOf('{');
  if (at < 0 || !line.includes(ERASED_LINE)) return null;
  let read: Record<string, unknown>;
  try {
    read = JSON.parse(line.slice(at));
  } catch {
    return null;
  }
  const { msg, platformId, requestId, personId, subjects } = read;
  if (msg !== ERASED_LINE || !isUuid(platformId) || !isUuid(requestId)) return null;
  return {
    platformId,
    requestId,
    personId: isUuid(personId) ? personId : null,
    subjects: Array.isArray(subjects) ? subjects.filter((one) => typeof one === 'string') : [],
  };
}

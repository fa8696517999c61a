/** Normalises a typed domain to the spelling that requests are looked up by. */
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { AppError } from '../../plugins/errors.ts';

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const NAME = new RegExp(`^(?:${LABEL}\\.)*${LABEL}$`);
/** Characters that belong to a whole address and not to a name. Such input is refused instead of cut, so that people see what is stored. */
const NOT_OF_A_NAME = /[\s/\\:@?#%*[\]_]/;
const MAX_LENGTH = 253;

interface HostRules {
  /** True if names of this machine are allowed, as in the demo. */
  isLocalAllowed: boolean;
  /** The hosts of frames, which no platform may have. */
  frameHosts: readonly string[];
}

/** Returns lower case and punycode. Throws when DNS could not hold the name. */
export function readHostName(text: string, { isLocalAllowed, frameHosts }: HostRules): string {
  const trimmed = text.trim().replace(/\.$/, '');
  const host = NOT_OF_A_NAME.test(trimmed) ? '' : domainToASCII(trimmed);
  const isLocal = host === 'localhost' || host.endsWith('.localhost');
  const isName = NAME.test(host) && host.length <= MAX_LENGTH && isIP(host) === 0;
  const isReachable = isLocal ? isLocalAllowed : host.includes('.') && !/^[0-9]+$/.test(host.split('.').at(-1) ?? '');
  if (!isName || !isReachable || frameHosts.includes(host)) throw new AppError('DOMAIN_INVALID', { fields: ['host'] });
  return host;
}

/** Leaves out next steps that would lead a buyer to a page the manifest does not name. */
import type { Manifest } from '@feira/schemas/manifest';
import { nextStepSchema, type TransactionRequest } from '@feira/schemas/provider';
import type { ProviderLog } from '../host.ts';
import { createValidator } from '../validator.ts';

export interface StepRules {
  /** The address below which a simulator shows its pages: they stand in for those of the declared hosts. */
  pagesUrl?: string;
  log?: Pick<ProviderLog, 'warn'>;
}

const isStep = createValidator<{ url: string; form?: object }>(nextStepSchema);

/** Returns the result without a next step that is no page of the method's hosts. The charge itself stands: its money is worth more. */
export function keepDeclaredStep(
  { id, capabilities }: Manifest,
  request: unknown,
  result: unknown,
  { pagesUrl, log }: StepRules,
): unknown {
  if (typeof result !== 'object' || result === null || !('nextStep' in result)) return result;
  const { nextStep, ...rest } = result;
  if (nextStep === undefined) return rest;
  const { paymentMethod } = request as Pick<TransactionRequest, 'paymentMethod'>;
  const { hosts = [], banks = false } = capabilities.methods?.[paymentMethod]?.redirect ?? {};
  if (isStep(nextStep) && hosts.length > 0) {
    if (isPage(nextStep.url, hosts, pagesUrl)) return result;
    if (banks && nextStep.form && isBankPage(nextStep.url)) return result;
  }
  log?.warn(
    { alert: 'foreign-next-step', provider: id, paymentMethod },
    'A next step led to a page that the manifest does not name',
  );
  return rest;
}

function isPage(address: string, hosts: readonly string[], pagesUrl: string | undefined): boolean {
  const url = URL.parse(address);
  if (!url || url.username || url.password) return false;
  // Compared as the browser reads it: "/simulators/1/../../elsewhere" is not below the first.
  if (pagesUrl !== undefined && url.href.startsWith(`${pagesUrl}/`)) return true;
  return url.protocol === 'https:' && hosts.includes(url.host);
}

const BANK_HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/;
const LOCAL_HOST = /\.(local|internal|localhost|lan)$/;

/** A page of a bank has a name on the internet: no address in numbers, no port, no name of a local network. */
function isBankPage(address: string): boolean {
  const url = URL.parse(address);
  if (url?.protocol !== 'https:' || url.username || url.password || url.port !== '') return false;
  return BANK_HOST.test(url.hostname) && !LOCAL_HOST.test(url.hostname);
}

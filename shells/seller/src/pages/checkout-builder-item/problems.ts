/** Checks the settings before they are saved, so that people read a reason at the field while they type. Pure. */
import type { CheckoutBuilderConfig } from '@feira/schemas/checkout';
import { isPhone, normalizePhone } from '@feira/schemas/rules/phone';

export type Problem = 'web' | 'minutes' | 'phone';
export type Problems = Partial<Record<'backRedirect' | 'timer' | 'whatsapp', Problem>>;

const isWebAddress = (address: string): boolean =>
  /^https?:\/\/\S+$/i.test(address) && URL.canParse(address) && address.length <= 2048;

export function findProblems({ backRedirect, countdown, whatsapp }: CheckoutBuilderConfig): Problems {
  const problems: Problems = {};
  if (backRedirect && !isWebAddress(backRedirect)) problems.backRedirect = 'web';
  if (countdown && !(Number.isInteger(countdown.timer) && countdown.timer >= 1 && countdown.timer <= 1440))
    problems.timer = 'minutes';
  if (whatsapp?.phone && !isPhone(normalizePhone(whatsapp.phone))) problems.whatsapp = 'phone';
  return problems;
}

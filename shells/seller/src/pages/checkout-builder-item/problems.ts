/** Checks the settings before they are saved, so that people read a reason at the field while they type. Pure. */
import type { CheckoutBuilderConfig } from '@feira/schemas/checkout';

export type Problem = 'web' | 'minutes';
export type Problems = Partial<Record<'backRedirect' | 'timer', Problem>>;

const isWebAddress = (address: string): boolean =>
  /^https?:\/\/\S+$/i.test(address) && URL.canParse(address) && address.length <= 2048;

export function findProblems({ backRedirect, countdown }: CheckoutBuilderConfig): Problems {
  const problems: Problems = {};
  if (backRedirect && !isWebAddress(backRedirect)) problems.backRedirect = 'web';
  if (countdown && !(Number.isInteger(countdown.timer) && countdown.timer >= 1 && countdown.timer <= 1440))
    problems.timer = 'minutes';
  return problems;
}

/** Tells which example shows a call. */
import type { CallExample } from '@feira/schemas/examples';
import type { SimulatorRequest } from '../../simulator.ts';

/** The same verb and address, where a step of the example's address with a digit stands for an id. */
export function isShown(
  { request }: Pick<CallExample, 'request'>,
  call: Pick<SimulatorRequest, 'method' | 'path'>,
): boolean {
  const [verb, address = ''] = request.split(' ', 2);
  const [steps, asked] = [address.split('?')[0]!.split('/'), call.path.split('/')];
  if (verb !== call.method || steps.length !== asked.length) return false;
  return steps.every((step, at) => step === asked[at] || (/\d/.test(step) && asked[at] !== ''));
}

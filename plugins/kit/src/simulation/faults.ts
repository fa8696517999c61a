import type { Fault, SimulatorRequest } from '../simulator.ts';

export interface FaultList {
  /** Faults still to be suffered, in order. */
  pending: Fault[];
  add(fault: Fault): void;
  /** The first fault that fits this request; each call uses one of its times. */
  take(request: SimulatorRequest): Fault | undefined;
}

export function createFaultList(): FaultList {
  const pending: Fault[] = [];
  return {
    pending,
    add(fault) {
      if (!Number.isInteger(fault.times) || fault.times < 1) throw new RangeError('times must be 1 or more.');
      pending.push({ ...fault });
    },
    take(request) {
      if (pending.length === 0) return undefined;
      const line = `${request.method} ${request.path}`;
      const index = pending.findIndex(({ match }) => match === undefined || line.startsWith(match));
      const fault = pending[index];
      if (!fault) return undefined;
      fault.times -= 1;
      if (fault.times === 0) pending.splice(index, 1);
      return fault;
    },
  };
}

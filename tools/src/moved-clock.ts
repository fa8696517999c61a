/**
 * Puts this thread's clock back, for whoever lives through the last weeks in a few seconds: ids, rows and what is told to
 * providers are then dated as they would have been. Only for a thread of one's own.
 */
const MachineDate = globalThis.Date;
let aheadMs = 0;

class MovedDate extends MachineDate {
  constructor(...parts: [] | [number | string | Date]) {
    if (parts.length === 0) super(MachineDate.now() + aheadMs);
    else super(...(parts as [number]));
  }

  static override now(): number {
    return MachineDate.now() + aheadMs;
  }
}

export function moveClock(moment: Date): void {
  globalThis.Date = MovedDate as DateConstructor;
  aheadMs = moment.getTime() - MachineDate.now();
}

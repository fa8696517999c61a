/**
 * Sets the clock of this thread, so that ids, rows and requests to providers of the seeded weeks are dated as they would have
 * been. Use it in a thread of its own only.
 */
const MachineDate = globalThis.Date;
let aheadMs = 0;

class TestDate extends MachineDate {
  constructor(...parts: [] | [number | string | Date]) {
    if (parts.length === 0) super(MachineDate.now() + aheadMs);
    else super(...(parts as [number]));
  }

  static override now(): number {
    return MachineDate.now() + aheadMs;
  }
}

export function setTestClock(moment: Date): void {
  globalThis.Date = TestDate as DateConstructor;
  aheadMs = moment.getTime() - MachineDate.now();
}

export interface LockOwner {
  pid: number;
  began: string;
}
export interface Lock {
  release(): void;
}
export function acquireLock(file: string): Lock | { owner: LockOwner };
export function waitForLock(file: string, onWait: (owner: LockOwner) => void): Promise<Lock>;
export function readProcessCommand(pid: number): string | undefined;

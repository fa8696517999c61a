export interface LockOwner {
  pid: number;
  began: string;
}
export function acquireLock(file: string): { release(): void } | { owner: LockOwner };
export function readProcessCommand(pid: number): string | undefined;

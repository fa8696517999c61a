import { randomBytes } from 'node:crypto';
import type { HeldFile } from '../multipart.ts';

/** Holds people's files while a call that sends them on runs: adapters carry a reference and never see the bytes. */
export interface FileShelf {
  hold(file: HeldFile): string;
  /** The file, or undefined for a reference that was never given or was dropped. */
  find(reference: string): HeldFile | undefined;
  drop(reference: string): void;
}

export function createFileShelf(): FileShelf {
  const files = new Map<string, HeldFile>();
  return {
    hold(file) {
      const reference = `file_${randomBytes(16).toString('base64url')}`;
      files.set(reference, file);
      return reference;
    },
    find: (reference) => files.get(reference),
    drop: (reference) => void files.delete(reference),
  };
}

import { constants } from 'node:fs';
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SimulatorStore } from '../simulator.ts';
import { memoryStore } from './memory-store.ts';

/** Rewriting the file pays off once most of its lines are outdated. */
const OUTDATED_PER_KEY = 4;
const FEWEST_LINES_TO_COMPACT = 10_000;

export interface FileStore extends SimulatorStore {
  /** Waits for what is being written. */
  close(): Promise<void>;
}

/**
 * A store in one append-only file of JSON lines, read at the start: a simulator over it forgets nothing when the process
 * ends. `set` resolves when the line is written; one process at a time.
 */
export async function fileStore(path: string): Promise<FileStore> {
  await mkdir(dirname(path), { recursive: true });
  const latest = await readLatest(path);
  await rewrite(path, latest);
  const memory = memoryStore();
  for (const [key, value] of latest) await memory.set(key, value);
  const writer = await createWriter(path, latest);

  return {
    get: memory.get,
    list: memory.list,
    async set(key, value) {
      // Copied at once: the caller may go on changing its object while the line waits.
      const line = JSON.stringify({ key, value });
      const { value: copy } = JSON.parse(line) as { value: unknown };
      latest.set(key, copy);
      // Queued before anything is awaited: lines stand in the file in the order of the calls.
      const written = writer.append(line);
      await memory.set(key, copy);
      await written;
    },
    close: () => writer.close(),
  };
}

async function readLatest(path: string): Promise<Map<string, unknown>> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const latest = new Map<string, unknown>();
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    if (line === '') continue;
    try {
      const { key, value } = JSON.parse(line) as { key: string; value: unknown };
      latest.set(key, value);
    } catch {
      // Only the last line can be half written, by a process that died under way; any other is damage to be told.
      if (index === lines.length - 1) break;
      throw new Error(`Line ${index + 1} of ${path} is damaged: delete the file to start the simulator empty.`);
    }
  }
  return latest;
}

/** Writes beside and renames, so that a crash leaves the old file or the new one. */
async function rewrite(path: string, latest: Map<string, unknown>): Promise<void> {
  const lines = Array.from(latest, ([key, value]) => `${JSON.stringify({ key, value })}\n`);
  await writeFile(`${path}.new`, lines.join(''), { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** Lines that arrive while one write is under way go out together with the next. */
async function createWriter(path: string, latest: Map<string, unknown>) {
  const openFile = () => open(path, constants.O_APPEND | constants.O_WRONLY | constants.O_CREAT, 0o600);
  let file = await openFile();
  let waiting: string[] = [];
  let lineCount = latest.size;
  let running: Promise<void> | undefined;

  async function writeBatch(): Promise<void> {
    const batch = waiting;
    waiting = [];
    running = undefined;
    lineCount += batch.length;
    if (lineCount > FEWEST_LINES_TO_COMPACT && lineCount > latest.size * OUTDATED_PER_KEY) {
      await file.close();
      await rewrite(path, latest);
      file = await openFile();
      lineCount = latest.size;
    } else {
      await file.appendFile(`${batch.join('\n')}\n`);
    }
  }
  let last: Promise<void> = Promise.resolve();
  return {
    append(line: string): Promise<void> {
      waiting.push(line);
      if (!running) {
        running = last.then(writeBatch);
        last = running.catch(() => undefined);
      }
      return running;
    },
    async close() {
      await last;
      await file.close();
    },
  };
}

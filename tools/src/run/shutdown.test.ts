import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const module = path.join(import.meta.dirname, 'shutdown.ts');

async function runAndSignal(body: string, signals: NodeJS.Signals[]): Promise<{ code: number; output: string }> {
  const script = `const { createShutdown } = await import(${JSON.stringify(module)});
    const shutdown = createShutdown();
    ${body}
    setInterval(() => {}, 180_000);
    console.log('started');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const close = once(child, 'close');
  await once(child.stdout, 'data');
  for (const signal of signals) child.kill(signal);
  const [code] = await close;
  return { code, output };
}

describe('createShutdown', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('stops the parts, last first, on %s', async (signal) => {
    const body = `for (const name of ['database', 'server']) shutdown.add(async () => console.log('stopped ' + name));`;

    const { code, output } = await runAndSignal(body, [signal]);

    expect(output).toBe('started\nStopping\nstopped server\nstopped database\n');
    expect(code).toBe(0);
  });

  it('takes one Ctrl-C that arrives twice for one', async () => {
    const body = `shutdown.add(() => new Promise((done) => setImmediate(() => { console.log('stopped'); done(); })));`;

    const { code, output } = await runAndSignal(body, ['SIGINT', 'SIGTERM']);

    expect(output).toBe('started\nStopping\nstopped\n');
    expect(code).toBe(0);
  });

  it('stops the others when one part fails, and ends with an error', async () => {
    const body = `shutdown.add(() => console.log('stopped'));
      shutdown.add(() => { throw new Error('The server hangs.'); });`;

    const { code, output } = await runAndSignal(body, ['SIGTERM']);

    expect(output).toContain('The server hangs.');
    expect(output).toContain('stopped');
    expect(code).toBe(1);
  });
});

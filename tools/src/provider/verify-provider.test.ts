import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SimulatorModule } from '@feira/plugin-kit';
import { type StartedSimulator, startSimulator } from '@feira/plugin-kit/testing';
import type { Manifest } from '@feira/schemas/manifest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadPackage } from './conformance/load-package.ts';
import { listSchemaProblems } from './conformance/prove-package.ts';
import type { VerificationReport } from './verify-provider/report.ts';
import { runVerifyTask } from './verify-provider.ts';

const PLUGINS = path.resolve(import.meta.dirname, '../../../plugins');
const BUYER = {
  name: 'Joana Prado Lima',
  email: 'joana.lima@example.com',
  document: '52998224725',
  phone: '11987651234',
};
const OWNER = { pixKey: 'caixa@loja.example', pixType: 'EMAIL', document: '11222333000181', name: 'Loja da Joana' };

let place: string;
let started: StartedSimulator | undefined;
let said: string[];

beforeEach(async () => {
  place = await mkdtemp(path.join(tmpdir(), 'verify-'));
  said = [];
});
afterEach(async () => {
  await started?.close();
  started = undefined;
  await rm(place, { recursive: true, force: true });
});

interface Given {
  id?: string;
  folder?: string;
  more?: string[];
  withdraw?: boolean;
  /** Changes every answer of the provider. */
  change?: (body: Record<string, unknown>) => void;
  /** The status of every answer. */
  status?: number;
  isPaid?: boolean;
}

/** Runs the command against the package's own simulator, over HTTP; the owner pays when asked to. */
async function verify(given: Given = {}): Promise<{ report: VerificationReport; file: string }> {
  const {
    id = 'asaas',
    folder = path.join(PLUGINS, id),
    more = [],
    withdraw = true,
    isPaid = true,
    change,
    status,
  } = given;
  const { simulator: module } = await loadPackage(folder);
  const { credentials } = module.samples!;
  const played: SimulatorModule = change ? spoil(module, change, status) : module;
  started = await startSimulator(played, { credentials, webhook: 'deliver' });
  const file = path.join(place, 'verify.json');
  await writeFile(file, JSON.stringify({ credentials, buyer: BUYER, withdraw: OWNER }), { mode: 0o600 });
  const talk = {
    say: (text: string) => void said.push(text),
    async ask(question: string) {
      said.push(question);
      if (question.startsWith('Withdraw')) return withdraw;
      if (question.startsWith('Pay') && isPaid) {
        const [charge] = await started!.listCharges(1);
        await started!.simulator.pay(charge!.transactionId);
        await started!.settle();
      }
      return true;
    },
  };
  const parameters = [folder, '--environment=sandbox', `--file=${file}`, '--wait=9', `--out=${place}`, ...more];
  const pause = () => started!.settle();
  const report = await runVerifyTask(parameters, { environment: {}, talk, simulatorUrl: started.url, pause });
  return { report, file };
}

function spoil(
  module: SimulatorModule,
  change: (body: Record<string, unknown>) => void,
  status?: number,
): SimulatorModule {
  return {
    ...module,
    createSimulator(context) {
      const simulator = module.createSimulator(context);
      return {
        ...simulator,
        async handle(request) {
          const answer = await simulator.handle(request);
          if (typeof answer.body === 'object' && answer.body !== null) change(answer.body as Record<string, unknown>);
          return status === undefined ? answer : { ...answer, status };
        },
      };
    },
  };
}

function retype(body: Record<string, unknown>): void {
  if (body.dueDate) body.dueDate = 7;
}
function addKey(body: Record<string, unknown>): void {
  body.brandNew = { of: 'them' };
}
function renameStatus(body: Record<string, unknown> | null): void {
  if (body?.status) body.status = 'NEVER_HEARD_OF';
}

const verdicts = ({ operations }: VerificationReport) =>
  Object.fromEntries(operations.map(({ operation, verdict }) => [operation, verdict]));
const find = ({ operations }: VerificationReport, name: string) =>
  operations.find(({ operation }) => operation === name)!;

describe('npm run verify:provider', () => {
  it('charges, refunds, withdraws and hears of it, and masks everything that the owner typed', async () => {
    const { report } = await verify({ more: ['--port=0'] });
    expect(report.operations.filter(({ verdict }) => verdict === 'FAILED')).toEqual([]);
    expect(verdicts(report)).toMatchObject({
      createTransaction: 'VERIFIED',
      getTransaction: 'VERIFIED',
      refund: 'VERIFIED',
      withdraw: 'VERIFIED',
      getWithdraw: 'VERIFIED',
      processWebhook: 'VERIFIED',
      createReceiver: 'SKIPPED',
    });
    const [charge] = await started!.listCharges(1);
    expect(charge).toMatchObject({ amount: 100, paidAmount: 100 });
    const { samples } = (await loadPackage(path.join(PLUGINS, 'asaas'))).simulator;
    const secrets = Object.values(samples!.credentials).filter((value) => value.length > 5);
    const written = [
      await readFile(path.join(place, `verify-asaas-${report.date}.json`), 'utf8'),
      await readFile(path.join(place, `verify-asaas-${report.date}.md`), 'utf8'),
      ...said,
    ].join('\n');
    for (const text of [...secrets, ...Object.values(BUYER), OWNER.pixKey, OWNER.document])
      expect(written).not.toContain(text);
    expect(written).toContain('| refund | verified |');
  });

  it('withdraws nothing unless its owner agrees', async () => {
    const { report } = await verify({ withdraw: false });
    expect(find(report, 'withdraw')).toMatchObject({ verdict: 'SKIPPED', note: 'The owner did not agree to it.' });
    expect(started!.requests.filter(({ path: address }) => address.includes('transfer'))).toEqual([]);
    expect(report.events).toBe('polled');
  });

  it('tells what stays open where the charge is not paid', async () => {
    const { report } = await verify({ isPaid: false, withdraw: false });
    expect(find(report, 'refund').verdict).toBe('SKIPPED');
    expect(report.leftOpen).toEqual([expect.stringContaining('can still be paid')]);
  });

  it.each([
    ['has another type', retype, 'FAILED', 'type'],
    ['is new', addKey, 'VERIFIED', 'added'],
  ] as const)('reports a key that %s beside the examples', async (_what, change, verdict, kind) => {
    const { report } = await verify({ change, withdraw: false });
    const { verdict: told, bodies } = find(report, 'createTransaction');
    expect(told).toBe(verdict);
    const at = kind === 'type' ? 'dueDate' : 'brandNew';
    expect(bodies.flatMap(({ differences }) => differences)).toContainEqual(expect.objectContaining({ at, kind }));
  });

  it('fails an operation whose word no table of the package has', async () => {
    const { report } = await verify({ change: renameStatus, withdraw: false });
    expect(find(report, 'createTransaction')).toMatchObject({
      verdict: 'FAILED',
      note: expect.stringContaining('"NEVER_HEARD_OF" is in no table of plugin.json'),
    });
    expect(report.leftOpen).toEqual([expect.stringContaining('may have been made')]);
  });

  it('quotes the words with which the provider refuses, without what the owner typed', async () => {
    const { samples } = (await loadPackage(path.join(PLUGINS, 'asaas'))).simulator;
    const apiKey = samples!.credentials.apiKey!;
    const refuse = (body: Record<string, unknown>) => {
      for (const name of Object.keys(body)) delete body[name];
      body.errors = [{ code: 'x', description: `Not today, ${BUYER.email}: ${BUYER.document}, ${apiKey}` }];
    };
    const { report } = await verify({ change: refuse, status: 400, withdraw: false });
    const { note } = find(report, 'createTransaction');
    expect(note).toContain('Not today, [masked]');
    for (const text of [BUYER.email, BUYER.document, apiKey])
      expect([JSON.stringify(report), ...said].join('\n')).not.toContain(text);
  });

  it('refuses a file that others can read, and one whose credentials do not fit, without quoting them', async () => {
    const task = { environment: {}, talk: { say: () => undefined, ask: async () => false } };
    const file = path.join(place, 'open.json');
    await writeFile(file, JSON.stringify({ credentials: { apiKey: 'k3y-that-is-secret', other: 'x' }, buyer: BUYER }));
    await chmod(file, 0o644);
    const parameters = ['pagarme', '--environment=sandbox', `--file=${file}`];
    const run = (): Promise<VerificationReport> => runVerifyTask(parameters, task);
    await expect(run()).rejects.toThrow('chmod 600');
    await chmod(file, 0o600);
    const error = (await run().catch((thrown: unknown) => thrown)) as Error;
    expect(error.message).toContain('secretKey is missing');
    expect(error.message).toContain('FEIRA_VERIFY_SECRET_KEY');
    expect(error.message).toContain('"other"');
    expect(error.message).not.toContain('k3y-that');
  });
});

describe('--record', () => {
  it('lets the package say what was verified, which the check of packages holds against the report', async () => {
    const folder = path.join(place, 'abacatepay');
    await mkdir(folder);
    await cp(path.join(PLUGINS, 'abacatepay'), folder, { recursive: true });
    const readManifest = async () => JSON.parse(await readFile(path.join(folder, 'plugin.json'), 'utf8')) as Manifest;
    const before = await readFile(path.join(folder, 'plugin.json'), 'utf8');
    const { report } = await verify({ folder, more: ['--record'] });
    const { verifiedByOperation } = await readManifest();
    expect(verifiedByOperation).toMatchObject({ createTransaction: report.date, getTransaction: report.date });
    expect(verifiedByOperation).not.toHaveProperty('processWebhook');
    expect(await listSchemaProblems(folder)).toEqual([]);
    // Every other line is as its author wrote it.
    const after = await readFile(path.join(folder, 'plugin.json'), 'utf8');
    expect(after.replace(/\n *"verifiedByOperation": \{[^}]*\},/, '')).toBe(before);
    await writeFile(path.join(folder, 'plugin.json'), after.replaceAll(report.date, '2020-01-02'));
    expect((await listSchemaProblems(folder))[0]).toMatch(/verified on 2020-01-02, and no report/);
    await writeFile(path.join(folder, 'plugin.json'), after);
    await started!.close();
    // An operation that fails later is no longer verified.
    await verify({
      folder,
      more: ['--record'],
      change: ({ data }) => renameStatus(data as Record<string, unknown> | null),
    });
    expect((await readManifest()).verifiedByOperation ?? {}).not.toHaveProperty('createTransaction');
  });
});

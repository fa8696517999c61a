/** `npm run verify:provider -- <id> --environment sandbox --file=verify.json`: charges, refunds and withdraws R$ 1 at the real provider, with
 * its owner's credentials, and writes a report. Nothing of the owner's is an argument or is printed. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { PAYMENT_METHODS, type PaymentMethod } from '@feira/schemas/common';
import { readManifest } from './conformance/load-package.ts';
import { readInputs } from './verify-provider/inputs.ts';
import { recordVerification } from './verify-provider/record.ts';
import { renderReport, type VerificationReport } from './verify-provider/report.ts';
import { type VerifyTalk, verifyProvider } from './verify-provider/run.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const USAGE = `Say which package to verify, and where: npm run verify:provider -- asaas --environment sandbox --file=verify.json
  [--method=PIX] [--port=8090 --public-url=https://…] [--wait=300] [--out=folder] [--record]. docs/verify-provider.md tells the rest.`;

export interface VerifyTask {
  environment: Readonly<Record<string, string | undefined>>;
  talk: VerifyTalk;
  /** The address of a simulator of this machine, in place of the provider's. */
  simulatorUrl?: string;
  pause?(milliseconds: number): Promise<unknown>;
}

/** Returns the report, which it wrote. Throws where nothing could be tried. */
export async function runVerifyTask(parameters: string[], task: VerifyTask): Promise<VerificationReport> {
  const { values, positionals } = parseArgs({
    args: parameters,
    options: {
      environment: { type: 'string' },
      file: { type: 'string' },
      method: { type: 'string' },
      port: { type: 'string' },
      'public-url': { type: 'string' },
      wait: { type: 'string' },
      out: { type: 'string' },
      record: { type: 'boolean' },
    },
    allowPositionals: true,
  });
  const [named] = positionals;
  const { environment, method, out = '.' } = values;
  if (named === undefined || positionals.length > 1) throw new Error(USAGE);
  if (environment !== 'sandbox' && environment !== 'production')
    throw new Error(`--environment must be sandbox or production.\n${USAGE}`);
  if (method !== undefined && !PAYMENT_METHODS.includes(method as PaymentMethod))
    throw new Error(`--method must be one of ${PAYMENT_METHODS.join(', ')}.`);
  const publicUrl = readPublicUrl(values['public-url'], task);
  const folder = /[/\\]/.test(named) ? path.resolve(ROOT, named) : path.join(ROOT, 'plugins', named);
  const manifest = await readManifest(folder);
  const inputs = await readInputs(manifest, { file: values.file, environment: task.environment });
  const { talk, simulatorUrl, pause } = task;
  if (
    environment === 'production' &&
    !(await talk.ask(`This moves real money of the account at ${manifest.name}. Go on?`))
  )
    throw new Error('Nothing was sent.');
  const port = toNumber('--port', values.port);
  const report = await verifyProvider({
    folder,
    environment,
    inputs,
    talk,
    simulatorUrl,
    pause,
    ...(method !== undefined && { method: method as PaymentMethod }),
    ...(values.wait !== undefined && { waitSeconds: toNumber('--wait', values.wait)! }),
    ...((port !== undefined || publicUrl !== undefined) && { listen: { port: port ?? 0, publicUrl } }),
  });
  const name = `verify-${report.provider}-${report.date}`;
  await writeFile(path.join(out, `${name}.json`), `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(path.join(out, `${name}.md`), renderReport(report));
  talk.say(`\n${renderReport(report)}\nWritten to ${path.join(out, name)}.json and .md`);
  if (values.record) {
    await recordVerification(folder, report);
    talk.say(
      `Recorded in the package. Now run npm run conformance -- ${path.relative(ROOT, folder)} and node tools/src/write-readme-tables.ts ${path.relative(ROOT, folder)}`,
    );
  }
  return report;
}

/** A provider's events hold what people bought: they come over TLS. */
function readPublicUrl(text: string | undefined, { simulatorUrl }: VerifyTask): string | undefined {
  if (text === undefined) return undefined;
  const { protocol, username } = URL.canParse(text) ? new URL(text) : { protocol: '', username: '' };
  if (username === '' && (protocol === 'https:' || (simulatorUrl && protocol === 'http:'))) return text;
  throw new Error('--public-url must be an https address that leads to --port, without a user name in it.');
}

function toNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`${option} must be a whole number.`);
  return number;
}

/** No answer counts as no. */
const terminal: VerifyTalk = {
  say: (text) => console.log(text),
  async ask(question) {
    if (!process.stdin.isTTY) return false;
    const lines = createInterface({ input: process.stdin, output: process.stdout });
    try {
      const isPause = question.endsWith('press Enter.');
      const answer = await lines.question(isPause ? `${question} ` : `${question} Type yes or no: `);
      return isPause || answer.trim().toLowerCase() === 'yes';
    } finally {
      lines.close();
    }
  },
};

if (import.meta.main) {
  try {
    const report = await runVerifyTask(process.argv.slice(2), { environment: process.env, talk: terminal });
    process.exitCode = report.operations.some(({ verdict }) => verdict === 'FAILED') ? 1 : 0;
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}

/**
 * Says what is wrong with a node's settings and surroundings and how to mend it (`npm run doctor`): everything that a node looks at when
 * it starts, and the servers that it only needs later. Ends with 1 where something is wrong.
 */
import { randomBytes } from 'node:crypto';
import { readFile, statfs } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { createCourier } from '../modules/mail/delivery.ts';
import { systemClock } from '../plugins/clock.ts';
import { type Config, readConfig } from '../plugins/config.ts';
import { createReadCertificate, type ShownCertificate } from '../plugins/site-checks.ts';
import { describeUnreachable } from '../shared/database-address.ts';
import { createS3Storage } from '../shared/s3-storage.ts';
import {
  type Check,
  markMediaFolder,
  openOwner,
  openSurroundings,
  START_CHECKS,
  type Surroundings,
  WARNING_CHECKS,
} from '../start-checks.ts';

const USAGE = 'Usage: npm run doctor [-- --adopt-media]';
const ANSWER_MS = 10_000;

const reasonOf = (error: unknown): string => {
  const { cause, message } = error as Error;
  return cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code || message : message;
};

/** Returns why an address does not answer with one of these states; null where it does. */
async function findSilent(address: string, states: readonly number[]): Promise<string | null> {
  try {
    const { status } = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) });
    return states.includes(status) ? null : `it answers ${status}`;
  } catch (error) {
    return reasonOf(error);
  }
}

const LEAST_BYTES = 1_000_000_000;
/** Authorities renew a month before the end; two weeks before it, something has gone wrong. */
const RENEWAL_DAYS = 14;

/** Returns what is wrong with the certificate that the public address shows; null where nothing is. */
export function judgeCertificate(host: string, shown: ShownCertificate | null, now: Date): string | null {
  if (!shown) return `PUBLIC_URL: ${host} shows no certificate: let the proxy end TLS there.`;
  const days = Math.floor((Date.parse(shown.validTo) - now.getTime()) / 86_400_000);
  if (days < RENEWAL_DAYS)
    return `PUBLIC_URL: the certificate of ${host} (${shown.issuer}) ${days < 0 ? 'has ended' : `ends in ${days} days`}: renew it, and look why nothing renews it by itself.`;
  return shown.isTrusted
    ? null
    : `PUBLIC_URL: no authority that browsers know vouches for the certificate of ${host} (${shown.issuer}): get one for this name, with its whole chain.`;
}

type Distant = Omit<Check, 'find'> & { find(config: Config): Promise<string | null> };

/** Servers that may be down for a while without a fault of ours: a node starts without them. */
const DISTANT_CHECKS: readonly Distant[] = [
  {
    subject: 'mail server',
    async find({ smtpUrl, mailFrom }) {
      if (!smtpUrl) return 'SMTP_URL is not set, so mails are kept and not sent: name a mail server.';
      const courier = await createCourier({ smtpUrl, mailFrom });
      return courier.verify().then(
        () => null,
        (error: Error) => `SMTP_URL is wrong, or its server is down: ${error.message}.`,
      );
    },
  },
  {
    subject: 'bucket',
    async find({ s3 }) {
      if (!s3) return null;
      const storage = createS3Storage(s3, systemClock);
      const key = `incoming/${randomBytes(16).toString('hex')}`;
      try {
        await storage.put(key, Buffer.from('Feira'), { contentType: 'text/plain', isPublic: false });
        const found = await storage.read(key, 5);
        await storage.remove([key]);
        return found?.head.toString() === 'Feira' ? null : 'S3_URL: the bucket does not give back what was stored.';
      } catch (error) {
        return `S3_URL is wrong, or its service is down: ${(error as Error).message} Its key has to put, get and delete objects.`;
      }
    },
  },
  {
    subject: 'public address',
    async find({ publicUrl }) {
      const problem = await findSilent(`${publicUrl}/health/live`, [200]);
      return (
        problem &&
        `PUBLIC_URL: ${publicUrl}/health/live does not answer from this machine (${problem}). Start a node, and let the proxy and the DNS lead to it.`
      );
    },
  },
  {
    subject: 'certificate',
    async find({ publicUrl }) {
      const { protocol, hostname, port } = new URL(publicUrl);
      if (protocol !== 'https:') return null;
      const read = createReadCertificate({ port: Number(port || 443), isAllowed: () => true });
      return judgeCertificate(hostname, await read(hostname, hostname), systemClock.now());
    },
  },
  {
    subject: 'disk',
    async find({ mediaDirectory, packageDirectory, s3 }) {
      const folders = {
        ...(mediaDirectory && !s3 && { MEDIA_DIRECTORY: mediaDirectory }),
        PACKAGE_DIRECTORY: packageDirectory,
      };
      for (const [setting, folder] of Object.entries(folders)) {
        const found = await statfs(folder).catch(() => null);
        if (found && found.bavail * found.bsize < LEAST_BYTES)
          return `${setting}: ${folder} has less than 1 GB left: make room, or move it to a larger disk.`;
      }
      return null;
    },
  },
  {
    subject: 'card frame',
    async find({ cardFrameOrigin }) {
      const problem = cardFrameOrigin && (await findSilent(`${cardFrameOrigin}/health/live`, [200]));
      return problem
        ? `CARD_FRAME_ORIGIN: ${cardFrameOrigin} does not lead to a node (${problem}), so no card can be typed. Let its DNS and certificate lead to the proxy, or remove it.`
        : null;
    },
  },
  {
    subject: 'CAPTCHA frame',
    async find({ captcha }) {
      const problem = captcha && (await findSilent(`${captcha.origin}/health/live`, [200]));
      return problem
        ? `CAPTCHA_ORIGIN: ${captcha.origin} does not lead to a node (${problem}), so buyers never see the widget. Let its DNS and certificate lead to the proxy, or remove CAPTCHA.`
        : null;
    },
  },
  {
    subject: 'postal codes',
    async find({ zipLookupUrl }) {
      const problem = await findSilent(`${zipLookupUrl}/ws/01001000/json/`, [200]);
      return problem && `ZIP_LOOKUP_URL: ${zipLookupUrl} does not answer (${problem}), so buyers type their address.`;
    },
  },
  {
    subject: 'connections file',
    async find({ connectionsFile }) {
      if (!connectionsFile) return null;
      try {
        JSON.parse(await readFile(connectionsFile, 'utf8'));
        return null;
      } catch (error) {
        // A parser's message quotes the file, which might hold a secret.
        const reason = error instanceof SyntaxError ? 'it is no JSON' : (error as NodeJS.ErrnoException).code;
        return `CONNECTIONS_FILE is wrong: ${connectionsFile} cannot be read (${reason}).`;
      }
    },
  },
];

export interface Finding {
  subject: string;
  problem: string | null;
}

const judge = (subject: string, find: () => Promise<string | null>): Promise<Finding> =>
  find().then(
    (problem) => ({ subject, problem }),
    (error) => ({ subject, problem: reasonOf(error) }),
  );

async function* examineDatabase(config: Config, isAdopting: boolean): AsyncGenerator<Finding> {
  let surroundings: Surroundings;
  try {
    surroundings = openSurroundings(config, await openOwner(config.databaseUrl));
  } catch (error) {
    yield { subject: 'database', problem: describeUnreachable(config.databaseUrl, error as Error) };
    return;
  }
  try {
    if (isAdopting) await markMediaFolder(surroundings);
    for (const { subject, find } of START_CHECKS) {
      const finding = await judge(subject, () => find(surroundings));
      yield finding;
      // The checks below read tables that may not be there.
      if (subject === 'schema' && finding.problem) return;
    }
    for (const { subject, find } of WARNING_CHECKS) yield judge(subject, () => find(surroundings));
  } finally {
    await surroundings.database.close();
    await surroundings.owner.end();
  }
}

/** Looks at everything. What was found is never more than a sentence, and never a secret. */
export async function* examine(
  environment: Record<string, string | undefined>,
  { isAdopting = false } = {},
): AsyncGenerator<Finding> {
  let config: Config;
  try {
    config = readConfig(environment);
    yield { subject: 'settings', problem: null };
  } catch (error) {
    yield { subject: 'settings', problem: (error as Error).message };
    return;
  }
  yield* examineDatabase(config, isAdopting);
  for (const { subject, find } of DISTANT_CHECKS) yield judge(subject, () => find(config));
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { 'adopt-media': { type: 'boolean' } } });
  let wrong = 0;
  for await (const { subject, problem } of examine(process.env, { isAdopting: values['adopt-media'] ?? false })) {
    if (problem) wrong += 1;
    process.stdout.write(`${problem ? '✗' : '✓'} ${subject}${problem ? `: ${problem}` : ''}\n`);
  }
  if (wrong > 0) process.exitCode = 1;
  process.stdout.write(wrong > 0 ? `${wrong} wrong.\n` : 'Nothing is wrong.\n');
}

if (import.meta.main) {
  main().catch((error: Error) => {
    process.stderr.write(`${error.message}\n${USAGE}\n`);
    process.exitCode = 1;
  });
}

/** Opens an empty database as docs/production.md says, lets somebody use it, and audits its ledger afterwards. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type AuditResult, auditLedgers } from '../../../core/src/modules/ledger/audit.ts';
import { createMaster } from '../../../core/src/modules/people/service.ts';
import { readConfig } from '../../../core/src/plugins/config.ts';
import { Database } from '../../../core/src/plugins/database.ts';
import { buildServer, serve } from '../../../core/src/server.ts';
import { findFreePort } from '../../../core/test/free-port.ts';
import { type Journey, makeJourney } from './journey.ts';

export const MASTER = { name: 'Mila Master', email: 'mila@newcomer.example', host: '*', platform: 'Nova Feira' };

/** A running node on which nobody has done anything yet. */
export interface EmptyPlatform {
  url: string;
  /** The link that opens the first master's account. */
  masterLink: string;
  audit(): Promise<AuditResult[]>;
  /** Lets the days pass after which people who were invited may approve what needs a second person. */
  settleTeam(): Promise<void>;
  close(): Promise<void>;
}

/** The database is migrated and otherwise empty; `databaseUrl` connects as its owner. */
export async function openEmptyPlatform(
  databaseUrl: string,
  changes: Record<string, string> = {},
): Promise<EmptyPlatform> {
  const directory = mkdtempSync(path.join(tmpdir(), 'feira-newcomer-'));
  const removeDirectory = () => rmSync(directory, { recursive: true, force: true });
  const port = await findFreePort();
  const env = {
    NODE_ENV: 'test',
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'error',
    SIMULATORS: 'on',
    MAILBOX: 'on',
    MEDIA_DIRECTORY: path.join(directory, 'media'),
    SWEEP_INTERVAL_MS: '200',
    ...changes,
  };
  try {
    const masterLink = await openFirstPlatform(env);
    const server = await serve(env);
    return {
      url: env.PUBLIC_URL,
      masterLink,
      audit: () => auditAll(databaseUrl),
      settleTeam: () => settleTeam(databaseUrl),
      close: () => server.close().finally(removeDirectory),
    };
  } catch (error) {
    removeDirectory();
    throw error;
  }
}

export interface NewcomerResult {
  /** The amount that reached the seller's bank, in cents. */
  paidOut: number;
  audits: AuditResult[];
}

/** Makes the journey by procedures, on a database as `openEmptyPlatform` takes it. */
export async function runNewcomer(databaseUrl: string, report: Journey['report']): Promise<NewcomerResult> {
  const { url, masterLink, audit, close } = await openEmptyPlatform(databaseUrl);
  try {
    const paidOut = await makeJourney({ url, masterLink, report });
    return { paidOut, audits: await audit() };
  } finally {
    await close();
  }
}

/** Does what core/src/programs/create-master.ts does. Returns the link that it prints. */
async function openFirstPlatform(env: Record<string, string>): Promise<string> {
  const app = await buildServer({ config: readConfig(env) });
  try {
    await app.ready();
    return (await createMaster(app, MASTER)).link;
  } finally {
    await app.close();
  }
}

async function auditAll(databaseUrl: string): Promise<AuditResult[]> {
  const database = new Database({ writer: databaseUrl, replicas: [] }, 2);
  try {
    const audits: AuditResult[] = [];
    for await (const audit of auditLedgers(database.jobs)) audits.push(audit);
    return audits;
  } finally {
    await database.close();
  }
}

const SETTLE_TEAM = `UPDATE role_grant SET created_at = created_at - interval '8 days', permission_grants = (
  SELECT coalesce(jsonb_object_agg(key, value || jsonb_build_object('at', (value->>'at')::timestamptz - interval '8 days')), '{}')
  FROM jsonb_each(permission_grants))`;

async function settleTeam(databaseUrl: string): Promise<void> {
  const database = new Database({ writer: databaseUrl, replicas: [] }, 2);
  try {
    const platforms = await database.jobs.list<{ id: string }>({
      text: 'SELECT platform_id AS id FROM platform',
      values: [],
    });
    for (const { id } of platforms) await database.write(id, [{ text: SETTLE_TEAM, values: [] }]);
  } finally {
    await database.close();
  }
}

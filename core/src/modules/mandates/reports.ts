/** Applies what a provider reports about a mandate: in its answer, in a lookup, or in a signed event. */
import { mapStatus } from '@feira/plugin-kit';
import type { MandateResult } from '@feira/schemas/mandate';
import type { FastifyInstance } from 'fastify';
import { addToMemo } from '../../shared/memo.ts';
import { toStorable } from '../../shared/storable.ts';
import type { Connection } from '../connections/service.ts';
import { nextStep, notBefore } from '../provider-orders/service.ts';
import { type MandateOrderState, type MandateRow, selectMandate, writeMandate } from './model.ts';
import { isEnded, type MandateEvidence, reduceMandate, withKey } from './status.ts';

export type MandatesApp = Pick<FastifyInstance, 'database' | 'clock' | 'log' | 'outbox'>;

/** A buyer reads what they agree to: at first the page waits for it, later events tell, and these lookups cover the lost ones. */
const PENDING_SECONDS = [60, 300, 900, 3_600, 10_800, 43_200, 86_400];
/** An agreement that stands is looked at every day, so that an end whose event was lost is known before the next charge. */
const ACTIVE_SECONDS = 86_400;
/** A lost call, or one that has to end. */
const UNKNOWN_SECONDS = [5, 15, 60, 300, 900, 3_600, 21_600];
/** Losing this often to other writers of one mandate means a bug, not traffic. */
const MAX_TRIES = 20;
const LONGEST_REASON = 300;

export interface MandateReport {
  evidence?: Omit<MandateEvidence, 'key'>;
  state?: MandateOrderState;
  mandateId?: string | undefined;
  pixCode?: string | undefined;
  memo?: MandateResult['memo'];
  /** A lookup that did not show it although it should have. */
  isMiss?: boolean;
  /** The lookup reached nobody: it counts for nothing. */
  isUnreached?: boolean;
  /** The provider asked not to be called before this time. */
  retryAt?: Date | undefined;
  reason?: string;
}

type Told = Pick<MandateResult, 'providerStatus' | 'endedBy' | 'reason'>;

export function toMandateEvidence(
  { manifest }: Connection,
  source: MandateEvidence['source'],
  { providerStatus, endedBy, reason }: Told,
  occurredAt: Date,
): Omit<MandateEvidence, 'key'> {
  const { status, isRecognised } = mapStatus(
    manifest.status.mandate ?? { map: {}, unknown: 'PENDING' },
    providerStatus,
  );
  const why = reason ? toStorable(reason).slice(0, LONGEST_REASON) : null;
  return { source, providerStatus, status, isRecognised, endedBy: endedBy ?? null, reason: why, occurredAt };
}

/** The report of an answer that names the mandate. */
export const toReport = (
  connection: Connection,
  source: MandateEvidence['source'],
  answer: MandateResult,
  now: Date,
): MandateReport => ({
  state: 'ANSWERED',
  evidence: toMandateEvidence(connection, source, answer, now),
  mandateId: answer.mandateId,
  pixCode: answer.pixCode,
  memo: answer.memo,
});

/** Applies a report, and returns the mandate after it. `mandate` may be stale. */
export async function applyMandateReport(
  app: MandatesApp,
  mandate: MandateRow,
  report: MandateReport,
): Promise<MandateRow> {
  let current = mandate;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const change = decideMandate(current, report, app.clock.now());
    const written = await app.database.run(current.platformId, writeMandate(change));
    if (written > 0) {
      logChange(app, change);
      return change.after;
    }
    const fresh = await findMandate(app, current.platformId, current.id);
    if (!fresh) throw new Error('A mandate disappeared while it was written.');
    current = fresh;
  }
  throw new Error('A mandate changed faster than it could be written.');
}

export const findMandate = (
  { database }: Pick<FastifyInstance, 'database'>,
  platformId: string,
  id: string,
): Promise<MandateRow | undefined> => database.find(platformId, selectMandate(platformId, id), true);

function decideMandate(before: MandateRow, report: MandateReport, now: Date) {
  const known = new Set(before.evidence.map(({ key }) => key));
  const fresh = report.evidence ? [withKey(report.evidence)].filter(({ key }) => !known.has(key)) : [];
  const evidence = [...before.evidence, ...fresh];
  const state = evidence.length > 0 ? reduceMandate(evidence) : { status: before.status, endedBy: null, reason: null };
  const after: MandateRow = {
    ...before,
    ...state,
    evidence,
    reason: state.reason ?? report.reason ?? before.reason,
    // Nothing is unknown any more about what the provider has once shown.
    state: before.state === 'ANSWERED' ? 'ANSWERED' : (report.state ?? before.state),
    mandateId: before.mandateId ?? report.mandateId ?? null,
    pixCode: report.pixCode ?? before.pixCode,
    memo: addToMemo(before.memo, report.memo),
    misses: before.misses + (report.isMiss ? 1 : 0),
    checks: fresh.length > 0 || report.isUnreached ? before.checks : before.checks + 1,
    version: before.version + 1,
  };
  const isNew = after.status !== before.status || (after.state === 'REFUSED' && before.state !== 'REFUSED');
  const event = !isNew
    ? null
    : after.status === 'ACTIVE'
      ? ('mandate.active' as const)
      : isEnded(after) || after.state === 'REFUSED'
        ? ('mandate.ended' as const)
        : null;
  return { before, after, fresh, event, nextCheckAt: nextLookup(after, report, now) };
}

function nextLookup(
  { state, status, cancelAskedAt, checks }: MandateRow,
  { retryAt }: MandateReport,
  now: Date,
): Date | null {
  if (state === 'REFUSED' || isEnded({ status })) return null;
  const openSteps = status === 'ACTIVE' ? [ACTIVE_SECONDS] : PENDING_SECONDS;
  const steps = state !== 'ANSWERED' || cancelAskedAt ? UNKNOWN_SECONDS : openSteps;
  return notBefore(retryAt, nextStep(steps, checks, now));
}

function logChange(app: MandatesApp, { before, after, fresh, event }: ReturnType<typeof decideMandate>): void {
  for (const { isRecognised, providerStatus } of fresh) {
    if (isRecognised) continue;
    app.log.warn(
      { alert: 'unrecognised-mandate-status', provider: after.provider, providerStatus, mandateRow: after.id },
      'A provider used a status word that its manifest does not know',
    );
  }
  if (event) {
    app.outbox.wake();
    app.log.info(
      { mandateRow: after.id, from: before.status, to: after.status, state: after.state },
      'A mandate changed',
    );
  }
}

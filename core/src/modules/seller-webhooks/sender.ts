/** Posts deliveries to the systems of sellers, and decides what follows from each answer. */
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import type { DeliveryProblem } from '@feira/schemas/seller-webhook';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { createPoster, isBlocked } from '../../shared/outside.ts';
import { RETRY_SECONDS } from '../../shared/retry-schedule.ts';
import { type Attempted, keepAnswer, type SwitchedOff } from '../events/outgoing-model.ts';
import { notifyAdmins, prepareNotification, readWebhookNotice, writeTestNotice } from '../notifications/service.ts';
import { writeBody } from './body.ts';
import { DELIVERIES, type Sendable, selectSendable } from './delivery-model.ts';
import { openSecrets, signedHeaders } from './secrets.ts';

type App = Pick<FastifyInstance, 'database' | 'dataKeys' | 'clock' | 'findPlatform' | 'findPlatformUrl' | 'log'>;

const TIMEOUT_MS = 10_000;
/** The bytes of an answer that are read. */
const MOST_BYTES = 2_048;

const GONE = 410;

interface Answered {
  problem: DeliveryProblem | null;
  status: number | null;
  answer: string | null;
}

interface Options {
  /** Lets a test reach receivers on its own machine. */
  allowPrivateHosts?: boolean;
  timeoutMs?: number;
}

export function createSender(app: App, { allowPrivateHosts = false, timeoutMs = TIMEOUT_MS }: Options = {}) {
  const poster = createPoster({ allowPrivateHosts, timeoutMs, mostBytes: MOST_BYTES });

  /** Works on one row of the queue. */
  async function sendDue({ platformId, id }: { platformId: string; id: string }): Promise<void> {
    const delivery = await app.database.find(platformId, selectSendable(platformId, id), true);
    if (delivery?.state !== 'WAITING') return;
    const isTest = delivery.kind === 'TEST';
    const end = (problem: DeliveryProblem) =>
      app.database.write(platformId, [DELIVERIES.giveUp(platformId, id, problem)]);
    if (!delivery.isEnabled && !isTest) return void (await end('SWITCHED_OFF'));
    if (!delivery.isWanted) return void (await end('NOT_CHOSEN'));
    const body = await writeAny(platformId, delivery);
    if (body instanceof Date)
      return void (await app.database.write(platformId, [DELIVERIES.hold(platformId, id, body)]));
    if (body === null || body === 'NOT_CHOSEN') return void (await end(body ?? 'ERASED'));
    const answered = await post(platformId, delivery, body);
    const attempted = judge(answered, isTest ? undefined : RETRY_SECONDS[delivery.attempts]);
    await DELIVERIES.record(app, platformId, {
      id: delivery.id,
      receiverId: delivery.webhookId,
      attempted,
      isTelling: !isTest,
      isGone: attempted.status === GONE,
      notifyOff: (off) => notifyOff(platformId, delivery, off),
    });
  }

  /** Returns the body; null where its data is gone; the end of the quiet hours that hold it back; or that its person does not want it. */
  async function writeAny(platformId: string, delivery: Sendable): Promise<string | null | Date | 'NOT_CHOSEN'> {
    const { id, kind, purpose, sourceId } = delivery;
    if (purpose === 'EVENTS') return writeBody(app, platformId, delivery);
    if (kind === 'TEST') return JSON.stringify(await writeTestNotice(app, platformId, id));
    const notice = await readWebhookNotice(app, platformId, sourceId);
    if (notice === 'ERASED') return null;
    return notice instanceof Date || notice === 'NOT_CHOSEN' ? notice : JSON.stringify(notice);
  }

  async function post(platformId: string, delivery: Sendable, body: string): Promise<Answered> {
    const { id, url } = delivery;
    const seconds = Math.floor(app.clock.now().getTime() / 1_000);
    const headers = signedHeaders(await openSecrets(app, platformId, delivery), { id, seconds, body });
    try {
      const { status, text: answer } = await poster.post(
        url,
        { ...headers, 'content-type': 'application/json', 'user-agent': 'Feira-Webhooks/1' },
        body,
      );
      return { problem: problemOf(status), status, answer };
    } catch (error) {
      return { problem: isBlocked(error) ? 'BLOCKED' : 'UNREACHABLE', status: null, answer: null };
    }
  }

  return { sendDue, close: poster.close };
}

/** Notifies the seller, the person whose notifications it gets, or the administrators who configure the platform. */
function notifyOff(
  platformId: string,
  { webhookId, purpose }: Sendable,
  { sellerId, name, version }: SwitchedOff,
): Statement {
  const dashboard = sellerId === null ? DASHBOARD_PATHS.admin : DASHBOARD_PATHS.seller;
  const notice = {
    type: 'webhook.switchedOff',
    parameters: { title: name },
    href: purpose === 'NOTIFICATIONS' ? '/account' : `${dashboard}/integrations/${webhookId}`,
    source: `webhook.switchedOff:${webhookId}:${version}`,
  } as const;
  return sellerId === null
    ? notifyAdmins(platformId, 'isConfigAvailable', { ...notice, workId: webhookId })
    : prepareNotification(platformId, sellerId, notice);
}

function problemOf(status: number): DeliveryProblem | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'REDIRECTED' : 'REFUSED';
}

function judge({ problem, status, answer }: Answered, waitSeconds: number | undefined): Attempted<DeliveryProblem> {
  const kept = keepAnswer(answer);
  if (!problem) return { state: 'SENT', problem, status, answer: kept, waitSeconds: null };
  const isLast = waitSeconds === undefined || status === GONE;
  return { state: isLast ? 'FAILED' : 'WAITING', problem, status, answer: kept, waitSeconds: waitSeconds ?? null };
}

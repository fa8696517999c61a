/** Makes the requests of deliveries, and decides what follows from each answer. */
import { deliverEvent } from '@feira/plugin-kit/integration';
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import type { IntegrationProblem } from '@feira/schemas/procedures/integrations';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { RETRY_SECONDS } from '../../shared/retry-schedule.ts';
import { type Attempted, keepAnswer, type SwitchedOff } from '../events/outgoing-model.ts';
import { notifyAdmins, prepareNotification } from '../notifications/service.ts';
import { readCatalogue } from './catalogue.ts';
import { DELIVERIES, type Sendable, selectSendable } from './delivery-model.ts';
import { readFacts } from './facts.ts';
import { openSecrets } from './secrets.ts';

type App = Pick<FastifyInstance, 'database' | 'dataKeys' | 'clock' | 'findPlatform' | 'findPlatformUrl' | 'log'>;

const TIMEOUT_MS = 10_000;
/** The problems that say nothing about the other side. */
const OWN_PROBLEMS: readonly (IntegrationProblem | null)[] = ['DATA_MISSING', 'TOO_OLD', 'NOT_SET_UP'];

interface Options {
  /** Leads the calls of a test to a simulator on its own machine. */
  origin?: string;
  timeoutMs?: number;
}

type Tried = Attempted<IntegrationProblem> & { isGone: boolean };

export function createSender(app: App, { origin, timeoutMs = TIMEOUT_MS }: Options = {}) {
  /** Works on one row of the queue. */
  async function sendDue({ platformId, id }: { platformId: string; id: string }): Promise<void> {
    const delivery = await app.database.find(platformId, selectSendable(platformId, id), true);
    if (delivery?.state !== 'WAITING') return;
    const isTest = delivery.kind === 'TEST';
    const end = (problem: IntegrationProblem) =>
      app.database.write(platformId, [DELIVERIES.giveUp(platformId, id, problem)]);
    const compiled = (await readCatalogue()).get(delivery.integration);
    if (!compiled || (!delivery.isEnabled && !isTest)) return void (await end('SWITCHED_OFF'));
    if (!delivery.isWanted) return void (await end('NOT_CHOSEN'));
    const facts = await readFacts(app, platformId, delivery);
    if (facts === null) return void (await end('ERASED'));
    const secrets = await openSecrets(app, platformId, delivery.connectionId, delivery);
    const { means, problem, status, answer } = await deliverEvent(compiled, facts, {
      secrets: new Map(Object.entries(secrets)),
      settings: delivery.settings,
      clock: app.clock,
      timeoutMs,
      ...(origin !== undefined && { origin }),
    });
    const waitSeconds = means === 'RETRY' && !isTest ? RETRY_SECONDS[delivery.attempts] : undefined;
    await record(platformId, delivery, {
      state: means === 'DONE' ? 'SENT' : waitSeconds === undefined ? 'FAILED' : 'WAITING',
      problem,
      status,
      answer: keepAnswer(answer),
      waitSeconds: waitSeconds ?? null,
      isGone: means === 'GONE',
    });
  }

  const record = (platformId: string, delivery: Sendable, { isGone, ...attempted }: Tried): Promise<void> =>
    DELIVERIES.record(app, platformId, {
      id: delivery.id,
      receiverId: delivery.connectionId,
      attempted,
      isTelling: delivery.kind !== 'TEST' && !OWN_PROBLEMS.includes(attempted.problem),
      isGone,
      notifyOff: (off) => notifyOff(platformId, delivery.connectionId, off),
    });

  return { sendDue };
}

/** Notifies the seller, or the administrators who configure the platform. */
function notifyOff(platformId: string, connectionId: string, { sellerId, name, version }: SwitchedOff): Statement {
  const notice = {
    type: 'integration.switchedOff',
    parameters: { title: name },
    href: `${sellerId === null ? DASHBOARD_PATHS.admin : DASHBOARD_PATHS.seller}/integrations?connection=${connectionId}`,
    source: `integration.switchedOff:${connectionId}:${version}`,
  } as const;
  return sellerId === null
    ? notifyAdmins(platformId, 'isConfigAvailable', notice)
    : prepareNotification(platformId, sellerId, notice);
}

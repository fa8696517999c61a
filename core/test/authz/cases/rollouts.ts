/** Cases of roll-outs. */
import type { ProcedureCase } from '../case.ts';
import { onConnection } from './connections.ts';

export const ROLLOUTS: Record<string, ProcedureCase> = {
  'connections.startRollout': onConnection({ version: '9.9.9', share: 5 }, 'PACKAGE_NOT_FOUND'),
  'connections.changeRollout': onConnection({ action: 'promote' }, 'ROLLOUT_NOT_FOUND'),
};

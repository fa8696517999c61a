/** The parts of a node that connections are read and written with. */
import type { FastifyInstance } from 'fastify';

export type ConnectionsApp = Pick<
  FastifyInstance,
  | 'database'
  | 'spans'
  | 'cache'
  | 'config'
  | 'dataKeys'
  | 'providers'
  | 'findPackageOwners'
  | 'clock'
  | 'log'
  | 'exchanges'
  | 'metrics'
  | 'simulators'
>;

import { getConnection } from '@feira/schemas/procedures/connections';
import { useStale } from '@feira/shell-kit/use-stale';
import { useEffect } from 'react';
import type { ConnectionPlace } from './connection-place.ts';
import { useConnection } from './use-connections.ts';

/** Reads the connection again and again during a rollout. */
const REFRESH_MS = 5000;

export function useLiveConnection(of: ConnectionPlace['of'], connectionId: string) {
  const query = useConnection(of, connectionId);
  const markStale = useStale();
  const isMoving = query.data?.rollout != null;
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => {
      if (!document.hidden) void markStale(getConnection);
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [isMoving, markStale]);
  return query;
}

import { getConnection } from '@feira/schemas/procedures/connections';
import { useStale } from '@feira/shell-kit/use-stale';
import { useEffect } from 'react';
import { useConnection } from '../../connections/use-connections.ts';

/** Reads the connection again and again during a rollout. */
const REFRESH_MS = 5000;

export function useLiveConnection(platformId: string, connectionId: string) {
  const query = useConnection(platformId, connectionId);
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

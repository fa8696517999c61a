import { useEffect, useState } from 'react';
import { nodesState } from '../../marketplace/package-words.tsx';
import { usePackage } from '../../marketplace/use-packages.ts';

const PAUSE_MS = 1000;
/** After this number of looks without an end something is wrong, and a person decides whether to go on looking. */
const MOST_LOOKS = 60;

/** Asks again and again whether every server has the version, until all have it, one fails, or it took too long. */
export function useReadiness(provider: string, version: string) {
  const { data, refetch, dataUpdatedAt, errorUpdatedAt } = usePackage(provider, version);
  const [looks, setLooks] = useState(0);
  const nodes = data?.versions.find((known) => known.version === version)?.nodes;
  const state = nodes ? nodesState(nodes) : 'loading';
  const isWaiting = state === 'loading' || state === 'none';
  const isSlow = isWaiting && looks >= MOST_LOOKS;
  // Every answer, and every failure to get one, is followed by another look.
  const answeredAt = Math.max(dataUpdatedAt, errorUpdatedAt);
  useEffect(() => {
    if (!isWaiting || isSlow || answeredAt === 0) return;
    const timer = setTimeout(() => {
      setLooks((count) => count + 1);
      void refetch();
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, isSlow, answeredAt, refetch]);
  return { nodes, state, isSlow, keepWaiting: () => setLooks(0) };
}

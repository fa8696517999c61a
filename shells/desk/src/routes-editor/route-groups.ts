/**
 * The order of a method's routes: group after group, within a group by weight. The functions are pure, so that they have tests.
 */

export interface Placed {
  /** A key of the page alone, because a route that was never saved has no id. */
  key: string;
  /** The saved priority; a route of the configuration file keeps it. */
  priority: number;
  isManaged: boolean;
}
export type Groups<R extends Placed> = readonly (readonly R[])[];
export type Direction = 'up' | 'down';

const MAX_PRIORITY = 1000;

export function toGroups<R extends Placed>(routes: readonly R[]): Groups<R> {
  const priorities = [...new Set(routes.map(({ priority }) => priority))].sort((first, second) => first - second);
  return priorities.map((priority) => routes.filter((route) => route.priority === priority));
}

/** Returns each group's priority, or null where it does not fit between those that the configuration file fixes. */
export function numberGroups(groups: Groups<Placed>): number[] | null {
  const numbers: number[] = [];
  for (const group of groups) {
    const held = group.filter(({ isManaged }) => isManaged).map(({ priority }) => priority);
    const next = held[0] ?? (numbers.at(-1) ?? 0) + 1;
    if (next <= (numbers.at(-1) ?? 0) || next > MAX_PRIORITY || held.some((priority) => priority !== next)) return null;
    numbers.push(next);
  }
  return numbers;
}

/** Moves a route out of a shared group into one of its own, else past its neighbour; null where that is not possible. */
export function moveRoute<R extends Placed>(groups: Groups<R>, key: string, direction: Direction): Groups<R> | null {
  const found = findMovable(groups, key);
  if (!found) return null;
  const { index, route, others } = found;
  const step = direction === 'up' ? -1 : 1;
  if (others.length > 0)
    return keepNumbered(replace(groups, index, 1, step < 0 ? [[route], others] : [others, [route]]));
  const neighbour = groups[index + step];
  if (!neighbour) return null;
  return keepNumbered(
    replace(groups, Math.min(index, index + step), 2, step < 0 ? [[route], neighbour] : [neighbour, [route]]),
  );
}

/** Lets a route share payments with the group above; null where there is none. */
export function joinAbove<R extends Placed>(groups: Groups<R>, key: string): Groups<R> | null {
  const found = findMovable(groups, key);
  const above = found && groups[found.index - 1];
  if (!above) return null;
  const { index, route, others } = found;
  const left = others.length > 0 ? [others] : [];
  return keepNumbered(replace(groups, index - 1, 2, [[...above, route], ...left]));
}

/** Adds a route after all others. */
export const addRoute = <R extends Placed>(groups: Groups<R>, route: R): Groups<R> => [...groups, [route]];

export const removeRoute = <R extends Placed>(groups: Groups<R>, key: string): Groups<R> =>
  groups.map((group) => group.filter((route) => route.key !== key)).filter((group) => group.length > 0);

export const changeRoute = <R extends Placed>(groups: Groups<R>, key: string, changed: Partial<R>): Groups<R> =>
  groups.map((group) => group.map((route) => (route.key === key ? { ...route, ...changed } : route)));

function findMovable<R extends Placed>(groups: Groups<R>, key: string) {
  const index = groups.findIndex((group) => group.some((route) => route.key === key));
  const route = groups[index]?.find((candidate) => candidate.key === key);
  if (!route || route.isManaged) return undefined;
  return { index, route, others: groups[index]!.filter((candidate) => candidate !== route) };
}

const replace = <T>(list: readonly T[], start: number, count: number, by: readonly T[]): T[] => [
  ...list.slice(0, start),
  ...by,
  ...list.slice(start + count),
];

const keepNumbered = <R extends Placed>(groups: Groups<R>): Groups<R> | null => (numberGroups(groups) ? groups : null);

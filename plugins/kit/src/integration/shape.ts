/** Compares a request with a documented one by its shape: the keys and the types of their values. */

type Kind = 'null' | 'string' | 'number' | 'boolean' | 'object' | 'array';

const kindOf = (value: unknown): Kind =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : (typeof value as Kind);

/** The kinds of the values at each place; members of lists have no number, and share their places. */
function listKinds(value: unknown, at: string, found = new Map<string, Set<Kind>>()): Map<string, Set<Kind>> {
  const kinds = found.get(at) ?? new Set();
  found.set(at, kinds.add(kindOf(value)));
  if (Array.isArray(value)) for (const member of value) listKinds(member, at, found);
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) listKinds(inner, `${at}.${name}`, found);
  return found;
}

export interface Witness {
  /** Places that are documented and left out on purpose. What lies below them is left out as well. */
  notSent: readonly string[];
  /** Places that may be null or missing. */
  nullable: readonly string[];
}

const isBelow = (place: string, parents: readonly string[]) =>
  parents.some((parent) => place === parent || place.startsWith(`${parent}.`));

/** Returns one sentence for each difference between what is sent and what is documented. */
export function compareShapes(sent: unknown, shown: unknown, at: string, { notSent, nullable }: Witness): string[] {
  const [ours, theirs] = [listKinds(sent, at), listKinds(shown, at)];
  const problems: string[] = [];
  for (const [place, kinds] of ours) {
    const documented = theirs.get(place);
    if (!documented) {
      problems.push(`${place} is sent and not documented`);
      continue;
    }
    for (const kind of kinds)
      if (
        !documented.has(kind) &&
        !(kind === 'null' && isBelow(place, nullable)) &&
        !(documented.size === 1 && documented.has('null'))
      )
        problems.push(`${place} is ${kind}, documented as ${[...documented].join(' or ')}`);
    if (isBelow(place, notSent)) problems.push(`${place} is sent, although notSent names it`);
  }
  for (const place of theirs.keys())
    if (!ours.has(place) && !isBelow(place, notSent) && !isBelow(place, nullable))
      problems.push(`${place} is documented and not sent`);
  return problems;
}

/** Plants bugs in plugin.json and description.json, which are data: each change is a value at a path. */
import { type Change, IS_DESTINATION, IS_REFERENCE, isAboutMoney, type Rule } from './mutant.ts';

type Json = unknown;
type Path = readonly (string | number)[];
interface Edit {
  path: Path;
  /** Undefined removes what is there. */
  value: Json;
}
interface Finding {
  rule: Rule;
  isMoney: boolean;
  edits: Edit[];
}

const isObject = (json: Json): json is Record<string, Json> =>
  typeof json === 'object' && json !== null && !Array.isArray(json);
const at = (json: Json, path: Path): Json =>
  path.reduce<Json>((inner, step) => (inner as Record<string | number, Json> | undefined)?.[step], json);
const entriesAt = (json: Json, path: Path): [string, Json][] => {
  const found = at(json, path);
  return isObject(found) ? Object.entries(found) : [];
};
const pairs = <T>(items: readonly T[]): [T, T][] => items.slice(1).map((item, index) => [items[index]!, item]);

function applyEdits(json: Json, edits: readonly Edit[]): Json {
  const copy = structuredClone(json);
  for (const { path, value } of edits) {
    const parent = at(copy, path.slice(0, -1)) as Record<string | number, Json>;
    const last = path.at(-1)!;
    if (value !== undefined) parent[last] = structuredClone(value);
    else if (Array.isArray(parent)) parent.splice(Number(last), 1);
    else delete parent[last];
  }
  return copy;
}

const show = (value: Json) => (value === undefined ? 'nothing' : (JSON.stringify(value) ?? ''));

/** Returns each change that the rules for this file make; the draw chooses among meanings. */
export function listJsonChanges(
  file: string,
  text: string,
  { draw, manifest }: { draw: () => number; manifest: Json },
): Change[] {
  const json = JSON.parse(text) as Json;
  const findings = file.endsWith('plugin.json') ? findInManifest(json, draw) : findInDescription(json, manifest);
  return findings.map(({ rule, isMoney, edits }) => ({
    rule,
    isMoney,
    place: edits.map(({ path }) => path.join('.')).join(' and '),
    before: edits.map(({ path }) => show(at(json, path))).join(' and '),
    after: edits.map(({ value }) => show(value)).join(' and '),
    content: JSON.stringify(applyEdits(json, edits), null, 2),
  }));
}

/** Meanings that say nothing yet: to take one for another moves nothing. */
const UNDECIDED = ['PENDING', 'WANTED', 'SENT'];

function findInManifest(manifest: Json, draw: () => number): Finding[] {
  const words = entriesAt(manifest, ['status']).flatMap(([table]) => {
    const map = entriesAt(manifest, ['status', table, 'map']);
    const meanings = [...new Set(map.map(([, meaning]) => meaning as string))];
    return map.flatMap(([word, meaning]): Finding[] => {
      const others = meanings.filter((other) => other !== meaning);
      const other = others[Math.floor(draw() * others.length)];
      if (other === undefined) return [];
      const isMoney = [meaning as string, other].some((one) => !UNDECIDED.includes(one));
      return [{ rule: 'swap-words', isMoney, edits: [{ path: ['status', table, 'map', word], value: other }] }];
    });
  });
  const refunds = entriesAt(manifest, ['capabilities', 'methods']).flatMap(([method, capability]): Finding[] => {
    const wider = { none: 'full', full: 'partial' }[String(isObject(capability) && capability.refund)];
    const path = ['capabilities', 'methods', method, 'refund'];
    return wider ? [{ rule: 'widen-refunds', isMoney: true, edits: [{ path, value: wider }] }] : [];
  });
  const one = (rule: Rule, isThere: boolean, path: Path, value: Json): Finding[] =>
    isThere ? [{ rule, isMoney: true, edits: [{ path, value }] }] : [];
  const unit = at(manifest, ['moneyUnit']);
  const authentication = at(manifest, ['webhook', 'authentication', 'type']);
  return [
    ...words,
    ...refunds,
    ...one('change-unit', typeof unit === 'string', ['moneyUnit'], unit === 'cents' ? 'reais' : 'cents'),
    ...one('swallow-errors', at(manifest, ['refusedWhen']) !== undefined, ['refusedWhen'], undefined),
    ...one('drop-reference', at(manifest, ['idempotency', 'supported']) === true, ['idempotency'], {
      supported: false,
    }),
    ...one('drop-reference', at(manifest, ['lookup', 'byReference']) === false, ['lookup', 'byReference'], true),
    ...one(
      'trust-everybody',
      typeof authentication === 'string' && authentication !== 'none',
      ['webhook', 'authentication'],
      { type: 'none' },
    ),
  ];
}

const WRITES = /createTransaction|refund|withdraw|capture|cancel|charge|storeCard|createReceiver/i;
const READS = /^get(Transaction|Withdraw|Refund|Mandate)/;
const SENT = ['json', 'query', 'form', 'headers'];
const READ = ['answer', 'fields'];

function findInDescription(description: Json, manifest: Json): Finding[] {
  const unit = String(at(manifest, ['moneyUnit']) ?? 'cents');
  const meaningsOf = (word: Json) =>
    show(entriesAt(manifest, ['status']).map(([table]) => at(manifest, ['status', table, 'map', String(word)])));
  const isSynonym = (one: Json, other: Json) => /"/.test(meaningsOf(one)) && meaningsOf(one) === meaningsOf(other);
  const words = entriesAt(description, ['words']).flatMap(([table]) => {
    const isOfMoney = !/reason|decline/i.test(table);
    const entries = entriesAt(description, ['words', table]).filter(([, value]) => typeof value === 'string');
    return pairs(entries)
      .filter(([[, one], [, other]]) => one !== other)
      .map(([one, other]) =>
        exchange(
          'swap-words',
          isOfMoney && !isSynonym(one[1], other[1]),
          ['words', table, one[0]],
          ['words', table, other[0]],
          description,
        ),
      );
  });
  const operations = entriesAt(description, ['operations']).flatMap(([name, operation]) =>
    // Null leaves an operation of the family out.
    operation === null ? [] : findInOperation(description, name, unit),
  );
  const events = at(description, ['events']);
  const ofEvents = Array.isArray(events)
    ? events.flatMap((_, index) => findInEvent(description, index, events.length, unit))
    : [];
  return [...words, ...operations, ...ofEvents];
}

const exchange = (rule: Rule, isMoney: boolean, one: Path, other: Path, json: Json): Finding => ({
  rule,
  isMoney,
  edits: [
    { path: one, value: at(json, other) },
    { path: other, value: at(json, one) },
  ],
});

/** Each place below a path that holds a text or a list of texts. */
function listLeaves(json: Json, path: Path): Path[] {
  const found = at(json, path);
  if (isObject(found)) return Object.keys(found).flatMap((key) => listLeaves(json, [...path, key]));
  return found === undefined ? [] : [path];
}

function findInOperation(description: Json, name: string, unit: string): Finding[] {
  const places = [
    ['operations', name],
    ...entriesAt(description, ['operations', name, 'methods']).map(([method]) => [
      'operations',
      name,
      'methods',
      method,
    ]),
  ];
  return places.flatMap((place) => [
    ...SENT.flatMap((part) => findInTemplate(description, [...place, part], name, unit)),
    ...READ.flatMap((part) => findInReads(description, [...place, part], unit)),
    ...findInErrors(description, place, name),
  ]);
}

function findInTemplate(json: Json, path: Path, operation: string, unit: string): Finding[] {
  const isWrite = WRITES.test(operation) && !READS.test(operation);
  const leaves = listLeaves(json, path).filter((leaf) => !leaf.includes('$each') && !leaf.includes('$if'));
  const textOf = (leaf: Path) => `${String(leaf.at(-1))} ${show(at(json, leaf))}`;
  const isMoney = (leaf: Path) => {
    const value = show(at(json, leaf));
    return value.includes('{') ? isAboutMoney(value) : isWrite && isAboutMoney(String(leaf.at(-1)));
  };
  const drops = leaves.map((leaf): Finding => {
    const text = textOf(leaf);
    const isWider = /refund/i.test(operation) && /amount/.test(text);
    const rule = isWider ? 'widen-refunds' : IS_REFERENCE.test(text) ? 'drop-reference' : 'drop-key';
    return { rule, isMoney: isMoney(leaf), edits: [{ path: leaf, value: undefined }] };
  });
  const exchanges = pairs(leaves)
    .filter(([one, other]) => show(at(json, one)) !== show(at(json, other)))
    .map(([one, other]) => {
      const areDestinations = [one, other].every((leaf) => IS_DESTINATION.test(show(at(json, leaf))));
      return exchange(
        areDestinations ? 'exchange-destinations' : 'exchange-fields',
        isMoney(one) || isMoney(other),
        one,
        other,
        json,
      );
    });
  const units = leaves.flatMap((leaf): Finding[] => {
    const value = at(json, leaf);
    const isAmount = typeof value === 'string' && /^\{[\w.]*(amount|price)\b[^}]*\}$/i.test(value);
    return isAmount ? [changeUnit(leaf, value.slice(1, -1), (text) => `{${text}}`, unit)] : [];
  });
  return [...drops, ...exchanges, ...units];
}

/** The same amount in the other unit. */
function changeUnit(path: Path, text: string, wrap: (text: string) => string, unit: string): Finding {
  const [name = '', ...filters] = text.split('|');
  const named = filters.find((filter) => filter === 'cents' || filter === 'reais') ?? unit;
  const rest = filters.filter((filter) => filter !== 'cents' && filter !== 'reais');
  const value = wrap([name, named === 'cents' ? 'reais' : 'cents', ...rest].join('|'));
  return { rule: 'change-unit', isMoney: true, edits: [{ path, value }] };
}

function findInReads(json: Json, path: Path, unit: string): Finding[] {
  const keys = entriesAt(json, path).filter(([, value]) => typeof value === 'string' || Array.isArray(value));
  const isMoney = (key: string) => /amount|status|transactionId|withdrawId|refundId|reference/i.test(key);
  const drops = keys.map(
    ([key]): Finding => ({
      rule: 'drop-key',
      isMoney: isMoney(key),
      edits: [{ path: [...path, key], value: undefined }],
    }),
  );
  const exchanges = pairs(keys)
    .filter(([[, one], [, other]]) => show(one) !== show(other))
    .map(([[one], [other]]) =>
      exchange('exchange-fields', isMoney(one) || isMoney(other), [...path, one], [...path, other], json),
    );
  const units = keys.flatMap(([key, value]): Finding[] =>
    /amount$/i.test(key) && typeof value === 'string' ? [changeUnit([...path, key], value, (text) => text, unit)] : [],
  );
  return [...drops, ...exchanges, ...units];
}

function findInErrors(json: Json, place: Path, operation: string): Finding[] {
  const dropped = ['refusedWhen', 'openWhen']
    .filter((part) => at(json, [...place, part]) !== undefined)
    .map(
      (part): Finding => ({
        rule: 'swallow-errors',
        isMoney: true,
        edits: [{ path: [...place, part], value: undefined }],
      }),
    );
  const missing = at(json, [...place, 'missing']);
  const isLookUp = READS.test(operation) && place.length === 2;
  if (!isLookUp) return dropped;
  const value = [...(Array.isArray(missing) ? missing : []), 403];
  return [...dropped, { rule: 'swallow-errors', isMoney: true, edits: [{ path: [...place, 'missing'], value }] }];
}

function findInEvent(json: Json, index: number, count: number, unit: string): Finding[] {
  const path = ['events', index];
  const subject = at(json, [...path, 'subject']);
  const other = { payment: 'withdraw', withdraw: 'payment' }[String(subject)];
  const conditions = entriesAt(json, [...path, 'when']);
  const drop = (place: Path): Finding => ({
    rule: 'exchange-events',
    isMoney: true,
    edits: [{ path: place, value: undefined }],
  });
  return [
    ...(other
      ? [{ rule: 'exchange-events', isMoney: true, edits: [{ path: [...path, 'subject'], value: other }] } as Finding]
      : []),
    ...(conditions.length > 1 ? conditions.map(([key]) => drop([...path, 'when', key])) : []),
    ...(count > 1 ? [drop(path)] : []),
    ...findInReads(json, [...path, 'fields'], unit),
  ];
}

/** Makes schemas of many equal parts small: what stands in several places is compiled once. */

type Schema = Record<string, unknown>;

/** A schema holds other schemas under these keys: as one, as a list, or by names. */
const ONE = ['items', 'additionalProperties', 'propertyNames', 'not', 'contains'];
const LISTS = ['oneOf', 'anyOf', 'allOf', 'items'];
const NAMED = ['properties', 'patternProperties', 'definitions'];
/** A smaller part is checked faster where it stands than by a call. */
const SMALLEST = 200;

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the schema with each inner one changed. */
function changeInner(schema: Schema, change: (inner: Schema) => Schema): Schema {
  const changed: Schema = { ...schema };
  const changeOne = (inner: unknown) => (isSchema(inner) ? change(inner) : inner);
  for (const name of ONE) if (isSchema(schema[name])) changed[name] = change(schema[name]);
  for (const name of LISTS) if (Array.isArray(schema[name])) changed[name] = schema[name].map(changeOne);
  for (const name of NAMED) {
    const named = schema[name];
    if (isSchema(named))
      changed[name] = Object.fromEntries(Object.entries(named).map(([key, inner]) => [key, changeOne(inner)]));
  }
  return changed;
}

/**
 * Returns a schema that takes the same values, in which large parts that are equal are one definition. Errors name other paths of the schema,
 * and the same paths of the value.
 */
export function shareParts(schema: object): object {
  const counts = new Map<string, number>();
  const count = (part: Schema): Schema => {
    const text = JSON.stringify(part);
    const before = counts.get(text) ?? 0;
    counts.set(text, before + 1);
    // The parts of a part that was seen are shared with it.
    return before > 0 ? part : changeInner(part, count);
  };
  changeInner(schema as Schema, count);

  const definitions: Record<string, Schema> = {};
  const names = new Map<string, string>();
  const share = (part: Schema): Schema => {
    const text = JSON.stringify(part);
    if (text.length < SMALLEST || (counts.get(text) ?? 0) < 2) return changeInner(part, share);
    let name = names.get(text);
    if (name === undefined) {
      name = `shared${names.size}`;
      names.set(text, name);
      definitions[name] = changeInner(part, share);
    }
    return { $ref: `#/definitions/${name}` };
  };
  const shared = changeInner(schema as Schema, share);
  return names.size === 0 ? schema : { ...shared, definitions: { ...(shared.definitions as object), ...definitions } };
}

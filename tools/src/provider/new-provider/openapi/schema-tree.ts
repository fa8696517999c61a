/** Reads schemas as trees of fields, and makes of a schema's own examples one of the whole. */
import type { Json } from '@feira/schemas/description';
import type { Body, Media, Schema } from './read-document.ts';

/** Schemas may hold themselves. */
const DEEPEST = 8;

export interface Field {
  /** As the provider spells it, from the outside in; the members of a list are at "0". */
  place: string[];
  schema: Schema;
  isRequired: boolean;
  /** Other forms that the document allows in this place, of which the first is read. */
  others: number;
  fields: Field[];
  item?: Field;
}

/** Returns the schema with all its parts joined; of alternatives, the first one. */
export function join(schema: Schema, depth = 0): Schema & { others?: number } {
  const { allOf = [], oneOf, anyOf, ...own } = schema ?? {};
  const choices = oneOf ?? anyOf ?? [];
  const parts = [...allOf, ...choices.slice(0, 1)];
  if (parts.length === 0 || depth > DEEPEST) return own;
  const all = [own, ...parts.map((part) => join(part, depth + 1))];
  const joined: Schema & { others?: number } = Object.assign({}, ...all.toReversed());
  joined.properties = Object.assign({}, ...all.map((part) => part.properties));
  joined.required = all.flatMap((part) => part.required ?? []);
  return { ...joined, others: (joined.others ?? 0) + Math.max(0, choices.length - 1) };
}

export function toField(schema: Schema, place: string[] = [], isRequired = true): Field {
  const { others = 0, ...joined } = join(schema);
  const isTooDeep = place.length >= DEEPEST;
  const properties = isTooDeep ? [] : Object.entries(joined.properties ?? {});
  const needed = new Set(joined.required);
  return {
    place,
    schema: joined,
    isRequired,
    others,
    fields: properties.map(([name, inner]) => toField(inner, [...place, name], isRequired && needed.has(name))),
    ...(joined.items && !isTooDeep && { item: toField(joined.items, [...place, '0'], isRequired) }),
  };
}

/** The fields that hold a value, in the order of the document; those of lists only at their first member, if wanted. */
export function listLeaves(field: Field, withLists = false): Field[] {
  if (field.fields.length > 0) return field.fields.flatMap((inner) => listLeaves(inner, withLists));
  if (field.item) return withLists ? listLeaves(field.item, withLists) : [];
  return [field];
}

export const findMedia = (body: Body | undefined): { type: string; media: Media } | undefined => {
  const all = Object.entries(body?.content ?? {});
  const [type, media] = all.find(([name]) => /json/.test(name)) ?? all[0] ?? [];
  return type !== undefined && media ? { type, media } : undefined;
};

/** The example that the document shows of this body, else one made of the examples of its fields; undefined where there is neither. */
export function findExample(media: Media | undefined): Json | undefined {
  if (!media) return undefined;
  const shown = Object.values(media.examples ?? {}).map(({ value }) => value);
  const [first] = [media.example, ...shown].filter((value) => value !== undefined);
  return first ?? (media.schema ? sampleOf(toField(media.schema)) : undefined);
}

/** Leaves out every field of which the document shows no value. */
export function sampleOf({ schema, fields, item }: Field): Json | undefined {
  const own = schema.example ?? schema.examples?.[0] ?? schema.const;
  if (own !== undefined) return withType(own, schema);
  const inner = fields.flatMap((field) => {
    const value = sampleOf(field);
    return value === undefined ? [] : [[field.place.at(-1)!, value] as const];
  });
  if (inner.length > 0) return Object.fromEntries(inner);
  const member = item && sampleOf(item);
  if (member !== undefined) return [member];
  return withType(schema.default ?? schema.enum?.[0], schema);
}

export const isOfType = ({ type }: Schema, ...wanted: string[]) => [type].flat().some((one) => wanted.includes(one!));

/** Documents often write the example of a number as a text. */
function withType(value: Json | undefined, schema: Schema): Json | undefined {
  const isNumber = isOfType(schema, 'integer', 'number') && typeof value === 'string' && value.trim() !== '';
  return isNumber && Number.isFinite(Number(value)) ? Number(value) : value;
}

/** Returns the value at a place of an example. */
export const valueAt = (json: Json | undefined, place: readonly string[]): Json | undefined =>
  place.reduce<Json | undefined>(
    (so, name) => (typeof so === 'object' && so !== null ? (so as Record<string, Json>)[name] : undefined),
    json,
  );

/** The schema of an answer of which the document shows only an example. */
export function schemaOf(json: Json | undefined, depth = 0): Schema {
  if (json === null || json === undefined || depth > DEEPEST) return {};
  if (Array.isArray(json)) return { type: 'array', items: schemaOf(json[0], depth + 1) };
  if (typeof json !== 'object') return { type: typeof json, example: json };
  const inner = Object.entries(json).map(([name, value]) => [name, schemaOf(value, depth + 1)]);
  return { type: 'object', properties: Object.fromEntries(inner) };
}

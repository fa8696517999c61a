/** Makes the fields of a form from an entity, where the schema says all that a control has to know: its limits come from there. */
import type { FromSchema } from '@feira/schemas/common';
import type { Entity, EntityField } from '@feira/schemas/entities/entity';
import { amount, check, count, type Field, orNull, percent, text } from './fields.ts';

type ProblemOf<F extends EntityField> = F extends { problem: infer Key extends string } ? Key : never;

/** A switch, a number or a text. */
type PlainField<F extends EntityField, Value = FromSchema<F['schema']>> = [Value] extends [boolean]
  ? Field<boolean, boolean, never>
  : [Value] extends [string | number | null]
    ? Field<string, Value, ProblemOf<F>>
    : never;

interface PlainSchema {
  type?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  anyOf?: PlainSchema[];
}

function plainField({ schema, audit, problem }: EntityField): Field<string, never, string> {
  const { anyOf, ...own } = schema as PlainSchema;
  const { type, minLength, maxLength, minimum = 0, maximum } = anyOf?.find((part) => part.type !== 'null') ?? own;
  if (type === 'boolean') return check() as never;
  const withLimits = () => {
    if (type !== 'integer')
      return text({ ...(minLength && { problem: problem! }), ...(maxLength && { control: { maxLength } }) });
    if (audit?.kind === 'money') return amount(problem!, minimum, maximum);
    return audit?.kind === 'basisPoints' ? percent(problem!, maximum!, minimum) : count(problem!, minimum, maximum!);
  };
  const inner = withLimits() as Field<string, unknown, string>;
  return (anyOf ? orNull(inner) : inner) as never;
}

/** Returns the fields of an entity in its order. Those that a form shows in a way of its own are given. */
export function entityFields<E extends Entity, const Own extends Partial<Record<keyof E, unknown>>>(
  entity: E,
  own: Own,
): { [Name in keyof E]: Name extends keyof Own ? Own[Name] : PlainField<E[Name]> } {
  return Object.fromEntries(
    Object.entries(entity).map(([name, described]) => [name, own[name as keyof Own] ?? plainField(described)]),
  ) as never;
}

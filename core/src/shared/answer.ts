/** Types of what calls answer and take, as the rows and filters of lists: a field that the schema of a call names is written nowhere else. */
import type { Input, Output, Procedure } from '@feira/schemas/procedure';

/** The type of an output before its schema writes it as JSON. */
export type Answer<T> = T extends string
  ? string extends T
    ? string | Date
    : T
  : T extends readonly (infer Item)[]
    ? Answer<Item>[]
    : T extends object
      ? { [Name in keyof T]: Answer<T[Name]> }
      : T;

type Moment = { format: 'date-time' };
type MomentsOf<Properties> = {
  [Name in keyof Properties]: Properties[Name] extends Moment | { anyOf: readonly [{ type: 'null' }, Moment] }
    ? Name
    : never;
}[keyof Properties];

/** A row of what a call lists under `Name` of its answer, as it is read: its times are dates. */
export type RowOf<P extends Procedure, Name extends string = 'items'> = P['output'] extends {
  properties: { [List in Name]: { items: { properties: infer Properties } } };
}
  ? Output<P> extends { [List in Name]: readonly (infer Row)[] }
    ? { [Field in keyof Row]: Field extends MomentsOf<Properties> ? Date | Extract<Row[Field], null> : Row[Field] }
    : never
  : never;

/** The filter of a call's list. Code that reads the list for another purpose may pass undefined for optional fields. */
export type FilterOf<P extends Procedure, I = Input<P>> = {
  [Name in keyof I]: object extends Pick<I, Name> ? I[Name] | undefined : I[Name];
};

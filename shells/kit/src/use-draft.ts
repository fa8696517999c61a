import { type FormEvent, type RefObject, useMemo, useRef, useState } from 'react';
import type { ApiError } from './client.ts';
import { findFieldProblem, focusFirstProblem } from './field-problems.ts';
import { type Field, findChanges, type Group, type ShownIn, type ShownOf, type Table, type ValueIn } from './fields.ts';
import { useHost } from './host-context.ts';

// biome-ignore lint/suspicious/noExplicitAny: any field will do.
type AnyField = Field<any, any, any>;

interface Bound<Shown> {
  name: string;
  problem: string | undefined;
  onChange: (shown: Shown) => void;
}
/** The properties that a control of form-fields.tsx takes besides its texts. */
export type Control<Shown> = [Shown] extends [boolean]
  ? Bound<Shown> & { isChecked: boolean }
  : Bound<Shown> & { value: Shown } & NonNullable<AnyField['control']>;
export type Controls<T extends Table> = {
  [K in keyof T]: T[K] extends { fields: infer Inner extends Table } ? Controls<Inner> : Control<ShownOf<T[K]>>;
};

/** The state of a call, as useChange returns it. */
interface Change {
  error: ApiError | null;
  isBusy: boolean;
  isDone?: boolean;
  reset: () => void;
}

interface DraftOptions<T extends Table, Key extends string> {
  fields: Group<T, Key>;
  /** The record that the form changes; left out where the form creates one. */
  stored?: Partial<ValueIn<T>> | undefined;
  change: Change;
  /** Returns the text of a problem. */
  say: (problem: Key) => string;
}

/** Keeps the values of a form that a table of fields describes (see fields.ts). Problems show after the first attempt to send it. */
export function useDraft<T extends Table, Key extends string>({ fields, stored, change, say }: DraftOptions<T, Key>) {
  const { locale } = useHost();
  const [edited, setEdited] = useState<ShownIn<T> | null>(null);
  const [isTried, setIsTried] = useState(false);
  const ref = useRef<HTMLFormElement>(null);
  const { error, isBusy, isDone = false, reset } = change;
  // A field may give what it shows keys of its own, which stay as long as what is stored does.
  const saved = useMemo(() => fields.show(stored as ValueIn<T> | undefined, locale), [fields, stored, locale]);
  const shown = edited ?? saved;
  const readShown = (typed: ShownIn<T>) => fields.read(typed, stored as ValueIn<T> | undefined);
  const { value, problems } = readShown(shown);
  const problemCount = Object.keys(problems).length;
  const changes: Partial<ValueIn<T>> = stored ? findChanges(value, readShown(saved).value) : value;

  const problemOf = (path: string): string | undefined => {
    const found = isTried ? problems[path] : undefined;
    return found ? say(found) : findFieldProblem(error, path);
  };
  const edit = (part: Partial<ShownIn<T>>) => {
    if (isDone || error) reset();
    setEdited((before) => ({ ...(before ?? saved), ...part }));
  };
  const clear = () => {
    setEdited(null);
    setIsTried(false);
  };
  return {
    shown,
    /** The values to send: complete once there are no problems. */
    value,
    changes,
    problems,
    problemOf,
    controls: bind(fields, shown, '', problemOf, edit) as Controls<T>,
    isTried,
    isEdited: edited !== null,
    isDirty: edited !== null && (problemCount > 0 || Object.keys(changes).length > 0),
    edit,
    clear,
    /** For DialogForm. */
    dialog: (act: (value: ValueIn<T>) => unknown) => ({
      isBusy,
      error,
      onSend: (): boolean => {
        setIsTried(true);
        if (problemCount === 0) void act(value);
        return problemCount === 0;
      },
    }),
    /** For a form of a page. The act returns nothing where it was refused, and the first field that is marked gets the focus. */
    form: (act: (value: ValueIn<T>) => Promise<unknown>) => ({
      ref: ref as RefObject<HTMLFormElement | null>,
      noValidate: true,
      onSubmit: async (event: FormEvent) => {
        event.preventDefault();
        if (isBusy) return;
        setIsTried(true);
        if (problemCount > 0 || !(await act(value))) focusFirstProblem(ref.current);
      },
    }),
    /** For SaveBar. */
    bar: {
      isBusy,
      error,
      isSaved: isDone,
      problemCount: isTried ? problemCount : 0,
      onDiscard: () => {
        clear();
        reset();
      },
    },
  };
}

/** The controls of a field: those of a group by name, as deep as it goes. */
function bind(
  inner: AnyField & { fields?: Record<string, AnyField> },
  shown: unknown,
  path: string,
  problemOf: (path: string) => string | undefined,
  onChange: (shown: never) => void,
): unknown {
  if (!inner.fields) {
    const set = (next: unknown) => onChange((inner.mask?.(next) ?? next) as never);
    const bound = { name: path, problem: problemOf(path), onChange: set, ...inner.control };
    return typeof shown === 'boolean' ? { ...bound, isChecked: shown } : { ...bound, value: shown };
  }
  const parts = shown as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(inner.fields).map(([name, part]) => {
      // The form itself merges what changed into what the person may have typed since.
      const change = (next: unknown) => onChange((path ? { ...parts, [name]: next } : { [name]: next }) as never);
      return [name, bind(part, parts[name], path ? `${path}.${name}` : name, problemOf, change)];
    }),
  );
}

import { useEffect, useState } from 'react';
import type { ApiError } from './client.ts';
import type { Group, ShownIn, Table, ValueIn } from './fields.ts';
import { useHost } from './host-context.ts';
import { EDIT_CONFLICT } from './use-change.ts';
import { useDraft } from './use-draft.ts';

/** A record as it is read: fields show what it leaves out as empty, also within a group. */
type Versioned<T extends Table> = { [K in keyof ValueIn<T>]?: unknown } & { version: number };

interface VersionedOptions<T extends Table, Key extends string, R> {
  fields: Group<T, Key>;
  /** The record as it was read last; undefined where the form creates one. */
  record: R | undefined;
  change: { error: ApiError | null; isBusy: boolean; isDone?: boolean; reset: () => void };
  say: (problem: Key) => string;
  /** Reads the record anew. */
  reload: () => Promise<{ data?: R | undefined }>;
}

/** A field that changed elsewhere, with its new content; both sides may have changed it. */
export interface ForeignChange {
  name: string;
  shown: unknown;
  isOwnToo: boolean;
}

export interface Conflict {
  error: ApiError;
  /** Undefined while the current record loads. */
  changes: ForeignChange[] | undefined;
  /** Goes on from the current record with what was typed here. */
  keep: () => void;
  /** Shows the current record and drops what was typed. */
  discard: () => void;
}

/** The keys of items in a list are made anew whenever it is shown. */
const withoutKeys = (value: unknown) => JSON.stringify(value, (name, inner) => (name === 'key' ? undefined : inner));
const isSame = (one: unknown, other: unknown): boolean => withoutKeys(one) === withoutKeys(other);

/** Compares what a form shows of the record that it began with, of the current one, and what stands in it now. */
export function findForeignChanges(
  before: Record<string, unknown>,
  current: Record<string, unknown>,
  typed: Record<string, unknown>,
): ForeignChange[] {
  return Object.keys(before)
    .filter((name) => !isSame(before[name], current[name]))
    .map((name) => ({ name, shown: current[name], isOwnToo: !isSame(before[name], typed[name]) }));
}

/** Returns the fields that the person typed into. */
export const findTyped = <S extends object>(before: S, typed: S): Partial<S> =>
  Object.fromEntries(
    Object.entries(typed).filter(([name, shown]) => !isSame(before[name as keyof S], shown)),
  ) as Partial<S>;

/**
 * A draft of a record with a version. The form keeps the record that it began with, so that an answer that arrives meanwhile
 * neither changes what the person reads nor hides that another tab has saved. After a conflict it goes on from the current
 * record, with the fields that were typed here and the others as they are now.
 */
export function useVersionedDraft<T extends Table, Key extends string, R extends Versioned<T>>({
  fields,
  record,
  change,
  say,
  reload,
}: VersionedOptions<T, Key, R>) {
  const { locale } = useHost();
  const [base, setBase] = useState(record);
  const [current, setCurrent] = useState<R | null>(null);
  const [kept, setKept] = useState<Partial<ShownIn<T>> | null>(null);
  const error = change.error?.code === EDIT_CONFLICT ? change.error : null;
  // Typing goes on in a conflict, and its fields are named in one place.
  const seen = error ? { ...change, error: null } : change;
  const draft = useDraft({ fields, ...(base && { stored: base as Partial<ValueIn<T>> }), change: seen, say });
  const { isDirty, shown, clear, edit } = draft;
  if (!isDirty && kept === null && record?.version !== base?.version) setBase(record);
  const hasConflict = error !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the record is read once for each conflict.
  useEffect(() => {
    if (!hasConflict) return setCurrent(null);
    reload().then(({ data }) => data && setCurrent(data));
  }, [hasConflict]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed goes into the form once its base has changed.
  useEffect(() => {
    if (!kept) return;
    clear();
    edit(kept);
    setKept(null);
  }, [kept]);
  const show = (of: R) => fields.show(of as ValueIn<T>, locale);
  const conflict: Conflict | null = error && {
    error,
    changes: current ? findForeignChanges(show(base!), show(current), shown) : undefined,
    keep: () => {
      if (!current) return;
      setKept(findTyped(show(base!), shown));
      change.reset();
      setBase(current);
    },
    discard: () => {
      if (!current) return;
      clear();
      change.reset();
      setBase(current);
    },
  };
  return {
    ...draft,
    /** The record that the form began with. */ base,
    /** The version of a record that is there; 0 while the form creates one. */ version: base?.version ?? 0,
    conflict,
  };
}

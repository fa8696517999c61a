import type { CheckoutBuilderConfig } from '@feira/schemas/checkout';
import type { Output } from '@feira/schemas/procedure';
import {
  endTest,
  getBuilder,
  listTests,
  listVersions,
  publishDraft,
  saveDraft,
  startTest,
} from '@feira/schemas/procedures/checkout-builder';
import type { ApiError } from '@feira/shell-kit/client';
import { useChange } from '@feira/shell-kit/use-change';
import { useProcedureMutation, useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { useStale } from '@feira/shell-kit/use-stale';
import { useCallback, useEffect, useRef, useState } from 'react';
import { change, redo, startHistory, undo } from './history.ts';
import { findProblems } from './problems.ts';

export type BuilderData = Output<typeof getBuilder>;
export type Test = Output<typeof listTests>['items'][number];

/** A pause in typing after which the draft is saved. */
const SAVE_DELAY_MS = 800;

export const useBuilderQuery = (offerId: string) => useProcedureQuery(getBuilder, { offerId });
/** All that are kept: each page may hold a hundred. */
export const useVersions = (offerId: string) => useProcedureQuery(listVersions, { offerId, limit: 100 });
export const useTests = (offerId: string) =>
  useProcedureQuery(listTests, { offerId }, ({ items }) => items.some(({ endedAt }) => endedAt === null));
export const useTestStart = () => useChange(startTest, getBuilder, listTests, listVersions);
export const useTestEnd = () => useChange(endTest, getBuilder, listTests, listVersions);

const isSame = (one: CheckoutBuilderConfig, other: CheckoutBuilderConfig) =>
  JSON.stringify(one) === JSON.stringify(other);

interface Saved {
  config: CheckoutBuilderConfig;
  version: number;
  savedAt: string | null;
}

/** Edits a draft with undo and redo, and saves it by itself. Somebody else's later draft is never overwritten unasked. */
export function useBuilder({ offer, draft }: BuilderData) {
  const offerId = offer.id;
  const [history, setHistory] = useState(() => startHistory(draft.config));
  const [saved, setSaved] = useState<Saved>(draft);
  const [conflict, setConflict] = useState<ApiError | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const { mutateAsync: send } = useProcedureMutation(saveDraft);
  const publishing = useProcedureMutation(publishDraft);
  const markStale = useStale();
  const config = history.present;
  const problems = findProblems(config);
  const hasProblem = Object.keys(problems).length > 0;
  const isDirty = !isSame(config, saved.config);
  const running = useRef<Promise<Saved | null>>(null);

  /** Saves what stands here over the draft of that version; returns null where it was refused. */
  const save = useCallback(
    async (wanted: CheckoutBuilderConfig, version: number): Promise<Saved | null> => {
      setIsSaving(true);
      setError(null);
      try {
        const answer = await send({ offerId, version, config: wanted });
        const next = { config: wanted, ...answer };
        setSaved(next);
        setConflict(null);
        return next;
      } catch (failure) {
        const refused = failure as ApiError;
        if (refused.code === 'EDIT_CONFLICT') setConflict(refused);
        else setError(refused);
        return null;
      } finally {
        setIsSaving(false);
      }
    },
    [offerId, send],
  );

  useEffect(() => {
    if (!isDirty || hasProblem || isSaving || conflict || error) return;
    const timer = setTimeout(() => {
      running.current = save(config, saved.version);
    }, SAVE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [config, isDirty, hasProblem, isSaving, conflict, error, saved.version, save]);

  const edit = (next: CheckoutBuilderConfig, field: string | null) => {
    setError(null);
    setHistory((before) => change(before, next, field));
  };

  /** Waits for a save that is under way, saves what is left, and returns the saved draft. */
  const flush = async (): Promise<Saved | null> => {
    const before = (await running.current) ?? saved;
    running.current = null;
    return isSame(config, before.config) ? before : save(config, before.version);
  };

  const publish = async (): Promise<number | null> => {
    const ready = await flush();
    if (!ready) return null;
    try {
      const { number } = await publishing.mutateAsync({ offerId, version: ready.version });
      await markStale(getBuilder, listVersions);
      return number;
    } catch (failure) {
      const refused = failure as ApiError;
      if (refused.code === 'EDIT_CONFLICT') setConflict(refused);
      else setError(refused);
      return null;
    }
  };

  return {
    config,
    problems,
    hasProblem,
    isDirty,
    isSaving,
    isPublishing: publishing.isPending,
    saved,
    conflict,
    error,
    edit,
    undo: history.past.length > 0 ? () => setHistory(undo) : undefined,
    redo: history.future.length > 0 ? () => setHistory(redo) : undefined,
    flush,
    publish,
    retry: () => setError(null),
    /** Goes on with what stands here, on top of the other draft. */
    keepMine: (theirs: BuilderData['draft']) => void save(config, theirs.version),
    /** Goes on with the other draft; what stood here can be undone to. */
    takeTheirs: (theirs: BuilderData['draft']) => {
      setSaved(theirs);
      setHistory((before) => change(before, theirs.config, null));
      setConflict(null);
    },
  };
}

export type Builder = ReturnType<typeof useBuilder>;

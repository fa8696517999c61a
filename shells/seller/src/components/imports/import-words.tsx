import type { ImportKind, ImportSource, ImportState } from '@feira/schemas/imports';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';

const TONES: Partial<Record<ImportState, StatusTone>> = {
  DONE: 'approved',
  FAILED: 'rejected',
  UNDONE: 'canceled',
  MAPPING: 'refunded',
  CHECKED: 'refunded',
};

export function ImportStatus({ state }: { state: ImportState }) {
  const { t } = useTranslation('imports');
  return <StatusBadge tone={TONES[state] ?? 'pending'} label={t(`states.${state}`)} />;
}

/** Returns a function that says what a file holds and where it comes from, once that is known. */
export function useFileWords() {
  const { t } = useTranslation('imports');
  return ({ kind, source }: { kind: ImportKind | null; source: ImportSource | null }) =>
    [kind && t(`kinds.${kind}`), source && t(`sources.${source}`)].filter(Boolean).join(' · ');
}

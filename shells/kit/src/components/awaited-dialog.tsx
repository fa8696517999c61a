import type { ApiError } from '../client.ts';
import { EmptyState } from './empty-state.tsx';
import { Skeleton } from './figure.tsx';
import { LoadError } from './load-error.tsx';
import { ModalDialog } from './modal-dialog.tsx';

interface AwaitedDialogProps {
  title: string;
  error: ApiError | null;
  isLoading: boolean;
  onRetry: () => unknown;
  missing: { title: string; text: string };
  close: string;
  onClose: () => void;
}

/** Stands in for a dialog whose thing is named by an address alone: until the thing has loaded, and where it is not there. */
export function AwaitedDialog({ title, error, isLoading, onRetry, missing, close, onClose }: AwaitedDialogProps) {
  return (
    <ModalDialog isWide title={title} onClose={onClose}>
      {error && error.code !== 'VALIDATION_FAILED' ? (
        <LoadError error={error} onRetry={onRetry} />
      ) : isLoading ? (
        <Skeleton height={240} />
      ) : (
        <EmptyState icon="search" {...missing} />
      )}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {close}
        </button>
      </div>
    </ModalDialog>
  );
}

import { RoutesEditor } from '@feira/shell-desk/routes-editor/routes-editor.tsx';
import type { PlatformDetails } from './use-platform.ts';

/** Edits the platform's routes of payments to connections. */
export function RoutesPart({ platform: { id, settings } }: { platform: PlatformDetails }) {
  return (
    <RoutesEditor
      platformId={id}
      currency={settings.currency ?? 'BRL'}
      linkTo={(connectionId) => `/master-root/platforms/${id}/connections/${connectionId}`}
    />
  );
}

import { ConnectionPage } from '@feira/shell-desk/connections/connection-page.tsx';
import { NewConnectionPage } from '@feira/shell-desk/connections/new-connection-page.tsx';
import type { PageProps } from '@feira/shell-kit/dashboard';
import { useConnectionPlace } from '../../components/use-connection-place.ts';

/** Shows a connection of the own platform, or the form of a new one in its place. */
export default function OwnConnectionPage({ params }: PageProps) {
  const place = useConnectionPlace();
  if (params.connectionId === 'new') return <NewConnectionPage place={place} />;
  return <ConnectionPage place={place} connectionId={params.connectionId!} />;
}

import { ConnectionPage } from '@feira/shell-desk/connections/connection-page.tsx';
import type { PageProps } from '@feira/shell-kit/dashboard';
import { useConnectionPlace } from '../../components/use-connection-place.ts';
import { CostsPanel } from './costs-panel.tsx';
import './platforms-connections-item.css';
import { VersionsPanel } from './versions-panel.tsx';

/** Shows one connection of a platform, with what masters alone decide: versions and costs. */
export default function PlatformConnectionPage({ params }: PageProps) {
  const platformId = params.id!;
  return (
    <ConnectionPage
      place={useConnectionPlace(platformId)}
      connectionId={params.connectionId!}
      more={(connection) => ({
        form: <VersionsPanel platformId={platformId} connection={connection} />,
        state: <CostsPanel key={connection.id} platformId={platformId} connection={connection} />,
      })}
    />
  );
}

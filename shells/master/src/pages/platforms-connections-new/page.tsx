import { NewConnectionPage } from '@feira/shell-desk/connections/new-connection-page.tsx';
import type { PageProps } from '@feira/shell-kit/dashboard';
import { useConnectionPlace } from '../../components/use-connection-place.ts';

export default function NewPlatformConnectionPage({ params }: PageProps) {
  return <NewConnectionPage place={useConnectionPlace(params.id!)} />;
}

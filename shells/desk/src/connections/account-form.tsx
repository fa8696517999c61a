import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionPlace } from './connection-place.ts';
import { adaptNew, type NewConnection, readManifest } from './new-connection.ts';
import { NewConnectionForm } from './new-connection-form.tsx';
import { type PackageSummary, usePackage } from './use-packages.ts';

interface AccountFormProps {
  place: ConnectionPlace;
  chosen: PackageSummary;
}

/** The newest version's form is known; the form of another version loads when it is chosen. */
export function AccountForm({ place, chosen }: AccountFormProps) {
  const { t } = useTranslation('connections');
  const { newest, versions, provider } = chosen;
  const ready = versions.find(({ nodes }) => nodes.total > 0 && nodes.healthy === nodes.total);
  const [version, setVersion] = useState((ready ?? versions[0])?.version ?? newest);
  // Typed values survive the choice of another version.
  const [draft, setDraft] = useState<NewConnection | null>(null);
  const isNewest = version === newest;
  const { data, error, refetch } = usePackage(provider, version);
  const manifest = isNewest ? chosen.manifest : data?.version === version ? data.manifest : undefined;
  const [shown, setShown] = useState(manifest);
  if (manifest && manifest !== shown) setShown(manifest);
  if (error && !manifest) {
    if (error.code !== 'PACKAGE_NOT_FOUND') return <LoadError error={error} onRetry={refetch} />;
    return <EmptyState icon="search" title={t('new.missingTitle')} text={t('new.missingText')} />;
  }
  if (!shown)
    return (
      <div className="panel" aria-busy="true">
        <Skeleton width="40%" height={24} />
        <Skeleton height={320} />
      </div>
    );
  // The former version's form stays on the screen while another one loads.
  const read = readManifest(shown);
  return (
    <NewConnectionForm
      place={place}
      version={version}
      versions={versions}
      manifest={read}
      isLoading={!manifest}
      draft={draft && adaptNew(draft, read)}
      onDraft={setDraft}
      onVersion={setVersion}
    />
  );
}

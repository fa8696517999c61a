import { ConfirmChange } from '@feira/shell-kit/components/confirm-change';
import { CopyButton } from '@feira/shell-kit/components/copy-button';
import { DoneNote } from '@feira/shell-kit/components/done-note';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatCount, formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { openPage, useAddress } from '@feira/shell-kit/use-address';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readManifest } from '../../marketplace/capabilities.ts';
import { NodesStatus } from '../../marketplace/package-words.tsx';
import '../../marketplace/short-code.css';
import { type PackageDetails, type PackageVersion, useRemoval } from '../../marketplace/use-packages.ts';

/** This page cannot remove versions that came with the release or lie in a folder. */
const isRemovable = ({ source }: PackageVersion) => source === 'upload' || source === 'registry';
/** Names the publisher who answers for an unsigned version. */
const nobodyOf = ({ source }: PackageVersion) =>
  source === 'bundled' ? 'ours' : source === 'folder' ? 'operator' : 'unsigned';
/** The digits after "sha256:" that serve to compare by eye; the copy button copies all of them. */
const SHOWN_DIGEST = [7, 19] as const;

export function VersionsTab({ item }: { item: PackageDetails }) {
  const { t } = useTranslation('marketplace');
  const { change } = useAddress();
  const [leaving, setLeaving] = useState<PackageVersion | null>(null);
  const [done, setDone] = useState('');
  const finish = (version: string) => {
    setLeaving(null);
    // The provider disappears with its last version.
    if (item.versions.every((known) => known.version === version)) return openPage('/master-root/marketplace');
    setDone(t('versions.removed', { version }));
    // The screen leaves the removed version.
    if (version === item.version) change({ version: null }, { isReplaced: true });
  };
  return (
    <>
      <DoneNote text={done} />
      <VersionsList item={item} onRemove={setLeaving} />
      {leaving && <RemoveVersion item={item} version={leaving} onDone={finish} onClose={() => setLeaving(null)} />}
    </>
  );
}

interface VersionsListProps {
  item: PackageDetails;
  onRemove: (version: PackageVersion) => void;
}

function VersionsList({ item, onRemove }: VersionsListProps) {
  const { t } = useTranslation('marketplace');
  const { locale } = useHost();
  const { change } = useAddress();
  const columns: RecordColumn<PackageVersion>[] = [
    {
      key: 'version',
      title: t('versions.version'),
      isHead: true,
      show: ({ version, source }) => <TwoLines first={<strong>{version}</strong>} second={t(`source.${source}`)} />,
    },
    { key: 'digest', title: t('versions.digest'), show: (version) => <Digest version={version} /> },
    {
      key: 'publisher',
      title: t('versions.publisher'),
      show: (version) => version.publisher ?? <span className="muted">{t(`versions.${nobodyOf(version)}`)}</span>,
    },
    {
      key: 'installed',
      title: t('versions.installed'),
      show: ({ installedAt, installedBy }) =>
        installedAt ? (
          <TwoLines first={formatDate(installedAt, locale)} second={installedBy} />
        ) : (
          <span className="muted">–</span>
        ),
    },
    {
      key: 'nodes',
      title: t('versions.nodes'),
      isHead: true,
      show: ({ nodes }) => <NodesStatus nodes={nodes} />,
    },
    {
      key: 'inUse',
      title: t('versions.inUse'),
      isNumber: true,
      show: ({ connections }) => formatCount(connections, locale),
    },
    {
      key: 'actions',
      title: t('versions.actions'),
      isAction: true,
      show: (version) => (
        <span className="list-actions">
          {version.version === item.version ? (
            <span className="muted">{t('versions.shown')}</span>
          ) : (
            <Act
              label={t('versions.open')}
              version={version.version}
              onClick={() => change({ version: version.version, tab: null })}
            />
          )}
          {isRemovable(version) && version.connections === 0 && (
            <Act label={t('versions.remove')} version={version.version} onClick={() => onRemove(version)} />
          )}
        </span>
      ),
    },
  ];
  return (
    <RecordList
      label={t('versions.title')}
      columns={columns}
      records={item.versions}
      keyOf={({ version }) => version}
    />
  );
}

/** Names the version, for those who hear the button alone. */
function Act({ label, version, onClick }: { label: string; version: string; onClick: () => void }) {
  const { t } = useTranslation('marketplace');
  return (
    <button type="button" className="button" onClick={onClick}>
      {label}
      <span className="visually-hidden"> {t('versions.openVersion', { version })}</span>
    </button>
  );
}

function Digest({ version: { digest, version } }: { version: PackageVersion }) {
  const { t } = useTranslation('marketplace');
  if (!digest) return <span className="muted">–</span>;
  return (
    <span className="short-code">
      <code title={digest}>{digest.slice(...SHOWN_DIGEST)}…</code>
      <CopyButton
        text={digest}
        label={t('versions.copyDigest')}
        description={t('versions.copyDigestOf', { version })}
      />
    </span>
  );
}

interface RemoveVersionProps {
  item: PackageDetails;
  version: PackageVersion;
  onDone: (version: string) => void;
  onClose: () => void;
}

function RemoveVersion({ item, version: { version }, onDone, onClose }: RemoveVersionProps) {
  const { t } = useTranslation('marketplace');
  return (
    <ConfirmChange
      isDanger
      title={t('versions.removeTitle', { name: readManifest(item.manifest).name, version })}
      text={t('versions.removeText')}
      action={t('versions.removeAction')}
      change={useRemoval()}
      input={{ provider: item.provider, version }}
      onDone={() => onDone(version)}
      onClose={onClose}
    />
  );
}

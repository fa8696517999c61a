import { StatusBadge } from '@feira/shell-kit/components/status-badge';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Part, StateBadge, useMoment } from './part.tsx';
import type { Installation } from './use-status.ts';

type Upkeep = Installation['upkeep'];

interface Run {
  name: keyof Upkeep;
  when: string;
  state: ReactNode;
}

/** Shows when the books were audited and the database was copied, and says so where the node does not know. */
export function UpkeepPart({ upkeep }: { upkeep: Upkeep | undefined }) {
  const { t } = useTranslation('master');
  const moment = useMoment();
  return (
    <Part
      title={t('status.upkeep')}
      hint={t('status.upkeepHint')}
      records={upkeep && listRuns(upkeep)}
      keyOf={({ name }) => name}
      empty=""
      columns={[
        {
          key: 'name',
          title: t('status.upkeepWhat'),
          isHead: true,
          show: ({ name }) => t(`status.upkeepNames.${name}`),
        },
        { key: 'when', title: t('status.upkeepWhen'), show: ({ when }) => when },
        { key: 'state', title: t('status.state'), isHead: true, show: ({ state }) => state },
      ]}
    />
  );

  function listRuns({ audit, dump, log }: Upkeep): Run[] {
    const unknown = <StatusBadge tone="pending" icon="alert" label={t('status.unknown')} />;
    return [
      {
        name: 'audit',
        when: audit ? moment(audit.endedAt) : t('status.unknownAudit'),
        state: audit ? (
          <StateBadge
            isWell={audit.problems === 0}
            label={audit.problems === 0 ? t('status.auditSound') : t('status.auditUnsound', { count: audit.problems })}
          />
        ) : (
          unknown
        ),
      },
      {
        name: 'dump',
        when: dump ? moment(dump.endedAt) : t('status.unknownDump'),
        state: dump ? <StateBadge isWell label={t('status.done')} /> : unknown,
      },
      {
        name: 'log',
        when: log?.archivedAt ? moment(log.archivedAt) : log ? '–' : t('status.unknownLog'),
        state: log ? (
          <StateBadge isWell={!log.isFailing} label={t(log.isFailing ? 'status.archiveFails' : 'status.archiving')} />
        ) : (
          unknown
        ),
      },
    ];
  }
}

import type { CheckoutBuilderConfig } from '@feira/schemas/checkout';
import { getVersion } from '@feira/schemas/procedures/checkout-builder';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { StatusBadge } from '@feira/shell-kit/components/status-badge';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useVersions } from './use-builder.ts';

interface VersionsPanelProps {
  offerId: string;
  /** Takes the settings of a version into the draft. */
  onUse: (config: CheckoutBuilderConfig, number: number) => void;
}

/** The versions that were published, to go back to. */
export function VersionsPanel({ offerId, onUse }: VersionsPanelProps) {
  const { t } = useTranslation('builder');
  const { locale } = useHost();
  const { data, error, refetch } = useVersions(offerId);
  const [wanted, setWanted] = useState<string | null>(null);
  if (error) return <LoadError error={error} onRetry={refetch} />;
  if (!data) return <div aria-busy="true" />;
  if (data.items.length === 0)
    return <EmptyState icon="history" title={t('versions.none')} text={t('versions.noneText')} />;
  return (
    <>
      <p className="form-hint">{t('versions.hint')}</p>
      <ul className="builder-versions" aria-label={t('tabs.versions')}>
        {data.items.map(({ id, number, publishedAt, publishedBy, isPublished }) => (
          <li key={id}>
            <span>
              <strong>{t('versions.number', { number })}</strong>
              <small>
                {publishedBy
                  ? t('versions.by', {
                      name: publishedBy,
                      date: formatDate(publishedAt, locale),
                      time: formatTime(publishedAt, locale),
                    })
                  : t('versions.before')}
              </small>
            </span>
            {isPublished && <StatusBadge tone="approved" icon="check" label={t('versions.published')} />}
            <button
              type="button"
              className="button"
              aria-label={t('versions.useOf', { number })}
              aria-busy={wanted === id}
              onClick={() => setWanted(id)}
            >
              {t('versions.use')}
            </button>
            {wanted === id && (
              <LoadVersion
                offerId={offerId}
                versionId={id}
                onLoaded={(config) => {
                  setWanted(null);
                  onUse(config, number);
                }}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function LoadVersion(props: { offerId: string; versionId: string; onLoaded: (config: CheckoutBuilderConfig) => void }) {
  const { offerId, versionId, onLoaded } = props;
  const { data, error, refetch } = useProcedureQuery(getVersion, { offerId, versionId });
  const done = useRef(onLoaded);
  done.current = onLoaded;
  useEffect(() => {
    if (data) done.current(data.config);
  }, [data]);
  return error ? <LoadError error={error} onRetry={refetch} /> : null;
}

import { formatPercent } from '@feira/shell-desk/connections/format-percent.ts';
import { type ConnectionDetails, useRolloutStart } from '@feira/shell-desk/connections/use-connections.ts';
import type { ApiError } from '@feira/shell-kit/client';
import { SelectField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { findFieldProblem } from '@feira/shell-kit/field-problems';
import { useHost } from '@feira/shell-kit/host-context';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ShareField } from './share-field.tsx';

interface RolloutStartProps {
  platformId: string;
  connectionId: string;
  provider: string;
  /** The possible versions, the newest first. */
  versions: ConnectionDetails['versions'];
}

const FIRST_SHARE = 10;

export function RolloutStart({ platformId, connectionId, provider, versions }: RolloutStartProps) {
  const { t } = useTranslation('connections');
  const { locale } = useHost();
  const [chosen, setChosen] = useState<string | null>(null);
  const [share, setShare] = useState(FIRST_SHARE);
  const { run, error, isBusy, reset } = useRolloutStart();
  const version = chosen ?? versions[0]!.version;
  const start = async (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) await run({ platformId, connectionId, version, share });
  };
  const problem = findFieldProblem(error, 'version');
  const isMisfit = error?.code === 'CREDENTIALS_INVALID' || error?.code === 'METHOD_UNSUPPORTED';
  return (
    <form className="rollout-start" noValidate onSubmit={start}>
      <div className="form-grid">
        <SelectField
          label={t('versions.to')}
          value={version}
          problem={problem}
          options={versions.map((known) => ({
            value: known.version,
            label: known.isReady ? known.version : t('versions.waiting', { version: known.version }),
          }))}
          onChange={(next) => {
            setChosen(next);
            reset();
          }}
        />
        <ShareField value={share} onChange={setShare} />
      </div>
      <p className="form-hint">{t('versions.startHint')}</p>
      {isMisfit && <Misfit platformId={platformId} provider={provider} version={version} error={error} />}
      {!problem && !isMisfit && <Refusal error={error} />}
      <div>
        <button type="submit" className="button" aria-busy={isBusy}>
          {isBusy ? t('versions.starting') : t('versions.start', { share: formatPercent(share, locale) })}
        </button>
      </div>
    </form>
  );
}

interface MisfitProps {
  platformId: string;
  provider: string;
  version: string;
  error: ApiError;
}

/** The form on this page belongs to the present version: further fields of another version have no place here. */
function Misfit({ platformId, provider, version, error }: MisfitProps) {
  const { t } = useTranslation('connections');
  return (
    <div className="notice notice-error" role="alert">
      <Icon name="alert" />
      <div className="rollout-misfit">
        <strong>{t('versions.misfit', { version })}</strong>
        <ul>
          {error.details.map(({ field, message }) => (
            <li key={field}>
              <code>{field.slice(field.indexOf('.') + 1)}</code>: {message}
            </li>
          ))}
        </ul>
        <span>{t('versions.misfitText')}</span>
      </div>
      <PageLink className="button" to={`/master-root/platforms/${platformId}/connections/new?provider=${provider}`}>
        {t('versions.newConnection')}
      </PageLink>
    </div>
  );
}

import type { PaymentMethod } from '@feira/schemas/common';
import type { Manifest } from '@feira/schemas/manifest';
import type { ApiError } from '@feira/shell-kit/client';
import { SelectField } from '@feira/shell-kit/components/form-fields';
import { findFieldProblem } from '@feira/shell-kit/field-problems';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { EvidenceLevel } from './evidence-level.tsx';
import { type Environment, listEnvironments } from './new-connection.ts';
import { ProviderLogo } from './provider-logo.tsx';
import type { PackageVersion } from './use-packages.ts';
import { WithdrawalsNote } from './withdrawals-note.tsx';

interface AccountFieldsProps {
  manifest: Manifest;
  version: string;
  versions: readonly PackageVersion[];
  environment: Environment;
  methods: readonly PaymentMethod[];
  error: ApiError | null;
  onVersion: (version: string) => void;
  onEnvironment: (environment: Environment) => void;
}

/** Chooses the provider's version and environment, which decides whether real money moves. */
export function AccountFields(props: AccountFieldsProps) {
  const { manifest, version, versions, environment, methods, error, onVersion, onEnvironment } = props;
  const { t } = useTranslation('connections');
  const { locale } = useHost();
  const describe = ({ version: known, nodes }: PackageVersion, index: number) => {
    if (nodes.healthy < nodes.total) return t('new.versionWaiting', { version: known });
    return index === 0 && versions.length > 1 ? t('new.versionNewest', { version: known }) : known;
  };
  return (
    <section className="panel form" aria-label={t('new.account')}>
      <div className="connection-name">
        <ProviderLogo id={manifest.id} name={manifest.name} logo={manifest.logo} />
        <div>
          <h2>{manifest.name}</h2>
          <p className="muted">{manifest.description[locale]}</p>
        </div>
        <EvidenceLevel manifest={manifest} methods={methods} />
      </div>
      <WithdrawalsNote manifest={manifest} />
      <div className="form-grid">
        <SelectField
          label={t('new.environment')}
          hint={t(`environmentHints.${environment}`)}
          problem={findFieldProblem(error, 'environment')}
          value={environment}
          options={listEnvironments(manifest).map((value) => ({ value, label: t(`environments.${value}`) }))}
          onChange={onEnvironment}
        />
        <SelectField
          label={t('new.version')}
          problem={findFieldProblem(error, 'version')}
          value={version}
          options={versions.map((known, index) => ({ value: known.version, label: describe(known, index) }))}
          onChange={onVersion}
        />
      </div>
    </section>
  );
}

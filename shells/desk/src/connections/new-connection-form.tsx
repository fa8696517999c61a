import type { Manifest } from '@feira/schemas/manifest';
import { Icon } from '@feira/shell-kit/components/icon';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { UnsavedGuard } from '@feira/shell-kit/components/unsaved-guard';
import { focusFirstProblem } from '@feira/shell-kit/field-problems';
import { useHost } from '@feira/shell-kit/host-context';
import { openPage } from '@feira/shell-kit/use-address';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountFields } from './account-fields.tsx';
import type { ConnectionPlace } from './connection-place.ts';
import { CredentialFields } from './credential-fields.tsx';
import { findNewProblems, formOfNew, listMethods, type NewConnection, startNew, toCreation } from './new-connection.ts';
import { ServiceFields } from './service-fields.tsx';
import { useCreation } from './use-connections.ts';
import type { PackageVersion } from './use-packages.ts';

interface NewConnectionFormProps {
  place: ConnectionPlace;
  manifest: Manifest;
  version: string;
  /** True while the manifest belongs to another version than the chosen one. */
  isLoading: boolean;
  versions: readonly PackageVersion[];
  /** Null before the first input. */
  draft: NewConnection | null;
  onDraft: (draft: NewConnection) => void;
  onVersion: (version: string) => void;
}

export function NewConnectionForm(props: NewConnectionFormProps) {
  const { place, manifest, version, isLoading, versions, draft, onDraft, onVersion } = props;
  const { t } = useTranslation('connections');
  const { locale } = useHost();
  const [isTried, setIsTried] = useState(false);
  const { run, error, isBusy, reset } = useCreation();
  const [created, setCreated] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const typed = draft ?? startNew(manifest, manifest.name, locale);
  const problems = isTried ? findNewProblems(typed, manifest) : { service: {}, credentials: {} };
  const problemCount = Object.keys(problems.service).length + Object.keys(problems.credentials).length;
  const change = (changed: Partial<NewConnection>) => {
    onDraft({ ...typed, ...changed });
    if (error) reset();
  };
  useEffect(() => {
    // The guard has released the page by now.
    if (created) openPage(`${place.base}/${created}`);
  }, [created, place]);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || isLoading) return;
    setIsTried(true);
    const found = findNewProblems(typed, manifest);
    if (Object.keys({ ...found.service, ...found.credentials }).length > 0) return focusFirstProblem(form.current);
    const done = await run(toCreation(typed, manifest, { ...place.of, version }));
    if (done) setCreated(done.connectionId);
    else focusFirstProblem(form.current);
  };
  return (
    <form ref={form} className="new-connection" noValidate onSubmit={send}>
      <UnsavedGuard isDirty={draft !== null && created === null} />
      <AccountFields
        manifest={manifest}
        version={version}
        versions={versions}
        onVersion={(next) => {
          onVersion(next);
          reset();
        }}
        environment={typed.environment}
        methods={typed.methods}
        error={error}
        onEnvironment={(environment) => change({ environment })}
      />
      <section className="panel form" aria-label={t('form.basics')}>
        <h2>{t('form.basics')}</h2>
        <ServiceFields
          draft={typed}
          capable={listMethods(manifest)}
          problems={problems.service}
          error={error}
          onChange={change}
        />
      </section>
      <section className="panel form" aria-label={t('form.credentials')}>
        <div>
          <h2>{t('form.credentials')}</h2>
          <p className="muted">{t('form.credentialsText')}</p>
          {manifest.docs && (
            <a href={manifest.docs} target="_blank" rel="noreferrer">
              {t('new.docs')} <Icon name="external" size={14} />
            </a>
          )}
        </div>
        <CredentialFields
          form={formOfNew(typed, manifest)}
          draft={typed.credentials}
          stored={[]}
          problems={problems.credentials}
          error={error}
          onChange={(credentials) => change({ credentials })}
        />
      </section>
      <Refusal error={error} />
      <div className="new-connection-actions">
        <p role="status">{problemCount > 0 ? t('new.problems', { count: problemCount }) : t('new.createHint')}</p>
        <PageLink className="button" to={location.pathname}>
          {t('new.otherProvider')}
        </PageLink>
        <button type="submit" className="button button-primary" aria-busy={isBusy || isLoading}>
          {t(isBusy ? 'new.creating' : 'new.create')}
        </button>
      </div>
    </form>
  );
}

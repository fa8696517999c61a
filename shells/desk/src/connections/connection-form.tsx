import { SaveBar } from '@feira/shell-kit/components/save-bar';
import { UnsavedGuard } from '@feira/shell-kit/components/unsaved-guard';
import { focusFirstProblem } from '@feira/shell-kit/field-problems';
import { useHost } from '@feira/shell-kit/host-context';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ConnectionDraft,
  findConnectionProblems,
  formOf,
  formOfDraft,
  toChange,
  toConnectionDraft,
} from './connection-draft.ts';
import type { ConnectionPlace } from './connection-place.ts';
import { CredentialFields } from './credential-fields.tsx';
import { ServiceFields } from './service-fields.tsx';
import { type ConnectionDetails, useConnectionChange } from './use-connections.ts';

interface ConnectionFormProps {
  place: ConnectionPlace;
  connection: ConnectionDetails;
}

/** Edits name, methods, limits and credentials. A connection of the configuration file can only be read here. */
export function ConnectionForm({ place, connection }: ConnectionFormProps) {
  const { t } = useTranslation('connections');
  const { locale } = useHost();
  // The connection as it was when typing began: what others save meanwhile is compared, and never taken for one's own change.
  const [begun, setBegun] = useState<{ draft: ConnectionDraft; from: ConnectionDetails } | null>(null);
  const draft = begun?.draft ?? null;
  const [isTried, setIsTried] = useState(false);
  const { run, error, isBusy, isDone, reset } = useConnectionChange();
  const form = useRef<HTMLFormElement>(null);
  const { id: connectionId, isManaged } = connection;
  const shape = formOf(connection);
  const from = begun?.from ?? connection;
  const before = toConnectionDraft(from, locale);
  const typed = draft ?? before;
  const found = findConnectionProblems(typed, connection);
  const problems = {
    service: isTried ? found.service : {},
    // Fields that the only remaining version requires are marked before the first attempt.
    credentials: isTried || connection.problem === 'CREDENTIALS_INCOMPLETE' ? found.credentials : {},
  };
  const problemCount = isTried ? Object.keys({ ...found.service, ...found.credentials }).length : 0;
  const input = toChange(typed, before, shape);
  const isReplacing = Object.keys(typed.credentials.secrets).length > 0;
  const change = (changed: Partial<ConnectionDraft>) => {
    setBegun({ draft: { ...typed, ...changed }, from });
    if (error) reset();
  };
  const clear = () => {
    setBegun(null);
    setIsTried(false);
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsTried(true);
    if (Object.keys({ ...found.service, ...found.credentials }).length > 0) return focusFirstProblem(form.current);
    if (await run({ ...place.of, connectionId, ...input, formVersion: from.formVersion })) clear();
    else focusFirstProblem(form.current);
  };
  const isDirty = Object.keys(input).length > 0 || isReplacing;
  return (
    <form ref={form} className="connection-form" noValidate onSubmit={save}>
      <UnsavedGuard isDirty={isDirty} />
      <fieldset disabled={isManaged}>
        <section className="panel form" aria-label={t('form.basics')}>
          <h2>{t('form.basics')}</h2>
          <ServiceFields
            draft={typed}
            capable={connection.capableMethods}
            problems={problems.service}
            error={error}
            onChange={change}
          />
        </section>
        <section className="panel form" aria-label={t('form.credentials')}>
          <div>
            <h2>{t('form.credentials')}</h2>
            <p className="credential-intro muted">{t(connection.form ? 'form.credentialsText' : 'form.noForm')}</p>
          </div>
          {connection.form && (
            <CredentialFields
              form={formOfDraft(typed, connection)}
              draft={typed.credentials}
              stored={connection.secrets}
              problems={problems.credentials}
              error={error}
              onChange={(credentials) => change({ credentials })}
            />
          )}
        </section>
      </fieldset>
      <SaveBar
        isDirty={isDirty}
        isBusy={isBusy}
        error={error}
        problemCount={problemCount}
        isSaved={isDone}
        onDiscard={() => {
          clear();
          reset();
        }}
      />
    </form>
  );
}

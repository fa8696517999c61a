import type { IntegrationOwner } from '@feira/schemas/procedures/integrations';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { UnsavedGuard } from '@feira/shell-kit/components/unsaved-guard';
import { focusFirstProblem } from '@feira/shell-kit/field-problems';
import '@feira/shell-kit/styles/forms.css';
import { openPage } from '@feira/shell-kit/use-address';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../deliveries/deliveries.css';
import {
  type ConnectionDraft,
  draftOfNew,
  findProblems,
  hasProblems,
  NO_PROBLEMS,
  toTerms,
} from './connection-draft.ts';
import { ConnectionFields } from './connection-fields.tsx';
import { IntegrationFacts } from './integration-facts.tsx';
import { type Integration, useCreation } from './use-integrations.ts';

interface ConnectFormProps {
  kind: IntegrationOwner;
  base: string;
  integration: Integration;
}

/** Connects a system of the catalogue: says what it is and what is sent there, and takes its key. */
export function ConnectForm({ kind, base, integration }: ConnectFormProps) {
  const { t } = useTranslation('integrations');
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const { run, error, isBusy, reset } = useCreation();
  const [draft, setDraft] = useState<ConnectionDraft | null>(null);
  const [isTried, setIsTried] = useState(false);
  const [created, setCreated] = useState<string | null>(null);
  const typed = draft ?? draftOfNew(integration);
  useEffect(() => {
    // The guard has released the page by now.
    if (created) openPage(`${base}?connection=${created}`);
  }, [created, base]);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsTried(true);
    if (hasProblems(findProblems(typed, integration, []))) return focusFirstProblem(form.current);
    const done = await run({ kind, integration: integration.id, ...toTerms(typed, integration) });
    if (done) setCreated(done.connectionId);
    else focusFirstProblem(form.current);
  };
  return (
    <>
      <IntegrationFacts integration={integration} />
      <form ref={form} className="form" noValidate onSubmit={send}>
        <UnsavedGuard isDirty={draft !== null && created === null} />
        <section className="panel form" aria-labelledby={id}>
          <h2 id={id}>{t('connectTitle')}</h2>
          <ConnectionFields
            kind={kind}
            integration={integration}
            draft={typed}
            stored={[]}
            problems={isTried ? findProblems(typed, integration, []) : NO_PROBLEMS}
            error={error}
            onChange={(next) => {
              setDraft(next);
              if (error) reset();
            }}
          />
          <Refusal error={error} />
          <div className="delivery-acts">
            <button type="submit" className="button button-primary" aria-busy={isBusy}>
              {t('connect')}
            </button>
          </div>
        </section>
      </form>
    </>
  );
}

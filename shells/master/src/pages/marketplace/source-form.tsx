import type { ApiError } from '@feira/shell-kit/client';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { findFieldProblem, focusFirstProblem } from '@feira/shell-kit/field-problems';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PackageSource } from '../../marketplace/use-packages.ts';
import type { PickedFiles } from './package-file.ts';
import { RegistryFields } from './registry-fields.tsx';
import { EMPTY_REGISTRY, findProblems, REGISTRY_FIELDS, type RegistryField, toSource } from './registry-source.ts';
import { UploadFields } from './upload-fields.tsx';

export interface ChosenPackage {
  source: PackageSource;
  signature?: string;
}

interface SourceFormProps {
  isBusy: boolean;
  error: ApiError | null;
  /** Runs after every change, because a refusal concerns the former choice. */
  onEdit: () => void;
  onInspect: (chosen: ChosenPackage) => void;
}

const KINDS = ['upload', 'registry'] as const;

/**
 * The first step of an installation: chooses the package. Half of the form is a file, so it keeps its own draft and is no table
 * of fields.
 */
export function SourceForm({ isBusy, error, onEdit, onInspect }: SourceFormProps) {
  const { t } = useTranslation('marketplace');
  const [kind, setKind] = useState<(typeof KINDS)[number]>('upload');
  const [picked, setPicked] = useState<PickedFiles>({});
  const [draft, setDraft] = useState(EMPTY_REGISTRY);
  const [isTried, setIsTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const problems = findProblems(draft);
  /** Returns the server's message. */
  const refusalOf = (field: RegistryField) =>
    findFieldProblem(error, field === 'signature' ? field : `source.${field}`);
  const problemOf = (field: RegistryField) => {
    const problem = isTried ? problems[field] : undefined;
    return problem ? t(`install.${problem}`) : refusalOf(field);
  };
  // A message beside its field is not repeated below.
  const isOfField = kind === 'registry' && REGISTRY_FIELDS.some(refusalOf);
  const edit =
    <V,>(set: (value: V) => void) =>
    (value: V) => {
      set(value);
      onEdit();
    };
  const choose = (): ChosenPackage | null => {
    if (kind === 'registry') {
      if (Object.keys(problems).length > 0) return null;
      const signature = draft.signature.trim();
      return { source: toSource(draft), ...(signature && { signature }) };
    }
    const { tarball, signature } = picked;
    if (!tarball) return null;
    return {
      source: { kind: 'upload', content: tarball.content },
      ...(signature && { signature: signature.signature }),
    };
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsTried(true);
    const chosen = choose();
    if (chosen) onInspect(chosen);
    else focusFirstProblem(form.current);
  };
  return (
    <form ref={form} className="panel form install-form" noValidate onSubmit={send}>
      <p>{t('install.intro')}</p>
      <fieldset className="form-group">
        <legend>{t('install.sourceLegend')}</legend>
        <div className="segments install-kinds">
          {KINDS.map((known) => (
            <button
              key={known}
              type="button"
              className="segment"
              aria-pressed={known === kind}
              onClick={() => edit(setKind)(known)}
            >
              {t(`install.source.${known}`)}
            </button>
          ))}
        </div>
      </fieldset>
      {kind === 'upload' ? (
        <UploadFields
          picked={picked}
          problem={isTried && !picked.tarball ? t('install.problems.noFile') : undefined}
          onPick={edit(setPicked)}
        />
      ) : (
        <RegistryFields draft={draft} problemOf={problemOf} onChange={edit(setDraft)} />
      )}
      {!isOfField && <Refusal error={error} />}
      <div className="install-actions">
        <button type="submit" className="button button-primary" aria-busy={isBusy}>
          {t(isBusy ? 'install.inspecting' : 'install.inspect')}
        </button>
      </div>
    </form>
  );
}

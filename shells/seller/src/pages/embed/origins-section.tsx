import { MOST_EMBED_ORIGINS, readEmbedOrigin } from '@feira/schemas/rules/embed-origin';
import { TextAreaField } from '@feira/shell-kit/components/form-fields';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { SaveBar } from '@feira/shell-kit/components/save-bar';
import { UnsavedGuard } from '@feira/shell-kit/components/unsaved-guard';
import { field, group, problem } from '@feira/shell-kit/fields';
import '@feira/shell-kit/styles/forms.css';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useEmbedding, useEmbeddingChange } from './use-embed.ts';

const linesOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** One origin a line. */
const ORIGINS = group({
  origins: field({
    show: (stored: string[] | null | undefined): string => (stored ?? []).join('\n'),
    read: (shown: string) => {
      const read = linesOf(shown).map(readEmbedOrigin);
      if (read.includes(null)) return problem('problem');
      return read.length > MOST_EMBED_ORIGINS ? problem('tooMany') : (read as string[]);
    },
  }),
});

/** Edits the sites that may show the seller's checkouts. */
export function OriginsSection() {
  const { t } = useTranslation('embed');
  const { data, error, refetch } = useEmbedding();
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  return data ? <OriginsForm stored={data} label={t('origins')} /> : null;
}

function OriginsForm({ stored, label }: { stored: { origins: string[] }; label: string }) {
  const { t } = useTranslation('embed');
  const id = useId();
  const change = useEmbeddingChange();
  const { controls, isDirty, clear, form, bar } = useDraft({ fields: ORIGINS, stored, change, say: t });
  const save = async (value: { origins: string[] }) => {
    const answer = await change.run(value);
    if (answer) clear();
    return answer;
  };
  return (
    <form {...form(save)} className="form">
      <UnsavedGuard isDirty={isDirty} />
      <section className="panel form embed-panel" aria-labelledby={id}>
        <h2 id={id}>{label}</h2>
        <p className="muted">{t('originsText')}</p>
        <TextAreaField label={t('originsLabel')} hint={t('originsHint')} rows={4} {...controls.origins} />
      </section>
      <SaveBar isDirty={isDirty} {...bar} />
    </form>
  );
}

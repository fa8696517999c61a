import type { addNote } from '@feira/schemas/procedures/profiles';
import { TextAreaField } from '@feira/shell-kit/components/form-fields';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { type FieldsOf, group, text } from '@feira/shell-kit/fields';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProfilePanel } from './profile-panel.tsx';
import { useNewNote, useNoteDeletion, useNotes } from './use-profile.ts';

const FIELDS = group({
  text: text({ problem: 'notes.missing', control: { maxLength: 2_000 } }),
} satisfies FieldsOf<typeof addNote, 'personId'>);

/** Shows what the team noted about the person. Notes stay; the author may take back a slip. */
export function NotesPanel({ personId }: { personId: string }) {
  const { t } = useTranslation('profile');
  const { locale } = useHost();
  const [message, setMessage] = useState('');
  const [after, setAfter] = useState<string | null>(null);
  const query = useNotes(personId, after);
  const deletion = useNoteDeletion();
  const remove = async (noteId: string) => {
    if (await deletion.run({ noteId })) setMessage(t('notes.deleted'));
  };
  return (
    <ProfilePanel title={t('notes.title')} query={query}>
      {({ items, next }) => (
        <>
          <NewNote
            personId={personId}
            onAdded={() => {
              setAfter(null);
              setMessage(t('notes.added'));
            }}
          />
          <p role="status" className={message ? undefined : 'visually-hidden'}>
            {message}
          </p>
          <Refusal error={deletion.error} />
          {items.length === 0 && <p className="muted">{t('notes.none')}</p>}
          <ul className="profile-lines" aria-label={t('notes.title')}>
            {items.map(({ id, authorName, text: words, createdAt, isDeletable }) => (
              <li key={id}>
                <div>
                  <p className="profile-note">{words}</p>
                  <p className="muted profile-note">
                    {`${authorName}, ${formatDate(createdAt, locale)}, ${formatTime(createdAt, locale)}`}
                  </p>
                </div>
                {isDeletable && (
                  <span className="profile-end">
                    <button
                      type="button"
                      className="button"
                      title={t('notes.deletable')}
                      aria-label={t('notes.deleteOf', { text: words.slice(0, 60) })}
                      aria-busy={deletion.isBusy}
                      onClick={() => !deletion.isBusy && void remove(id)}
                    >
                      {t('notes.delete')}
                    </button>
                  </span>
                )}
              </li>
            ))}
          </ul>
          {next && (
            <div>
              <button type="button" className="button" onClick={() => setAfter(next)}>
                {t('notes.more')}
              </button>
            </div>
          )}
        </>
      )}
    </ProfilePanel>
  );
}

function NewNote({ personId, onAdded }: { personId: string; onAdded: () => void }) {
  const { t } = useTranslation('profile');
  const change = useNewNote();
  const { controls, form, clear } = useDraft({ fields: FIELDS, change, say: t });
  const add = form(async (input) => {
    const added = await change.run({ personId, ...input });
    if (!added) return undefined;
    clear();
    onAdded();
    return added;
  });
  return (
    <form className="form" {...add}>
      <TextAreaField label={t('notes.label')} hint={t('notes.hint')} rows={3} {...controls.text} />
      <Refusal error={change.error} />
      <div>
        <button type="submit" className="button" aria-busy={change.isBusy}>
          {t('notes.add')}
        </button>
      </div>
    </form>
  );
}

import { formatDocument } from '@feira/schemas/rules/document';
import { CopyButton } from '@feira/shell-kit/components/copy-button';
import { Icon } from '@feira/shell-kit/components/icon';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from './use-profile.ts';
import { useUserDocument } from './use-user-changes.ts';

const DocumentDialog = lazy(() => import(/* webpackChunkName: "document-dialog" */ './document-dialog.tsx'));

/** Shows the document only on request, because every look is recorded. */
export function UserDocument({ user }: { user: User }) {
  const { t } = useTranslation('admin');
  const { data, error, isPending, mutate, reset } = useUserDocument();
  const [isOpen, setIsOpen] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const finish = () => {
    setIsOpen(false);
    setIsSaved(true);
    // The shown document is no longer the stored one.
    reset();
  };
  return (
    <span className="user-actions">
      <span className="user-document">
        {data ? <ShownDocument document={data.document} /> : <span aria-hidden="true">•••.•••.•••-••</span>}
        {!data && (
          <button
            type="button"
            className="button"
            aria-busy={isPending}
            aria-describedby="user-document-note"
            onClick={() => !isPending && mutate({ personId: user.id })}
          >
            <Icon name="eye" size={18} />
            {t('users.showDocument')}
          </button>
        )}
        <button type="button" className="button" onClick={() => setIsOpen(true)}>
          {t('users.correctDocument')}
        </button>
      </span>
      {!data && (
        <span id="user-document-note" className="form-hint">
          {t('users.documentNote')}
        </span>
      )}
      {isSaved && <span role="status">{t('users.corrected')}</span>}
      <Refusal error={error} />
      {isOpen && (
        <Suspense fallback={null}>
          <DocumentDialog user={user} onDone={finish} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </span>
  );
}

function ShownDocument({ document }: { document: string | null }) {
  const { t } = useTranslation('admin');
  if (!document) return <span role="status">{t('users.noDocument')}</span>;
  return (
    <span className="user-document" role="status">
      {formatDocument(document)}
      <CopyButton text={document} label={t('users.copyDocument')} />
    </span>
  );
}

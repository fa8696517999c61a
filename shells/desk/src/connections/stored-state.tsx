import { Icon } from '@feira/shell-kit/components/icon';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import type { StoredSecret } from './use-connections.ts';

interface StoredStateProps {
  title: string;
  stored: StoredSecret;
  isRequired: boolean;
  isRemoved: boolean;
  problem: string | undefined;
  /** True where the field has just returned to its stored value, so the focus comes here. */
  isBack: boolean;
  onReplace: () => void;
  onRemove: () => void;
  onKeep: () => void;
}

/** This button takes the place of the pressed one, which is gone. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus();

/** Says that a secret is stored and since when, and offers to replace or remove it. */
export function StoredState(props: StoredStateProps) {
  const { title, stored, isRequired, isRemoved, problem, isBack, onReplace, onRemove, onKeep } = props;
  const { t } = useTranslation('connections');
  const { locale } = useHost();
  return (
    <>
      <div className="secret-stored">
        <span>
          <Icon name={isRemoved ? 'trash' : 'lock'} size={16} />
          {isRemoved ? t('secret.removing') : t('secret.storedAt', { date: formatDate(stored.updatedAt, locale) })}
        </span>
        {isRemoved ? (
          <button
            key="keep"
            type="button"
            className="button"
            aria-label={t('secret.keepOf', { title })}
            ref={takeFocus}
            onClick={onKeep}
          >
            {t('secret.keep')}
          </button>
        ) : (
          <button
            key="replace"
            type="button"
            className="button"
            aria-label={t('secret.replaceOf', { title })}
            ref={isBack ? takeFocus : undefined}
            onClick={onReplace}
          >
            {t('secret.replace')}
          </button>
        )}
        {!isRequired && !isRemoved && (
          <button type="button" className="button" aria-label={t('secret.removeOf', { title })} onClick={onRemove}>
            {t('secret.remove')}
          </button>
        )}
      </div>
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

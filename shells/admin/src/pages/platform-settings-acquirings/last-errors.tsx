import { useProviderWords } from '@feira/shell-desk/provider-words/provider-words.tsx';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import type { Health } from './use-acquirings.ts';

const SHOWN_AT_FIRST = 3;

/** Lists the last errors with their meaning and their remedy. */
export function LastErrors({ errors }: { errors: Health['errors'] }) {
  const { t } = useTranslation('acquirings');
  const [newest, older] = [errors.slice(0, SHOWN_AT_FIRST), errors.slice(SHOWN_AT_FIRST)];
  return (
    <div className="acquiring-part">
      <h3>{t('errors')}</h3>
      {errors.length === 0 && <p className="muted">{t('noErrors')}</p>}
      <ErrorList errors={newest} />
      {older.length > 0 && (
        <details>
          <summary>{t('moreErrors', { count: older.length })}</summary>
          <ErrorList errors={older} />
        </details>
      )}
    </div>
  );
}

function ErrorList({ errors }: { errors: Health['errors'] }) {
  const { t } = useTranslation('acquirings');
  const { locale } = useHost();
  const words = useProviderWords();
  return (
    <ul className="acquiring-errors">
      {errors.map(({ at, operation, code, message, paymentId }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may have failed in the same moment, and the list is only replaced whole.
        <li key={`${at} ${index}`}>
          <strong>{words.error(code)}</strong>
          <span className="muted">
            {t('errorWhen', {
              operation: words.operation(operation),
              at: `${formatDate(at, locale)} ${formatTime(at, locale)}`,
            })}
          </span>
          {message && <span>{words.transport(message) ?? t('providerSaid', { message })}</span>}
          {words.advice(code) && <span>{words.advice(code)}</span>}
          {paymentId && <span className="muted">{t('payment', { id: paymentId })}</span>}
        </li>
      ))}
    </ul>
  );
}

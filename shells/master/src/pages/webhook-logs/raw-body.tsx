import { CopyButton } from '@feira/shell-kit/components/copy-button';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBody } from './format-body.ts';

/** Shows the received body, formatted where that is possible, and as it came. */
export function RawBody({ body, bytes }: { body: string | null; bytes: number }) {
  const { t } = useTranslation('webhookLogs');
  const id = useId();
  const [isRaw, setIsRaw] = useState(false);
  const pretty = body === null ? null : formatBody(body);
  const text = isRaw || pretty === null ? (body ?? '') : pretty;
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel-head webhook-head">
        <h2 id={id}>{t('body')}</h2>
        {text && (
          <div className="webhook-tools">
            {pretty !== null && pretty !== body && (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one row of segments in every browser.
              <div className="segments" role="group" aria-label={t('bodyView')}>
                {[false, true].map((raw) => (
                  <button
                    key={String(raw)}
                    type="button"
                    className="segment"
                    aria-pressed={isRaw === raw}
                    onClick={() => setIsRaw(raw)}
                  >
                    {t(raw ? 'raw' : 'pretty')}
                  </button>
                ))}
              </div>
            )}
            <CopyButton text={text} label={t('copyBody')} />
          </div>
        )}
      </div>
      <p className="muted webhook-note">{t(bytes === 0 ? 'bodyEmpty' : body === null ? 'bodyBinary' : 'bodyHelp')}</p>
      {text && <TextBlock label={t('body')} text={text} />}
    </section>
  );
}

/** Shows a text with its lines; the keyboard reaches it because it scrolls. */
export function TextBlock({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a second region of the same name would only be in the way.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <div className="webhook-text" role="group" aria-label={label} tabIndex={0}>
      <pre>{text}</pre>
    </div>
  );
}

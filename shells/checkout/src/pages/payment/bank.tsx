import { formatMoment, type SceneProps } from './scene-props.ts';

/** Leads the buyer to the page of the bank, which leads back here. */
export function Bank({ t, locale, payment }: SceneProps) {
  const { url, expiresAt } = payment.nextStep ?? {};
  if (url === undefined) return null;
  return (
    <section className="block">
      <p className="actions">
        <a className="primary" href={url} rel="noopener noreferrer">
          {t('bankOpen')}
        </a>
      </p>
      <p className="note">{t('bankHost', { host: new URL(url).host })}</p>
      {expiresAt && <p className="note">{t('bankUntil', { date: formatMoment(expiresAt, locale) })}</p>}
    </section>
  );
}

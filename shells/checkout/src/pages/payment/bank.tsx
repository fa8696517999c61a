import { formatMoment, type SceneProps } from './scene-props.ts';

/** Leads the buyer to the page of the bank, which leads back here, or opens it by a form in a tab of its own. */
export function Bank({ t, locale, payment }: SceneProps) {
  const { url, form, expiresAt } = payment.nextStep ?? {};
  if (url === undefined) return null;
  const { host } = new URL(url);
  return (
    <section className="block">
      {form ? (
        <form className="actions" method="post" action={url} target="_blank" rel="noopener noreferrer">
          {Object.entries(form).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button className="primary" type="submit">
            {t('bankOpen')}
          </button>
        </form>
      ) : (
        <p className="actions">
          <a className="primary" href={url} rel="noopener noreferrer">
            {t('bankOpen')}
          </a>
        </p>
      )}
      <p className="note">{t(form ? 'bankTab' : 'bankHost', { host })}</p>
      {expiresAt && <p className="note">{t('bankUntil', { date: formatMoment(expiresAt, locale) })}</p>}
    </section>
  );
}

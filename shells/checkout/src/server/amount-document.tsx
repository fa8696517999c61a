import type { AmountDocumentInput } from '@feira/schemas/documents';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { Brand } from '../components/brand.tsx';
import { Languages } from '../components/languages.tsx';
import amountStyle from '../styles/amount.css';
import baseStyle from '../styles/base.css';
import contactStyle from '../styles/contact.css';
import { createTranslate } from '../texts.ts';
import { drawOnce } from './draw.ts';
import { framed } from './guard.ts';
import { createDocument, NO_ICON, textsOf } from './html.ts';
import { themeStyle } from './theme.ts';

/** The form needs no script, and loads none. It leads to the checkout, whose address has the amount. */
export function renderAmount({ nonce, ...input }: AmountDocumentInput): string {
  const { locale, sellerName, logoUrl, colorPrimary, title, description, coin, query, error } = input;
  const t = createTranslate(textsOf(locale, 'shared', 'amount'), locale);
  const money = (cents: number) => formatCurrency(cents, coin, locale);
  const body = drawOnce(
    <>
      <header className="top">
        <Brand logoUrl={logoUrl} sellerName={sellerName} />
        <Languages locale={locale} urls={input.languageUrls} label={t('languages')} />
      </header>
      <main className="contact">
        <h1>{title}</h1>
        {description && <p className="described">{description}</p>}
        <form className="block" method="get" action="?">
          {Object.entries(query).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <div className="field">
            <label htmlFor="amount">{t('amountLabel')}</label>
            <input
              id="amount"
              name="amount"
              required
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              placeholder={money(input.least)}
              defaultValue={input.typed}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? 'amount-error' : 'amount-range'}
            />
            {error && (
              <p className="error" id="amount-error" role="alert">
                {error}
              </p>
            )}
            <p className="note" id="amount-range">
              {t('amountRange', { least: money(input.least), most: money(input.most) })}
            </p>
          </div>
          <button className="primary" type="submit">
            {t('amountContinue')}
          </button>
        </form>
      </main>
      <footer>
        <p>{t('processedBy', { platform: input.platformName, seller: sellerName })}</p>
      </footer>
    </>,
  );
  const style = themeStyle(colorPrimary) + baseStyle + contactStyle + amountStyle;
  return createDocument({
    locale,
    nonce,
    title: `${title} · ${sellerName}`,
    guard: framed(input.embed),
    head: NO_ICON,
    style,
    body,
  });
}

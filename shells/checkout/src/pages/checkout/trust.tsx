import { formatCnpj } from '@feira/schemas/rules/cnpj';
import type { StaticProps } from './static-props.ts';

/** Says who sells, how long the money comes back, and how to reach them. */
export function Trust({ boot, t }: StaticProps) {
  const { checkout, platformName, locale } = boot;
  const { sellerName: seller, sellerDocument, guaranteeDays, supportEmail, termsUrl, privacyUrl } = checkout;
  const identity = sellerDocument ? `${seller} · CNPJ ${formatCnpj(sellerDocument)}` : seller;
  const links: [string, string][] = [];
  if (supportEmail) links.push([t('contact'), `mailto:${supportEmail}`]);
  links.push([t('refund'), `/request-refund${locale === 'en' ? '?lang=en' : ''}`]);
  if (termsUrl) links.push([t('terms'), termsUrl]);
  if (privacyUrl) links.push([t('privacy'), privacyUrl]);
  return (
    <section className="trust" aria-label={t('trust')}>
      {guaranteeDays ? <p className="guarantee">{t('guarantee', { count: guaranteeDays })}</p> : null}
      <p>
        <b>{t('soldBy', { seller: identity })}</b> {t('processedBy', { platform: platformName, seller })}
      </p>
      <ul>
        {links.map(([name, href]) => (
          <li key={href}>
            <a href={href}>{name}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

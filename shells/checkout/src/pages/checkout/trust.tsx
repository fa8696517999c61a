import { HOST_PATHS } from '@feira/schemas/addresses';
import { sellerIdentity } from '../../components/seller-identity.ts';
import type { StaticProps } from './static-props.ts';

/** Says who sells, how long the money comes back, and how to reach them. */
export function Trust({ boot, t }: StaticProps) {
  const { checkout, platformName, locale } = boot;
  const { sellerName: seller, guaranteeDays, supportEmail, termsUrl, privacyUrl } = checkout;
  const language = locale === 'en' ? '?lang=en' : '';
  const links: [string, string][] = [
    [t('contact'), `/checkout/${checkout.id}/contact${language}`],
    ...(supportEmail ? [[supportEmail, `mailto:${supportEmail}`] as [string, string]] : []),
    [t('refund'), `${HOST_PATHS.requestRefund}${language}`],
    [t('ownData'), `${HOST_PATHS.privacy}${language}`],
  ];
  if (termsUrl) links.push([t('terms'), termsUrl]);
  if (privacyUrl) links.push([t('privacy'), privacyUrl]);
  return (
    <section className="trust" aria-label={t('trust')}>
      {guaranteeDays ? <p className="guarantee">{t('guarantee', { count: guaranteeDays })}</p> : null}
      <p>
        <b>{t('soldBy', { seller: sellerIdentity(checkout) })}</b>{' '}
        {t('processedBy', { platform: platformName, seller })}
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

import { useTranslation } from 'react-i18next';
import { useBrand } from '../../brand.ts';

/** Links to the platform's terms, where it has published some. */
export function TermsNote() {
  const { t } = useTranslation('signIn');
  const { termsUrl, privacyUrl } = useBrand()?.customization.redirection ?? {};
  const links = [
    termsUrl && { href: termsUrl, text: t('terms') },
    privacyUrl && { href: privacyUrl, text: t('privacy') },
  ].filter((link) => !!link);
  if (links.length === 0) return null;
  return (
    <p className="terms">
      {t('register.terms')}{' '}
      {links.map(({ href, text }, index) => (
        <span key={href}>
          {index > 0 && ` ${t('and')} `}
          <a href={href} target="_blank" rel="noreferrer">
            {text}
            <span className="visually-hidden"> {t('newTab')}</span>
          </a>
        </span>
      ))}
      .
    </p>
  );
}

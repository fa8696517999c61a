import type { ManifestForm } from '@feira/schemas/manifest';
import { findCredentialHelp } from '@feira/schemas/rules/credential-help';
import { Icon } from '@feira/shell-kit/components/icon';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import './asks.css';

/** Lists the credentials that a connection needs, and marks those that the former version did not need. */
export function CredentialList({ form, fresh = [] }: { form: ManifestForm; fresh?: readonly string[] }) {
  const { t } = useTranslation('marketplace');
  const { locale } = useHost();
  // A database keeps the order of lists, but not of properties.
  const names = new Set([...form.required, ...Object.keys(form.properties)]);
  const fields = [...names].flatMap((name) => (form.properties[name] ? [[name, form.properties[name]] as const] : []));
  if (fields.length === 0) return <span className="muted">{t('facts.noCredentials')}</span>;
  return (
    <ul className="asks">
      {fields.map(([name, field]) => {
        const { title, secret = false, format } = field;
        const help = findCredentialHelp(name, field);
        return (
          <li key={name} className={fresh.includes(name) ? 'asks-new' : undefined}>
            <span className="asks-title">
              {title[locale]}
              {secret && (
                <span className="tag">
                  <Icon name="lock" size={14} />
                  {t('facts.secret')}
                </span>
              )}
              {format === 'certificate' && <span className="tag">{t('facts.certificateFile')}</span>}
              {!form.required.includes(name) && <span className="tag">{t('facts.optional')}</span>}
              {fresh.includes(name) && <span className="tag asks-tag">{t('review.newTag')}</span>}
            </span>
            {help && <span className="muted">{help[locale]}</span>}
          </li>
        );
      })}
    </ul>
  );
}

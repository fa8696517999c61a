import type { ContactDocumentInput } from '@feira/schemas/documents';
import { Brand } from '../components/brand.tsx';
import baseStyle from '../styles/base.css';
import contactStyle from '../styles/contact.css';
import { createTranslate, type TextKey, type Translate } from '../texts.ts';
import { drawOnce } from './draw.ts';
import { createDocument, NO_ICON, textsOf } from './html.ts';
import { themeStyle } from './theme.ts';

type PartProps = Omit<ContactDocumentInput, 'nonce'> & { t: Translate };

interface LineProps extends PartProps {
  name: string;
  label: TextKey;
  type?: string;
  autoComplete?: string;
}

function Line({ name, label, type, autoComplete, t, values, error }: LineProps) {
  const problem = error?.fields[name];
  const shared = {
    id: name,
    name,
    required: true,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': problem && `${name}-error`,
    defaultValue: values[name],
  };
  return (
    <div className="field">
      <label htmlFor={name}>{t(label)}</label>
      {type ? (
        <input {...shared} type={type} autoComplete={autoComplete} maxLength={type === 'email' ? 254 : 60} />
      ) : (
        <textarea {...shared} rows={6} maxLength={2000} />
      )}
      {problem && (
        <p className="error" id={`${name}-error`}>
          {problem}
        </p>
      )}
    </div>
  );
}

function ContactForm(props: PartProps) {
  const { t, title, formAction, asksBuyer, error } = props;
  return (
    <form className="block" method="post" action={formAction}>
      <p className="note">{t('contactAbout', { title })}</p>
      {error && (
        <p className="notice" role="alert">
          {error.message}
        </p>
      )}
      {asksBuyer && (
        <>
          <Line {...props} name="name" label="contactName" type="text" autoComplete="name" />
          <Line {...props} name="email" label="contactEmail" type="email" autoComplete="email" />
        </>
      )}
      <Line {...props} name="text" label="contactText" />
      <p className="note">{t(asksBuyer ? 'contactAnswer' : 'contactAnswerBuyer')}</p>
      <button className="primary" type="submit">
        {t('contactSend')}
      </button>
    </form>
  );
}

/** The form needs no script, and loads none. */
export function renderContact({ nonce, ...input }: ContactDocumentInput): string {
  const { locale, sellerName, logoUrl, colorPrimary, backUrl, isSent, platformName } = input;
  const t = createTranslate(textsOf(locale, 'shared', 'contact'), locale);
  const title = t(isSent ? 'contactSent' : 'contactTitle', { seller: sellerName });
  const body = drawOnce(
    <>
      <header className="top">
        <Brand logoUrl={logoUrl} sellerName={sellerName} />
      </header>
      <main className="contact">
        <h1>{title}</h1>
        {isSent ? <p>{t('contactSentText', { seller: sellerName })}</p> : <ContactForm {...input} t={t} />}
        <p>
          <a href={backUrl}>{t('contactBack')}</a>
        </p>
      </main>
      <footer>
        <p>{t('processedBy', { platform: platformName, seller: sellerName })}</p>
      </footer>
    </>,
  );
  const style = themeStyle(colorPrimary) + baseStyle + contactStyle;
  return createDocument({ locale, nonce, title, head: NO_ICON, style, body });
}

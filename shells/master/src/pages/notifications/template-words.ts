import { useTranslation } from 'react-i18next';

/** Returns the name of a kind of mail; one that is newer than this page is named as the server names it. */
export function useTemplateWords(): (template: string) => string {
  const { i18n } = useTranslation('master');
  return (template) => {
    const key = `mails.templates.${template}`;
    return i18n.exists(key, { ns: 'master' }) ? i18n.getFixedT(null, 'master')(key as 'mails.title') : template;
  };
}

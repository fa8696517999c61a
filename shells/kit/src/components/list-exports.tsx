import type { Procedure } from '@feira/schemas/procedure';
import { useTranslation } from 'react-i18next';
import { useHost } from '../host-context.ts';
import { Icon } from './icon.tsx';

const FORMATS = ['csv', 'xlsx'] as const;

interface ListExportsProps {
  procedure: Pick<Procedure, 'name'>;
  /** The filter of the list; pages and undefined values are left out. */
  input: object;
  sort?: string | undefined;
}

/** Downloads all rows of a list's filter as files. The browser shows the progress. */
export function ListExports({ procedure, input, sort }: ListExportsProps) {
  const { t } = useTranslation('kit');
  const { locale } = useHost();
  const filter = Object.entries({ ...input, sort, after: undefined, limit: undefined }).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  const addressOf = (format: (typeof FORMATS)[number]) => {
    const parameters = new URLSearchParams(filter.map(([name, value]) => [name, String(value)]));
    parameters.set('format', format);
    parameters.set('lang', locale);
    return `/exports/${procedure.name}?${parameters}`;
  };
  return FORMATS.map((format) => (
    <a key={format} className="button button-small" href={addressOf(format)} download>
      <Icon name="download" size={16} />
      <span className="visually-hidden">{t('list.export')} </span>
      {format.toUpperCase()}
    </a>
  ));
}

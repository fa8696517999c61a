import type { Procedure } from '@feira/schemas/procedure';
import { useTranslation } from 'react-i18next';
import { useHost } from '../host-context.ts';
import '../styles/record-list.css';
import { Icon } from './icon.tsx';

const FORMATS = ['csv', 'xlsx'] as const;
type Format = (typeof FORMATS)[number];

interface ExportLinksProps {
  /** Stands before the name of the format, for people who do not see the icon. */
  label: string;
  addressOf: (format: Format) => string;
}

/** Links to a file in each format. The browser shows the progress. */
export const ExportLinks = ({ label, addressOf }: ExportLinksProps) =>
  FORMATS.map((format) => (
    <a key={format} className="button button-small" href={addressOf(format)} download>
      <Icon name="download" size={16} />
      <span className="visually-hidden">{label} </span>
      {format.toUpperCase()}
    </a>
  ));

interface ListExportsProps {
  procedure: Pick<Procedure, 'name'>;
  /** The filter of the list; pages and undefined values are left out. */
  input: object;
  sort?: string | undefined;
}

/** Downloads all rows of a list's filter as files. */
export function ListExports({ procedure, input, sort }: ListExportsProps) {
  const { t } = useTranslation('kit');
  const { locale } = useHost();
  const filter = Object.entries({ ...input, sort, after: undefined, limit: undefined }).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  const addressOf = (format: Format) => {
    const parameters = new URLSearchParams(filter.map(([name, value]) => [name, String(value)]));
    parameters.set('format', format);
    parameters.set('lang', locale);
    return `/exports/${procedure.name}?${parameters}`;
  };
  return <ExportLinks label={t('list.export')} addressOf={addressOf} />;
}

import type { Procedure } from '@feira/schemas/procedure';
import { useTranslation } from 'react-i18next';
import { useHost } from '../host-context.ts';
import '../styles/record-list.css';
import { Icon } from './icon.tsx';

const FORMATS = ['csv', 'xlsx'] as const;

interface ExportLinksProps {
  /** Stands before the name of the format, for people who do not see the icon. */
  label: string;
  /** The address of the file. */
  path: string;
  /** The filter of the list; pages and undefined values are left out. */
  input: object;
}

/** Links to a file in each format, with all rows of a list's filter. The browser shows the progress. */
export function ExportLinks({ label, path, input }: ExportLinksProps) {
  const { locale: lang } = useHost();
  const filter = Object.entries({ ...input, after: undefined, limit: undefined }).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  );
  return FORMATS.map((format) => (
    <a
      key={format}
      className="button button-small"
      href={`${path}?${new URLSearchParams([...filter, ['format', format], ['lang', lang]])}`}
      download
    >
      <Icon name="download" size={16} />
      <span className="visually-hidden">{label} </span>
      {format.toUpperCase()}
    </a>
  ));
}

interface ListExportsProps {
  procedure: Pick<Procedure, 'name'>;
  input: object;
  sort?: string | undefined;
}

/** Downloads a list in its order. */
export function ListExports({ procedure: { name }, input, sort }: ListExportsProps) {
  const { t } = useTranslation('kit');
  return <ExportLinks label={t('list.export')} path={`/exports/${name}`} input={{ ...input, sort }} />;
}

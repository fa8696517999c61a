import { IMPORT_KINDS, IMPORT_SOURCES, type ImportKind, type ImportSource } from '@feira/schemas/imports';
import { CheckField, SelectField } from '@feira/shell-kit/components/form-fields';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ImportDetails, useCheck, useImport } from '../../components/imports/use-imports.ts';

const NONE = '';

interface MappingFormProps {
  record: ImportDetails;
  onDone: () => void;
}

/** Asks what the file holds and which column fills which field, beside the first lines of the file. */
export function MappingForm({ record, onDone }: MappingFormProps) {
  const { t } = useTranslation('imports');
  const [kind, setKind] = useState<ImportKind>(record.kind ?? 'CUSTOMERS');
  const [source, setSource] = useState<ImportSource>(record.source ?? 'PLAIN');
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const [isLenient, setIsLenient] = useState(record.isLenient);
  const { data = record } = useImport({ importId: record.id, kind, source });
  const { run, error, isBusy } = useCheck();
  const guessed = new Map(data.mapping.map(({ field, column }) => [field, String(column)]));
  const columnOf = (field: string) => chosen[field] ?? guessed.get(field) ?? NONE;
  const nameOf = (column: number) => data.headers[column] || t('mapping.unnamed', { number: column + 1 });
  const exampleOf = (column: string) =>
    column === NONE ? undefined : data.preview.map((cells) => cells[Number(column)]).find(Boolean);
  const columns = [
    { value: NONE, label: t('mapping.none') },
    ...data.headers.map((_, column) => ({ value: String(column), label: nameOf(column) })),
  ];
  const problemOf = (field: string) => error?.details.find((detail) => detail.field === field)?.message;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const mapping = data.fields.flatMap(({ name }) => {
      const column = columnOf(name);
      return column === NONE ? [] : [{ field: name, column: Number(column) }];
    });
    if (!isBusy && (await run({ importId: record.id, kind, source, mapping, isLenient }))) onDone();
  };
  const changeKind = (next: ImportKind) => {
    setKind(next);
    setChosen({});
  };
  return (
    <form className="import-step" onSubmit={submit}>
      <section className="panel import-step">
        <h2>{t('mapping.title')}</h2>
        <div className="import-mapping">
          <SelectField
            label={t('mapping.kind')}
            value={kind}
            options={IMPORT_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
            onChange={changeKind}
          />
          <SelectField
            label={t('mapping.source')}
            value={source}
            options={IMPORT_SOURCES.map((value) => ({ value, label: t(`sources.${value}`) }))}
            onChange={setSource}
          />
        </div>
      </section>
      <section className="panel import-step">
        <h2>{t('mapping.columns')}</h2>
        <p className="muted">{t('mapping.columnsText')}</p>
        <div className="import-mapping">
          {data.fields.map(({ name, label, isRequired }) => {
            const example = exampleOf(columnOf(name));
            return (
              <SelectField
                key={name}
                label={isRequired ? t('mapping.required', { label }) : label}
                hint={example && t('mapping.example', { value: example.slice(0, 40) })}
                problem={problemOf(name)}
                value={columnOf(name)}
                options={columns}
                onChange={(column) => setChosen({ ...chosen, [name]: column })}
              />
            );
          })}
        </div>
        {data.fields.some(({ name }) => name === 'phone') && (
          <CheckField
            label={t('mapping.lenient')}
            hint={t('mapping.lenientHint')}
            isChecked={isLenient}
            onChange={setIsLenient}
          />
        )}
      </section>
      <section className="panel import-step">
        <h2>{t('mapping.preview')}</h2>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than the page is scrolled with the keyboard. */}
        <section className="import-preview" aria-label={t('mapping.preview')} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {data.headers.map((_, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity.
                  <th key={column} scope="col">
                    {nameOf(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.preview.map((cells, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity.
                <tr key={row}>
                  {data.headers.map((_, column) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity.
                    <td key={column}>{cells[column]}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </section>
      <Refusal error={error} />
      <div className="import-acts">
        <button type="submit" className="button button-primary" aria-busy={isBusy}>
          {t('mapping.check')}
        </button>
      </div>
    </form>
  );
}

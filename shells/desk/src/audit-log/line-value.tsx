import type { AuditLine } from '@feira/schemas/rules/audit-lines';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';

/** Shows what a value was and became, what a list gained and lost, or the fact itself. */
export function LineValue({ line: { value, before, after, gained, lost } }: { line: AuditLine }) {
  const { t } = useTranslation('auditLog');
  if (value !== undefined) return value;
  if (before !== undefined)
    return (
      <>
        {before} <span aria-hidden="true">→</span>
        <span className="visually-hidden">{t('became')}</span> {after}
      </>
    );
  return (
    <>
      {gained && <span>{t('gained', { values: gained })}</span>}
      {lost && <span>{t('lost', { values: lost })}</span>}
    </>
  );
}

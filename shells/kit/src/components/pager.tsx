import { useTranslation } from 'react-i18next';
import { formatCount } from '../format.ts';
import { useHost } from '../host-context.ts';
import { Icon } from './icon.tsx';

/** The rows of a page among all of the list. */
export interface PageRange {
  from: number;
  to: number;
  /** Null where the rows are too many to count, undefined where nobody counted them. */
  total: number | null | undefined;
}

/** The server counts so far. */
const MOST_COUNTED = 1_000;

/** Says which rows of how many are shown: "1–20 de 75". */
export function RangeText({ range: { from, to, total } }: { range: PageRange }) {
  const { t } = useTranslation('kit');
  const { locale } = useHost();
  const number = (count: number) => formatCount(count, locale);
  const rows = { from: number(from), to: number(to) };
  if (total === undefined) return t('list.range', rows);
  return total === null
    ? t('list.rangeOver', { ...rows, total: number(MOST_COUNTED) })
    : t('list.rangeOf', { ...rows, total: number(total) });
}

interface PagerProps {
  label: string;
  /** Undefined where there is no page in that direction. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  /** True where the way back is unknown: previous leads to the first page. */
  isPreviousFirst?: boolean;
  range?: PageRange | null;
}

/** Leads from page to page without numbers: counting millions of rows would cost more than showing them. */
export function Pager({ label, onPrevious, onNext, isPreviousFirst = false, range }: PagerProps) {
  const { t } = useTranslation('kit');
  return (
    <nav className="pager" aria-label={label}>
      {range && (
        <p>
          <RangeText range={range} />
        </p>
      )}
      <button type="button" className="button" disabled={!onPrevious} onClick={onPrevious}>
        <Icon name="arrowLeft" size={18} />
        {t(isPreviousFirst ? 'firstPage' : 'previous')}
      </button>
      <button type="button" className="button" disabled={!onNext} onClick={onNext}>
        {t('next')}
        <Icon name="arrowRight" size={18} />
      </button>
    </nav>
  );
}

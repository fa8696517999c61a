import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';

interface PagerProps {
  label: string;
  /** Undefined where there is no page in that direction. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  /** True where the way back is unknown: previous leads to the first page. */
  isPreviousFirst?: boolean;
}

/** Leads from page to page without numbers: counting millions of rows would cost more than showing them. */
export function Pager({ label, onPrevious, onNext, isPreviousFirst = false }: PagerProps) {
  const { t } = useTranslation('kit');
  return (
    <nav className="pager" aria-label={label}>
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

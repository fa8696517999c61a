import { useTranslation } from 'react-i18next';
import { EmptyState } from './empty-state.tsx';

interface NoMatchProps {
  title: string;
  text: string;
  onClear: () => void;
}

/** Says that records exist, but that none matches the filters. */
export function NoMatch({ title, text, onClear }: NoMatchProps) {
  const { t } = useTranslation('kit');
  return (
    <EmptyState icon="search" title={title} text={text}>
      <button type="button" className="button" onClick={onClear}>
        {t('list.clear')}
      </button>
    </EmptyState>
  );
}

import { Input } from 'antd';
import { MAX_SEARCH_LENGTH } from '../search-text.ts';
import { useSearchField } from '../use-search-field.ts';
import { Icon } from './icon.tsx';

interface SearchInputProps {
  /** What the address says. */
  value: string;
  label: string;
  hint: string;
  /** Called when typing pauses; the address is replaced, not added to. */
  onSearch: (text: string) => void;
  className?: string;
}

/** Searches while people type. */
export function SearchInput({ value, label, hint, onSearch, className = 'list-search' }: SearchInputProps) {
  const search = useSearchField(value, onSearch);
  return (
    <Input
      className={className}
      type="search"
      prefix={<Icon name="search" size={18} />}
      aria-label={label}
      placeholder={hint}
      maxLength={MAX_SEARCH_LENGTH}
      value={search.text}
      onChange={(event) => search.type(event.target.value)}
      onPressEnter={search.finish}
      onBlur={search.finish}
    />
  );
}

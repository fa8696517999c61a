import Input from 'antd/es/input/Input';
import { MAX_SEARCH_LENGTH } from '../search-text.ts';
import { useSearchField } from '../use-search-field.ts';
import { Icon } from './icon.tsx';

interface SearchInputProps {
  /** The search of the address. */
  value: string;
  label: string;
  hint: string;
  /** Runs when typing pauses; it replaces the address and adds no history entry. */
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
      aria-label={label}
      placeholder={hint}
      maxLength={MAX_SEARCH_LENGTH}
      prefix={<Icon name="search" size={18} />}
      value={search.text}
      onChange={(event) => search.type(event.target.value)}
      onPressEnter={search.finish}
      onBlur={search.finish}
    />
  );
}

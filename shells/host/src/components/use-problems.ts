import { type FormEvent, useState } from 'react';

/**
 * Keeps what is wrong with the fields of a form. `check` looks at all of them before the form is sent; from then on `onChange` of the form
 * lets a problem go as soon as its field is right, and never adds one while the person types. `forget` drops what the server said of a field.
 */
export function useProblems<P extends object>(find: () => P, forget?: (field: string) => void) {
  const [problems, setProblems] = useState<Partial<P>>({});
  const check = (): P => {
    const found = find();
    setProblems(found);
    return found;
  };
  const onChange = ({ target }: FormEvent) => {
    if ('name' in target) forget?.(String(target.name));
    setProblems((former) => {
      const found = find();
      const names = (Object.keys(former) as (keyof P)[]).filter((name) => former[name]);
      return Object.fromEntries(names.map((name) => [name, found[name]])) as Partial<P>;
    });
  };
  return { problems, check, onChange, clear: () => setProblems({}) };
}

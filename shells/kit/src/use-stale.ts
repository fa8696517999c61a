import type { Procedure } from '@feira/schemas/procedure';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** Nearly every change of the team ends something that waits. */
const WAITING = [{ name: 'inbox.countItems' }, { name: 'inbox.listItems' }];

/** Marks answers as old after a change: those on the screen are asked for again, and the page that waits has them fresh. */
export function useStale() {
  const queries = useQueryClient();
  return useCallback(
    async (...procedures: Pick<Procedure, 'name'>[]) => {
      await Promise.all([...procedures, ...WAITING].map(({ name }) => queries.invalidateQueries({ queryKey: [name] })));
    },
    [queries],
  );
}

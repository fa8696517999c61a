import type { Output } from '@feira/schemas/procedure';
import { listMyQuestions, markAnswered } from '@feira/schemas/procedures/questions';
import { useChange } from '@feira/shell-kit/use-change';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

const PAGE_SIZE = 25;

export type Question = Output<typeof listMyQuestions>['items'][number];

export const useQuestions = (isOpenOnly: boolean, after: string | null) =>
  useProcedureQuery(listMyQuestions, {
    limit: PAGE_SIZE,
    ...(isOpenOnly && { isOpen: true }),
    ...(after && { after }),
  });
export const useAnswering = () => useChange(markAnswered, listMyQuestions);

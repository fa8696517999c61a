/** Cases of questions: each seller reads and answers those that buyers have asked them. */
import { type ProcedureCase, plain } from '../case.ts';

export const QUESTIONS: Record<string, ProcedureCase> = {
  'questions.listMyQuestions': plain(),
  'questions.markAnswered': {
    ids: ['questionId'],
    variants: {
      own: { input: ({ caller }) => ({ questionId: caller.questionId, isAnswered: true }), outcome: 'ok' },
      other: {
        input: ({ other }) => ({ questionId: other.questionId, isAnswered: true }),
        outcome: 'QUESTION_NOT_FOUND',
      },
      foreign: {
        input: ({ foreign }) => ({ questionId: foreign.questionId, isAnswered: true }),
        outcome: 'QUESTION_NOT_FOUND',
      },
      operated: {
        input: ({ operated }) => ({ questionId: operated.questionId, isAnswered: true }),
        outcome: 'QUESTION_NOT_FOUND',
      },
    },
  },
};

import * as declared from '@feira/schemas/procedures/questions';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { readPage } from '../../plugins/procedures.ts';
import { OWN_QUESTIONS, setAnswered } from './model.ts';

export default fp(
  async (app) => {
    app.procedure(declared.listMyQuestions, async ({ input, platform, person }) => {
      const { rows, next } = await readPage(app, platform.id, OWN_QUESTIONS, { ...input, sellerId: person.id });
      return { items: rows, next };
    });
    app.procedure(declared.markAnswered, async ({ input, platform, person }) => {
      const { questionId, isAnswered } = input;
      const changed = await app.database.run(platform.id, setAnswered(platform.id, person.id, questionId, isAnswered));
      if (changed === 0) throw new AppError('QUESTION_NOT_FOUND', { fields: ['questionId'] });
    });
  },
  { name: 'questions-procedures', dependencies: ['procedures', 'database'] },
);
